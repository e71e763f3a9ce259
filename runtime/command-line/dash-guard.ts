/** Detects values that a program would read as an option (CVE-2025-68144). */
import { renderValue } from "../text/render-value.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";
import type { CommandWord, PlacedValue, WordPart } from "./command-word.ts";

/** A value because of which a word starts with `-`. */
export interface DashProblem {
  readonly kind: "leading_dash";
  readonly arg: string;
  readonly message: string;
}

/**
 * Returns a problem for each guarded word that starts with `-` because of a caller's value. `-` alone is an operand. The words after the
 * `--` of a measured program, and the value of a flag of one, are not guarded (`word-grammar/table.ts`).
 */
export function findLeadingDashes(words: readonly CommandWord[]): readonly DashProblem[] {
  return words.flatMap(({ isGuarded, text, parts }) => {
    // Checks the whole word: `-` alone is an operand, but not before constant text.
    if (isGuarded !== true || !startsWithDash(text)) return [];
    const [first] = leadingValues(parts);
    if (first === undefined) return [];
    const { arg, label = arg.name } = first;
    return [{ kind: "leading_dash", arg: arg.name, message: `Argument '${label}': ${describeDash(first, text)}` }];
  });
}

function describeDash({ arg, text: value }: PlacedValue, word: string): string {
  if (value === "")
    return `without a text, the word '${renderValue(word)}' starts with '-' and could be read as an option; choose a text that is not empty`;
  const way = isNumeric(arg)
    ? "choose a number that is not below zero"
    : "choose a value without the dash, or write ./ before the name of a file";
  return `'${renderValue(value)}' starts with '-' and could be read as an option; ${way}`;
}

/**
 * Returns the values that decide whether a word starts with `-`: the first value that is not empty, or the empty values before constant
 * text, which would otherwise not be at the start (`{a}-{b}`, or a `join` with `-`). Returns no values if the word starts with constant text.
 */
export function leadingValues(parts: readonly WordPart[]): readonly PlacedValue[] {
  const empty: PlacedValue[] = [];
  for (const part of parts) {
    if (typeof part === "string") return empty;
    if (part.text !== "") return [part];
    empty.push(part);
  }
  return empty;
}

/** Reports whether a program would read a value as an option. `-` alone is an operand. */
function startsWithDash(value: ScalarValue): boolean {
  return typeof value === "string" && value.startsWith("-") && value !== "-";
}

/**
 * Reports whether a value of the argument may start with `-` anywhere. Returns true with `allow_leading_dash`, and for a value that the
 * config's author wrote: a member of the `enum`, or the default. A caller may send such a value too.
 */
export function isDashAllowed(arg: ToolArg, value: ArgValue): boolean {
  if (arg.allow_leading_dash === true || (arg.enum?.length ?? 0) > 0) return true;
  if (arg.default === undefined) return false;
  return JSON.stringify(toComparable(value)) === JSON.stringify(toComparable(arg.default));
}

/** Reports whether the values of the argument are numbers. A number below zero is harmless as the value of a flag, but not as an operand. */
export function isNumeric({ type }: Pick<ToolArg, "type">): boolean {
  return type === "integer" || type === "number";
}

/** Converts a value for a comparison as JSON, in which a map differs from a list of equal strings, and from a map with other keys. */
function toComparable(value: ArgValue): unknown {
  return typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : listItems(value);
}
