/** Reads `command` of a config, which is a command or a choice of several. */
import type { YamlPath } from "../../load/locate.ts";

/** `command` as written. */
export type WrittenCommand = string | { readonly any_of?: readonly string[] | undefined };

/** Returns the commands with their paths. Empty if the key is missing or invalid. */
export function commandsOf(written: WrittenCommand | undefined): readonly (readonly [command: string, path: YamlPath])[] {
  if (written === undefined) return [];
  if (typeof written === "string") return [[written, ["command"]]];
  return (written.any_of ?? []).map((command, index) => [command, ["command", "any_of", index]]);
}

/** Returns the first command. Empty if the key is missing or invalid. */
export function firstCommand(written: WrittenCommand | undefined): string {
  return commandsOf(written)[0]?.[0] ?? "";
}
