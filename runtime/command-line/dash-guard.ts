/** Detects values that a program would read as an option (CVE-2025-68144). */
import type { FormKeys } from "../argument/form.ts";
import { isInFile, isOperand, templatesOf, toForm } from "../argument/form.ts";
import { readTemplate } from "../tool/template.ts";
import { renderValue } from "../text/render-value.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";
import type { CommandWord, PlacedValue, WordPart } from "./command-word.ts";
import type { MeasuredProgram } from "../word-grammar/measured-program.ts";
import { findPassed, measuredProgram } from "../word-grammar/measured-program.ts";

/** A value because of which a word starts with `-`. */
export interface DashProblem {
  readonly kind: "leading_dash";
  readonly arg: string;
  readonly message: string;
}

/** The facts about a tool that decide whether a program could read a value as an option. */
export interface DashFacts extends MeasuredProgram {
  /** Whether operands follow `--`. */
  readonly hasDashDash: boolean;
  /** Names of the operands that another program reads, which the config's author has chosen. */
  readonly passed: ReadonlySet<string>;
}

/**
 * Returns the facts about a tool.
 * @param command the words of the config and of the tool, the program first
 * @param hasDashDash whether operands follow `--`
 */
export function dashFactsOf(command: readonly string[], args: Parameters<typeof findPassed>[1], hasDashDash: boolean): DashFacts {
  const measured = measuredProgram(command);
  const passed = findPassed(measured, args).map(({ name }) => name);
  return { ...measured, hasDashDash, passed: new Set(passed) };
}

/** Reports whether the value follows a `--` after which the program reads no word as an option. */
export function followsDashDash(arg: FormKeys, { hasDashDash, endsOptions, passed }: DashFacts): boolean {
  return hasDashDash && endsOptions && isOperand(arg) && !passed.has(arg.name);
}

/**
 * Returns a problem for each guarded word that starts with `-` because of a caller's value. `-` alone is an operand. The words after the
 * `--` of a measured program, and the value of a flag of one, are not guarded (`word-grammar/table.ts`).
 */
export function findLeadingDashes(words: readonly CommandWord[]): readonly DashProblem[] {
  return words.flatMap(({ isGuarded, text, parts }) => {
    // Checks the whole word: `-` alone is an operand, but not before constant text.
    if (isGuarded !== true || !text.startsWith("-") || text === "-") return [];
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

/**
 * Reports whether the server checks a value for a dash: a word starts with it, and the program could read this word as an option. Ignores
 * constant words of the tool, and what `isDashAllowed` decides.
 */
export function isDashGuarded(arg: FormKeys, facts: DashFacts): boolean {
  const form = toForm(arg);
  if (!("words" in form) || form.words.kind === "optional" || isInFile(arg) || followsDashDash(arg, facts)) return false;
  const isFirstFree = form.place === "option" && (form.isGlued || (facts.takesDashes && form.times !== "together"));
  return templatesOf(arg).some(
    (template, index) => !(isFirstFree && index === 0) && readTemplate(template).parts[0]?.kind === "placeholder",
  );
}

/** Reports whether the config allows any value of the argument to start with `-`. */
export function allowsDash({ allow_leading_dash }: Pick<ToolArg, "allow_leading_dash">): boolean {
  return allow_leading_dash === true;
}

/** A permission in words, and the key that gives it. It has no values. */
interface DashWords {
  readonly key: keyof ToolArg;
  readonly phrase: string;
  readonly values: readonly [];
}

/** Returns the permission of `allowsDash` in words, in the form of limits. Empty without the permission. */
export function describeDashPermission(arg: Pick<ToolArg, "allow_leading_dash">): readonly DashWords[] {
  return allowsDash(arg) ? [{ key: "allow_leading_dash", phrase: "may start with a dash", values: [] }] : [];
}

/**
 * Reports whether a value of the argument may start with `-` anywhere. Returns true if the config allows any, and for a value that the
 * config's author wrote: a member of the `enum`, or the default. A caller may send such a value too.
 */
export function isDashAllowed(arg: ToolArg, value: ArgValue): boolean {
  if (allowsDash(arg) || (arg.enum?.length ?? 0) > 0 || arg.enum_words !== undefined) return true;
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
