/** Locates words of the commands of a config. */
import { splitCommand } from "@climax-gen/runtime/internal/tool/command-words";
import type { CliFile } from "./checked-file.ts";
import type { Address } from "./locations.ts";
import { locateClosest, pathOf, WHOLE_FILE } from "./locations.ts";
import type { SourceLocation } from "../../diagnostics/diagnostic.ts";
import { locateWord } from "../../load/document.ts";
import type { YamlPath } from "../../load/locate.ts";

/** A command of a config: the config's own, or that of a tool, which adds words to it or replaces it. */
export interface CommandPlace {
  readonly key: "command" | "program";
  /** Name of the tool. Omitted for the command of the config. */
  readonly tool?: string;
}

/**
 * Returns the location of a word of a command. If the command does not contain the word verbatim, returns the location of the command or of
 * the nearest part.
 */
export function locateCommandWord(file: CliFile, place: CommandPlace, word: string): SourceLocation {
  const { address, text } = find(file, place);
  const keys = keysOfCommand(file, place);
  const path = pathOf(file, address, keys);
  if (path === undefined || text === undefined) return locateClosest(file, address, keys);
  return locateWord(file.document, path, { text, word });
}

/** Returns the location of the program of a command, which is its first word. */
export function locateProgram(file: CliFile, place: CommandPlace): SourceLocation {
  const split = splitCommand(find(file, place).text ?? "");
  const [word = ""] = split.kind === "words" ? split.words : [];
  return locateCommandWord(file, place, word);
}

/** Returns the keys of a command below its config or tool: those of the chosen item, if the config names several commands. */
export function keysOfCommand(file: Pick<CliFile, "command" | "any_of">, { key, tool }: CommandPlace): YamlPath {
  if (key !== "command" || tool !== undefined || file.any_of === undefined) return [key];
  return [key, "any_of", Math.max(0, file.any_of.indexOf(file.command))];
}

function find(file: CliFile, { key, tool: name }: CommandPlace): { readonly address: Address; readonly text: string | undefined } {
  if (name === undefined) return { address: WHOLE_FILE, text: file.command };
  const text = file.tools.find((tool) => tool.name === name)?.[key];
  return { address: { kind: "tool", tool: name }, text: text === "" ? undefined : text };
}
