/** The values of the keys of a config about the machine of a server. */
import type { CliSpec, System } from "./tool-spec.ts";
import type { Tool } from "./tool.ts";
import { commandOf } from "./tool.ts";

/** Operating systems that `os` can name. */
export const SYSTEMS = ["linux", "macos"] as const satisfies readonly System[];

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

/** Returns the systems on which a tool is available: its own, or those of its config. Undefined for all systems. */
export function systemsOf(tool: Pick<Tool, "handler" | "cli">): readonly System[] | undefined {
  return commandOf(tool)?.os ?? tool.cli.os;
}
