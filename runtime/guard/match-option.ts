/** Recognizes the option at a place of a command line, in all spellings that its program reads. */
import { allowsDash, isNumeric } from "../command-line/dash-guard.ts";
import type { Template } from "../tool/template.ts";
import type { ToolArg } from "../tool/tool.ts";
import type { OptionFill, OptionShape } from "./line-entry.ts";
import { ENDS_OPTIONS, isEndOfOptions } from "./line-entry.ts";
import type { LinePlan } from "./line-plan.ts";
import type { ReadingGrammar } from "./reading-grammar.ts";
import type { Refusal } from "./refusal.ts";
import { refuse } from "./refusal.ts";
import type { Passed } from "./read-fill.ts";
import { readFill } from "./read-fill.ts";
import type { Item } from "./word-shape.ts";
import { readScalar } from "./word-shape.ts";

/** An option of the command line. */
export interface MatchedOption {
  readonly kind: "matched";
  readonly passed: readonly Passed[];
  /** The place after the last word of the option. */
  readonly end: number;
  /** Whether the option has a value. */
  readonly hasValue?: boolean;
}

interface OptionContext {
  readonly words: readonly string[];
  readonly plan: Pick<LinePlan, "flags" | "prefixes">;
  readonly grammar: ReadingGrammar;
  /** Whether the option precedes the subcommand. */
  readonly isLeading: boolean;
  /** Reports whether an option is left out of the command line. */
  readonly isIgnored: (option: string) => boolean;
}

/** Reads the option that starts at a place. */
export function matchOption(context: OptionContext, at: number): MatchedOption | Refusal {
  const [name] = splitEquals(context.words[at] ?? "");
  const found = firstMatch([matchSwitches, matchWhole, matchParts, matchPrefix, matchCount, matchLetters], (match) => match(context, at));
  return found ?? refuseUnknown(context, name, at, context.grammar);
}

/** Matches a word that is a flag as a whole. */
function matchWhole(context: OptionContext, at: number): MatchedOption | Refusal | undefined {
  return firstMatch(findShapes(context, context.words[at] ?? ""), (shape) => matchSeparate(context, shape, at));
}

/** Matches a flag and a value with `=` between them. */
function matchParts(context: OptionContext, at: number): MatchedOption | Refusal | undefined {
  const [name, value] = splitEquals(context.words[at] ?? "");
  return value === undefined
    ? undefined
    : firstMatch(findShapes(context, name), (shape) => matchJoined(context, shape, { name, value }, at));
}

/** Matches a text before a value that is no flag of its own. */
function matchPrefix(context: OptionContext, at: number): MatchedOption | Refusal | undefined {
  const word = context.words[at] ?? "";
  const shapes = context.plan.prefixes.filter(({ prefix = "" }) => word.startsWith(prefix));
  return firstMatch(shapes, (shape) => takeValues(context, shape, at, word.slice(shape.prefix?.length)));
}

/** Matches a value that is several switches, in any order: `--oneline --graph` for `--graph --oneline --decorate`. */
function matchSwitches({ words, plan: { flags } }: OptionContext, at: number): MatchedOption | undefined {
  const sets = [...flags.values()].flat().flatMap(({ flags: [flag = ""], values, fill }) => {
    const texts = [flag, ...values.map(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : "")).join(""))];
    return fill.kind === "fixed" && texts.length > 1 && texts.every((text) => /^--./.test(text)) ? [{ fill, texts }] : [];
  });
  for (const { fill, texts } of sets.toSorted((a, b) => b.texts.length - a.texts.length)) {
    const rest = new Set(texts);
    let end = at;
    while (rest.delete(words[end] ?? "")) end += 1;
    if (end === at || [...rest].some((text) => text !== DECORATES)) continue;
    return { kind: "matched", passed: [{ kind: "items", arg: fill.arg, items: [fill.value] }], end, hasValue: true };
  }
  return undefined;
}

/** A switch of git that need not be written with others: it changes only the form of the output. */
const DECORATES = "--decorate";

/** Matches `-5` for `-n 5`. */
function matchCount(context: OptionContext, at: number): MatchedOption | Refusal | undefined {
  const word = context.words[at] ?? "";
  if (!context.grammar.readsCounts || !/^-\d+$/.test(word)) return undefined;
  return firstMatch(findShapes(context, "-n"), (shape) =>
    shape.values.length === 1 ? takeValues(context, shape, at, word.slice(1)) : undefined,
  );
}

