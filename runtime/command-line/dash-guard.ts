/** Detects values that a program would read as an option (CVE-2025-68144). */
import { renderValue } from "../text/render-value.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";
import type { CommandWord, WordPart } from "./command-word.ts";

/** A value at the start of a word that starts with `-`. */
export interface DashProblem {
  readonly kind: "leading_dash";
  readonly arg: string;
  readonly message: string;
}

/**
 * Returns a problem for each guarded word whose first part is a caller's value that starts with `-`. `-` alone is an operand. The word
 * directly after the argument's own flag and the words after `--` are not guarded.
 */
export function findLeadingDashes(words: readonly CommandWord[]): readonly DashProblem[] {
  return words.flatMap(({ isGuarded, text, parts }) => {
    // Checks the whole word: `-` alone is an operand, but not before constant text.
    if (isGuarded !== true || !startsWithDash(text)) return [];
    const first = firstPart(parts);
    if (first === undefined || typeof first === "string") return [];
    const { arg, label = arg.name } = first;
    const way = "choose a value without the dash, or write ./ before the name of a file";
    const message = `Argument '${label}': '${renderValue(first.text)}' starts with '-' and could be read as an option; ${way}`;
    return [{ kind: "leading_dash", arg: arg.name, message }];
  });
}

/** Returns the first part of a word that is not an empty value. */
export function firstPart(parts: readonly WordPart[]): WordPart | undefined {
  return parts.find((part) => typeof part === "string" || part.text !== "");
}

/** Reports whether a program would read a value as an option. `-` alone is an operand. */
function startsWithDash(value: ScalarValue): boolean {
  return typeof value === "string" && value.startsWith("-") && value !== "-";
}

/**
 * Reports whether a value of the argument may start with `-` anywhere. Returns true with `allow_leading_dash`, for a number, and for a
 * value that the config's author wrote: a member of the `enum`, or the default. A caller may send such a value too.
 */
export function isDashAllowed(arg: ToolArg, value: ArgValue): boolean {
  if (arg.allow_leading_dash === true || arg.type === "integer" || arg.type === "number" || (arg.enum?.length ?? 0) > 0) return true;
  if (arg.default === undefined) return false;
  return JSON.stringify(toComparable(value)) === JSON.stringify(toComparable(arg.default));
}

/** Converts a value for a comparison as JSON, in which a map differs from a list of equal strings, and from a map with other keys. */
function toComparable(value: ArgValue): unknown {
  return typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : listItems(value);
}
