/** The words of a command line. Every word records its origin and its parts, so that all views are derived from the same words. */
import { readTemplate } from "../tool/template.ts";
import type { ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";

/** The part of the config from which a word originates. */
export type WordOrigin =
  | { readonly kind: "cli_command" | "tool_command" | "end_of_options" }
  | { readonly kind: "arg" | "global_arg"; readonly name: string; readonly part: "flag" | "value" | "flag_and_value" }
  /** A word of `enum_words`, which replaces a value of an `enum`. */
  | { readonly kind: "arg" | "global_arg"; readonly name: string; readonly part: "enum"; readonly value: string }
  /** A word of `words`. `item` is its position in the list of arguments, `word` its position in the item. */
  | { readonly kind: "words"; readonly item: number; readonly word: number };

/** The value of an argument inside a word. */
export interface PlacedValue {
  readonly arg: ToolArg;
  readonly value: ScalarValue;
  readonly text: string;
  /** The value in messages: `path[1]`, `define.key`. Defaults to the name of the argument. */
  readonly label?: string;
  /** Set for the key of a map, which is not secret. */
  readonly isKey?: boolean;
}

/** Constant text or a value. */
export type WordPart = string | PlacedValue;

/** A word of a command line that keeps its origin, for masking, audit, confirmation and explanations. */
export interface CommandWord {
  /** The word as passed to the program: its parts joined. */
  readonly text: string;
  readonly origin: WordOrigin;
  /** Constant text and values, in order. */
  readonly parts: readonly WordPart[];
  /** The argument whose value the whole word represents. Set for a flag without a value. */
  readonly arg?: ToolArg;
  /** Set if the word must not start with `-` because of a value at its start. */
  readonly isGuarded?: boolean;
}

/** Returns the word that joins the parts. */
export function makeWord(origin: WordOrigin, parts: readonly WordPart[]): CommandWord {
  return { text: joinParts(parts), origin, parts };
}

/** Returns the word that separates options from operands. */
export function dashDashWord(): CommandWord {
  return makeWord({ kind: "end_of_options" }, ["--"]);
}

/** Returns the text of a word. */
export function joinParts(parts: readonly WordPart[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.text)).join("");
}

/** Fills a template. Values are not expanded again. The generator has checked the names of placeholders. */
export function fillTemplate(template: string, values: ReadonlyMap<string, WordPart | readonly WordPart[]>): readonly WordPart[] {
  return readTemplate(template).parts.flatMap((part) => (part.kind === "text" ? part.text : (values.get(part.name) ?? [])));
}