/** Reports whether a word is an option of the tool although it need not start with `-`: `if=…`, `+short`, or `dev lo`. */
export function isKeyword({ flags, prefixes }: Pick<LinePlan, "flags" | "prefixes">, word: string): boolean {
  return (
    flags.has(word) ||
    flags.has(splitEquals(word)[0]) ||
    prefixes.some(({ prefix = "" }) => !prefix.startsWith("-") && word.startsWith(prefix))
  );
}

/** Returns the first match, or else the first refusal. */
function firstMatch<Way>(
  ways: readonly Way[],
  match: (way: Way) => MatchedOption | Refusal | undefined,
): MatchedOption | Refusal | undefined {
  let refusal: Refusal | undefined;
  for (const way of ways) {
    const result = match(way);
    if (result?.kind === "matched") return result;
    refusal ??= result;
  }
  return refusal;
}

function splitEquals(word: string): readonly [string, string | undefined] {
  const place = word.indexOf("=");
  return place < 2 ? [word, undefined] : [word.slice(0, place), word.slice(place + 1)];
}

function findShapes(context: OptionContext, name: string): readonly OptionShape[] {
  const shapes = findSpelled(context, name);
  if (context.isLeading || !context.grammar.hasOwnLeadingOptions) return shapes;
  return shapes.filter(({ fill }) => fill.kind !== "constant" || !fill.constant.isProgram);
}

function findSpelled({ plan: { flags }, grammar }: OptionContext, name: string): readonly OptionShape[] {
  const exact = flags.get(name);
  if (exact !== undefined) return exact;
  const plain = grammar.underscores && name.startsWith("--") ? name.replaceAll("_", "-") : name;
  const other = plain.startsWith("--") ? plain.slice(1) : `-${plain}`;
  return flags.get(plain) ?? (grammar.hasEqualDashes ? flags.get(other) : undefined) ?? [];
}

/** Matches a word that is a flag as a whole. Its value, if any, is in the next words. */
function matchSeparate(context: OptionContext, shape: OptionShape, at: number): MatchedOption | Refusal | undefined {
  const { values, style } = shape;
  if (style === "optional") return undefined;
  if (values.length > 0 && style !== "separate" && !context.grammar.separates) {
    const word = context.words[at] ?? "";
    return refuse("missing-value", word, at, `${word} takes its value in the same word: ${word}${style === "joined" ? "=" : ""}VALUE`);
  }
  return takeValues(context, shape, at);
}

/** Matches `--option=value`. */
function matchJoined(
  context: OptionContext,
  shape: OptionShape,
  { name, value }: { readonly name: string; readonly value: string },
  at: number,
): MatchedOption | Refusal | undefined {
  const { grammar } = context;
  const { values, style, fill } = shape;
  if (values.length === 0) {
    if (fill.kind !== "fixed" || fill.arg.type !== "boolean" || !grammar.readsSwitchValues) return undefined;
    if (value !== "true" && value !== "false") return undefined;
    const isOn = value === "true" ? fill.value : fill.value !== true;
    return { kind: "matched", passed: [{ kind: "items", arg: fill.arg, items: [isOn] }], end: at + 1 };
  }
  const isLetter = name.length === 2;
  const isRead = isLetter ? grammar.dropsEquals === true : grammar.joins;
  if (!isRead && (style === "separate" || style === "attached" || (style === "optional" && isLetter))) return undefined;
  return takeValues(context, shape, at, value);
}

/** Matches `-ovalue`, and letters after one dash: `-la`. */
function matchLetters(context: OptionContext, at: number): MatchedOption | Refusal | undefined {
  const { words, grammar } = context;
  const word = words[at] ?? "";
  if (!/^-[^-]./s.test(word)) return undefined;
  const passed: Passed[] = [];
  for (let place = 1; place < word.length; place += 1) {
    const letter = `-${word[place] ?? ""}`;
    const rest = word.slice(place + 1);
    if (grammar.clusters && context.isIgnored(letter)) {
      if (rest === "") return { kind: "matched", passed, end: at + 1 };
      continue;
    }
    const shapes = findShapes(context, letter);
    const result = firstMatch(shapes, (shape) => matchLetter(context, shape, at, rest));
    if (result?.kind !== "matched") return result;
    passed.push(...result.passed);
    if (result.hasValue === true || rest === "") return { kind: "matched", passed, end: result.end };
    if (!grammar.clusters) return undefined;
  }
  return undefined;
}

