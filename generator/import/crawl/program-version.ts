/** Reads the version of a program. */
import type { Ask } from "./read-help.ts";

/** A version number, and the words that printed it. */
export interface ProgramVersion {
  readonly version: string;
  readonly versionCommand: string;
}

/** Returns the first version number that `--version` or `version` prints. */
export async function readVersion(ask: Ask): Promise<ProgramVersion | undefined> {
  for (const words of [["--version"], ["version"]]) {
    const answer = await ask(words);
    if (answer.kind === "failed") return undefined;
    const version = answer.texts.map(findVersion).find((found) => found !== undefined);
    if (version !== undefined) return { version, versionCommand: words.join(" ") };
  }
  return undefined;
}

/**
 * Returns the first version number of a text: digits with dots, such as `2.39.2` in `git version 2.39.2`, or after the name of a program, as
 * in `go1.26.8`. Ignores addresses with a port, such as `10.0.0.1#53`.
 */
export function findVersion(text: string): string | undefined {
  const start = text.split("\n").slice(0, 5).join("\n");
  return findIn(start, SEPARATE_VERSION) ?? findIn(start, NAMED_VERSION);
}

function findIn(text: string, pattern: RegExp): string | undefined {
  return Array.from(text.matchAll(pattern), ([all, version = ""]) => ({ all, version })).find(
    ({ all, version }) => !isAddress(version) || /[v@]/.test(all),
  )?.version;
}

/** Reports whether a number can be the address of a computer: `dig version` prints that of its name server. */
function isAddress(version: string): boolean {
  const parts = version.split(".");
  return parts.length === 4 && parts.every((part) => Number(part) <= 255);
}

const SEPARATE_VERSION = /(?:^|[\s(v@/-])(\d+\.\d+(?:\.\d+)*)(?![\d.]*[#:]\d)/g;

const NAMED_VERSION = /(?:^|[\s(])[A-Za-z]+_?(\d+\.\d+(?:\.\d+)*)(?![\d.]*[#:]\d)/g;
