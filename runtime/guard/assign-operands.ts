/** Assigns operands to the arguments and constant words that a tool writes without a flag. */
import { collectItems, type Item, readJoined } from "./word-shape.ts";
import type { OperandEntry, OperandWay } from "./line-entry.ts";
import { fitsPattern } from "./operand-patterns.ts";
import type { Passed } from "./read-fill.ts";
import { readFill } from "./read-fill.ts";
import type { Refusal } from "./refusal.ts";
import { refuse } from "./refusal.ts";

/** The operands of a tool, assigned. */
export interface AssignedOperands {
  readonly kind: "assigned";
  readonly passed: readonly Passed[];
}

/**
 * Assigns operands to places. A `--` of the config divides the places. If the caller did not write it, all operands must fit before it,
 * because a program then decides itself what each operand is. For a program whose `--` only ends the options, operands are the same with
 * and without it.
 * @param dashes the number of operands before the caller's `--`
 */
export function assignOperands(
  entries: readonly OperandEntry[],
  operands: readonly string[],
  dashes: number | undefined,
  { at, divides }: { readonly at: number; readonly divides: boolean },
): AssignedOperands | Refusal {
  const divider = divides ? entries.findIndex(({ kind }) => kind === "dashes") : -1;
  const before = divider === -1 ? entries.filter(({ kind }) => kind !== "dashes") : entries.slice(0, divider);
  const after = divider === -1 ? [] : entries.slice(divider + 1).filter(({ kind }) => kind !== "dashes");
  if (divider === -1 || before.length === 0) return assignAll([...before, ...after], operands, at);
  const isAfter = dashes === undefined && countAll(before) === 0 && operands.length > 0 && operands.length === countAll(after);
  if (isAfter) return assignAll(after, operands, at);
  const own = dashes === undefined ? operands : operands.slice(0, dashes);
  const others = dashes === undefined ? [] : operands.slice(dashes);
  const first = assignAll(before, own, at);
  if (first.kind === "refused") {
    const [word = ""] = own;
    if (dashes !== undefined || after.length === 0 || first.rule === "unknown-value") return first;
    return refuse("ambiguous", first.word === "" ? word : first.word, first.at, `write -- to tell paths and names from what precedes them`);
  }
  const second = assignAll(after, others, at + own.length);
  return second.kind === "refused" ? second : { kind: "assigned", passed: [...first.passed, ...second.passed] };
}

/** Returns the number of words that places require. */
function countAll(entries: readonly OperandEntry[]): number {
  return entries.reduce((sum, entry) => sum + countRequired(entry), 0);
}

/** Assigns operands to places from left to right. An optional place gets a word if enough words remain for the required ones after it. */
function assignAll(entries: readonly OperandEntry[], operands: readonly string[], at: number): AssignedOperands | Refusal {
  const passed: Passed[] = [];
  let place = 0;
  for (const [index, entry] of entries.entries()) {
    const later = entries.slice(index + 1);
    const free = operands.length - place - later.reduce((sum, other) => sum + countRequired(other), 0);
    const taken = takeOperands(entry, operands.slice(place, place + Math.max(free, 0)), later);
    if (taken === undefined) {
      if (countRequired(entry) === 0) continue;
      const word = operands[place] ?? "";
      return word === "" || free < countRequired(entry)
        ? refuse(
            "missing-word",
            "",
            at + operands.length,
            `${describe(missingEntry(entries.slice(index), operands.length - place))} is missing`,
          )
        : refuse("unknown-value", word, at + place, `'${word}' does not fit ${describe(entry)}`);
    }
    passed.push(taken.passed);
    place += taken.count;
  }
  const extra = operands[place];
  return extra === undefined
    ? { kind: "assigned", passed }
    : refuse("unknown-operand", extra, at + place, `no tool takes '${extra}' as a word here`);
}

/** Returns the first place that is required and gets no word. */
function missingEntry([first = { kind: "dashes" }, ...others]: readonly OperandEntry[], count: number): OperandEntry {
  let rest = count;
  for (const entry of [first, ...others]) {
    rest -= countRequired(entry);
    if (rest < 0) return entry;
  }
  return first;
}