/** Matches one letter. `rest` is the text after it in the same word: the value, or further letters. */
function matchLetter(context: OptionContext, shape: OptionShape, at: number, rest: string): MatchedOption | Refusal | undefined {
  const { grammar } = context;
  const { values, style } = shape;
  if (values.length === 0) return takeValues(context, shape, at);
  if (rest === "") return matchSeparate(context, shape, at);
  if (style === "optional") return takeValues(context, shape, at, rest);
  if (style !== "attached" && !grammar.attaches) return undefined;
  if (!rest.startsWith("=")) return takeValues(context, shape, at, rest);
  return grammar.dropsEquals === undefined ? undefined : takeValues(context, shape, at, grammar.dropsEquals ? rest.slice(1) : rest);
}

/** Takes the values of an option. `first` is the value in the word of the flag. */
function takeValues(context: OptionContext, shape: OptionShape, at: number, first?: string): MatchedOption | Refusal {
  const { words, grammar } = context;
  const { fill } = shape;
  const flag = words[at] ?? "";
  const values = isEndOfOptions(shape.values[0]) && words[at + 1] !== ENDS_OPTIONS ? shape.values.slice(1) : shape.values;
  if (fill.kind === "together") return takeTogether(context, fill.arg, values, at);
  const own = first === undefined ? [] : [first];
  const count = values.length - own.length;
  const next = words.slice(at + 1, at + 1 + count);
  if (next.length < count) return refuse("missing-value", flag, at, `${flag} needs a value`);
  const dashed = next.find((word, index) => !isValue(word, values[own.length + index], fill, grammar));
  if (dashed !== undefined)
    return refuse("operand-like-option", dashed, at, `'${dashed}' could be the value of ${flag} or an option; write the value another way`);
  const passed = readFill(fill, values, [...own, ...next]);
  return passed === undefined
    ? refuseValue(shape, [...own, ...next], flag, at)
    : { kind: "matched", passed: [passed], end: at + 1 + count, hasValue: values.length > 0 };
}

function takeTogether({ words }: OptionContext, arg: ToolArg, values: readonly Template[], at: number): MatchedOption | Refusal {
  const next = words.findIndex((word, index) => index > at && word.startsWith("-"));
  const end = next === -1 ? words.length : next;
  const texts = words.slice(at + 1, end);
  const flag = words[at] ?? "";
  const items: Item[] = [];
  for (let place = 0; place < texts.length; place += values.length) {
    const passed = readFill({ kind: "item", arg }, values, texts.slice(place, place + values.length));
    if (passed?.kind !== "items") return refuse("unknown-value", texts[place] ?? "", at, `'${texts[place] ?? ""}' is no value of ${flag}`);
    items.push(...passed.items);
  }
  if (items.length === 0) return refuse("missing-value", flag, at, `${flag} needs a value`);
  return { kind: "matched", passed: [{ kind: "items", arg, items }], end };
}

/** Reports whether the program reads a separate word as a value. */
function isValue(word: string, template: Template | undefined, fill: OptionFill, grammar: ReadingGrammar): boolean {
  if (!word.startsWith("-") || word === "-" || grammar.takesDashes) return true;
  const [part] = template?.parts ?? [];
  if (part?.kind === "text" && word.startsWith(part.text)) return true;
  const args = "arg" in fill ? [fill.arg] : "args" in fill ? fill.args : [];
  return args.some(
    (arg) => allowsDash(arg) || (isNumeric(arg) && readScalar(arg, word) !== undefined) || arg.enum?.includes(word) === true,
  );
}

function refuseValue({ fill, values }: OptionShape, words: readonly string[], flag: string, at: number): Refusal {
  const [word = ""] = words;
  const name = flag.replace(/=.*$/s, "");
  if (fill.kind === "fixed" || fill.kind === "constant") {
    const fixed = values.map(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : "")).join("")).join(" ");
    return refuse("unknown-value", word, at, `${name} takes only the value '${fixed}' here, not '${word}'`);
  }
  const members = "arg" in fill ? (fill.arg.enum ?? []) : [];
  const hint = members.length === 0 ? "" : `; its values are ${members.join(", ")}`;
  return refuse("unknown-value", word, at, `'${word}' is no value of ${name}${hint}`);
}

function refuseUnknown({ plan: { flags } }: OptionContext, name: string, at: number, { hasEqualDashes }: ReadingGrammar): Refusal {
  const start = hasEqualDashes ? name.replace(/^-+/, "--") : name;
  const full = name.startsWith("--") && name.length > 2 ? [...flags.keys()].filter((flag) => flag.startsWith(start)).toSorted() : [];
  if (full.length > 0) return refuse("abbreviation", name, at, `${name} is only the start of ${full.join(" or ")}; write the full name`);
  return refuse("unknown-option", name, at, `no tool declares the option ${name} for this command`);
}
