/** Locates words of the commands of a config. */
import { splitCommand } from "@climax-gen/runtime/internal/tool/command-words";
import type { CliFile } from "./checked-file.ts";
import type { Address } from "./locations.ts";
import { locateClosest, pathOf, WHOLE_FILE } from "./locations.ts";
import type { SourceLocation } from "../../diagnostics/diagnostic.ts";
import { locateWord } from "../../load/document.ts";

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
  const path = pathOf(file, address, [place.key]);
  if (path === undefined || text === undefined) return locateClosest(file, address, [place.key]);
  return locateWord(file.document, path, { text, word });
}

/** Returns the location of the program of a command, which is its first word. */
export function locateProgram(file: CliFile, place: CommandPlace): SourceLocation {
  const split = splitCommand(find(file, place).text ?? "");
  const [word = ""] = split.kind === "words" ? split.words : [];
  return locateCommandWord(file, place, word);
}

function find(file: CliFile, { key, tool: name }: CommandPlace): { readonly address: Address; readonly text: string | undefined } {
  if (name === undefined) return { address: WHOLE_FILE, text: file.command };
  const text = file.tools.find((tool) => tool.name === name)?.[key];
  return { address: { kind: "tool", tool: name }, text: text === "" ? undefined : text };
}