interface TakenOperands {
  readonly passed: Passed;
  readonly count: number;
}

/** Returns what a place takes from the start of the words. Undefined if it takes none. */
function takeOperands(entry: OperandEntry, words: readonly string[], later: readonly OperandEntry[]): TakenOperands | undefined {
  switch (entry.kind) {
    case "dashes":
      return undefined;
    case "literal": {
      const isWritten = entry.words.every((word, index) => words[index] === word);
      if (!isWritten) return undefined;
      return { passed: { kind: "constant", fill: { kind: "constant", constant: entry.constant } }, count: entry.words.length };
    }
    case "args": {
      const count = entry.templates.length;
      const passed =
        words.length < count ? undefined : readFill({ kind: "args", args: entry.args }, entry.templates, words.slice(0, count));
      return passed && { passed, count };
    }
    case "arg":
      return takeArgument(entry, words, later);
  }
}

function takeArgument(entry: ArgumentEntry, words: readonly string[], later: readonly OperandEntry[]): TakenOperands | undefined {
  const { arg, ways, isList, isJoined } = entry;
  if (isJoined) {
    const [word] = words;
    const [template = { parts: [] }] = ways[0]?.templates ?? [];
    const value = word === undefined ? undefined : readJoined(arg, template, word);
    return value === undefined ? undefined : { passed: { kind: "values", values: [[arg, value]] }, count: 1 };
  }
  const items: Item[] = [];
  const width = Math.max(
    ...[entry, ...later].flatMap((one) => (one.kind === "arg" ? one.ways.map(({ templates }) => templates.length) : 1)),
  );
  let count = 0;
  for (;;) {
    const next = words.slice(count, count + width);
    const taken = takeItem(entry, next);
    if (taken === undefined || ((isList || !entry.isRequired) && isForLater(entry, next, later))) break;
    items.push(taken.item);
    count += taken.count;
    if (!isList) break;
  }
  if (items.length === 0 || (arg.type === "map" && collectItems(arg, items) === undefined)) return undefined;
  return { passed: { kind: "items", arg, items }, count };
}

type ArgumentEntry = Extract<OperandEntry, { kind: "arg" }>;

/** Reports whether a later place has constant text that fits the words, while this place takes any: `KEY-` after `KEY=VALUE`. */
function isForLater(entry: ArgumentEntry, words: readonly string[], later: readonly OperandEntry[]): boolean {
  if (hasText(entry)) return false;
  return later.some((other) => other.kind === "arg" && hasText(other) && takeItem(other, words) !== undefined);
}

function hasText({ ways }: ArgumentEntry): boolean {
  return ways.some(({ templates }) => templates.some(({ parts }) => parts.some(({ kind }) => kind === "text")));
}

function takeItem({ arg, ways }: ArgumentEntry, words: readonly string[]): { readonly item: Item; readonly count: number } | undefined {
  for (const { templates, value } of ways) {
    if (words.length < templates.length) continue;
    const fill = value === undefined ? ({ kind: "item", arg } as const) : ({ kind: "fixed", arg, value } as const);
    const passed = readFill(fill, templates, words.slice(0, templates.length));
    const [item] = passed?.kind === "items" ? passed.items : [];
    if (item !== undefined && fitsPattern(arg, item)) return { item, count: templates.length };
  }
  return undefined;
}

function countRequired(entry: OperandEntry): number {
  switch (entry.kind) {
    case "dashes":
      return 0;
    case "literal":
      return entry.words.length;
    case "args":
      return entry.args.every(({ required }) => required === true) ? entry.templates.length : 0;
    case "arg":
      return entry.isRequired ? Math.min(...entry.ways.map(({ templates }: OperandWay) => templates.length)) : 0;
  }
}

function describe(entry: OperandEntry): string {
  switch (entry.kind) {
    case "dashes":
      return "--";
    case "literal":
      return `the word ${entry.words.join(" ")}`;
    case "args":
      return entry.args.map(({ name }) => name).join(" and ");
    case "arg":
      return entry.arg.name;
  }
}
