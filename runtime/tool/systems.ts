/** The values of the keys of a config about the machine of a server. */
import type { CliSpec } from "./tool-spec.ts";

/** Operating systems that `os` can name. */
export const SYSTEMS = ["linux", "macos"] as const satisfies CliSpec["os"];

/** An operating system. */
export type System = (typeof SYSTEMS)[number];

const SYSTEM_NAMES: ReadonlyMap<string, System> = new Map([
  ["linux", "linux"],
  ["darwin", "macos"],
]);

/** Returns the system of a platform of Node.js. Undefined for one that `os` cannot name. */
export function systemOf(platform: string): System | undefined {
  return SYSTEM_NAMES.get(platform);
}

/** Values of `when_missing`. */
export const MISSING_MODES = ["warn", "hide", "fail"] as const satisfies readonly CliSpec["when_missing"][];
