/** The results of a host, as they are stored in `hosts/results`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mode } from "./scenarios.ts";

/** Results of a host. Every value is the text of a cell. */
export interface HostResult {
  readonly id: string;
  readonly title: string;
  readonly kind: "host" | "framework";
  readonly version: string;
  /** Day of the run, as `2026-11-28`. */
  readonly date: string;
  /** First characters of the SHA-256 of the server that was measured. */
  readonly server: string;
  /** The reason why the host could not be installed. The other results are empty then. */
  readonly absent?: string;
  readonly connection: Readonly<Record<string, string>>;
  readonly modes: Readonly<Partial<Record<Mode, ModeResult>>>;
  /** Result of a call of 70 seconds. Omitted for frameworks. */
  readonly slow?: string;
  /** `refused` or `runs`, by shell command or tool, with the rules of `install --permissions`. Omitted for hosts without such rules. */
  readonly rules?: Readonly<Record<string, string>>;
}

/** Results of a host in one mode of the server. */
export interface ModeResult {
  readonly listing: string;
  readonly instructions: string;
  /** Results of the calls with all permissions, by scenario. */
  readonly replies: Readonly<Record<string, string>>;
  readonly confirmation: string;
  /** The tools that ran with the permissions that the host has by default. Omitted for frameworks, which have no permissions. */
  readonly permissions?: string;
}

/** Reads the results of a host. Returns undefined if it was not measured. */
export function readResult(directory: string, id: string): HostResult | undefined {
  const path = join(directory, `${id}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as HostResult) : undefined;
}

/** Writes the results of a host. */
export function writeResult(directory: string, result: HostResult): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${result.id}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
