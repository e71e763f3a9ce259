/** Builds the words of one argument: its flag, and its value, unchanged, mapped, or filled into templates. */
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { flagOf, isList } from "../tool/tool.ts";
import type { CommandWord, PlacedValue, WordPart } from "./command-word.ts";
import { joinParts, makeWord } from "./command-word.ts";
import { fillTemplate } from "./template-words.ts";

/** The template of a map's entries. */
const ENTRY = ["{key}={value}"];

/** The template of other values. */
const WHOLE_VALUE = ["{}"];

/** One value of an argument. Maps the placeholders of its templates to its parts. */
type Item = ReadonlyMap<string, PlacedValue>;

/** The words of one item. Each word is a list of its parts. */
type Filled = readonly (readonly WordPart[])[];

/** The argument whose words are built, and the strings that replace its values. */
export interface WordedArg {
  readonly arg: ToolArg;
  readonly kind: "arg" | "global_arg";
  /** Replaces the text of the value: the path of a temporary file, or an expanded default. Defaults to the value. */
  readonly text?: string;
  /**
   * Whether a leading dash must be rejected. False after `--` of a measured program, if the argument allows it, and for values that the
   * config's author wrote.
   */
  readonly isGuarded: boolean;
  /** Whether the program takes the word after a flag as its value, even if it starts with `-`. */
  readonly takesDashes: boolean;
}

/** Returns the words of a value. */
export function argumentWords(worded: WordedArg, value: ArgValue): readonly CommandWord[] {
  const { arg } = worded;
  if (arg.enum_words !== undefined) return listScalars(value).flatMap((item) => mappedWords(worded, arg.enum_words ?? {}, item));
  if (arg.type === "boolean" && arg.positional !== true && arg.value === undefined)
    return listScalars(value).flatMap((item) => switchWords(worded, item));
  if (arg.optional_value === true) return typeof value === "object" ? [] : optionalWords(worded, value);
  const items = itemsOf(worded, value).map((item) => fillTemplates(arg, item));
  return placeWords(worded, arg.join === undefined ? items : joinItems(items, arg.join));
}

/** Returns the joined items of a list or map as parts of one word. Returns no parts if there are no items or the argument has no `join`. */
export function joinedParts(arg: ToolArg, value: ArgValue): readonly WordPart[] {
  if (arg.join === undefined) return [];
  const items = itemsOf({ arg }, value).map((item) => fillTemplates(arg, item));
  return joinItems(items, arg.join).flat(2);
}

/** Reports whether the argument writes a flag before its values. */
export function hasFlag(arg: ToolArg): boolean {
  if (arg.positional === true) return false;
  return (arg.flag !== undefined && arg.flag !== "") || (arg.value === undefined && arg.enum_words === undefined);
}

/** Returns the flag for `false` of a `negatable` argument: `--no-x` for `--x`. */
export function negationOf(flag: string): string {
  return flag.replace(/^--?/, "--no-");
}

/** Returns the text before a value in the same word: `--color=`, `-U`. Several letters after one dash also need the `=`. */
function gluedFlagOf(flag: string): string {
  return flag.endsWith("=") || /^-[^-]$/.test(flag) ? flag : `${flag}=`;
}

function listScalars(value: ArgValue): readonly ScalarValue[] {
  if (typeof value !== "object") return [value];
  return isList(value) ? value : [];
}

/** Returns the words that the config's author wrote for a value of an `enum`. */
function mappedWords({ arg, kind }: WordedArg, table: NonNullable<ToolArg["enum_words"]>, value: ScalarValue): readonly CommandWord[] {
  const key = String(value);
  const texts = Object.hasOwn(table, key) ? (table[key] ?? []) : [];
  const words = texts.map((text) => makeWord({ kind, name: arg.name, part: "enum", value: key }, [text]));
  const [first, ...others] = words;
  if (first === undefined || !hasFlag(arg)) return words;
  const flag = flagOf(arg);
  if (!flag.endsWith("=")) return [flagWord({ arg, kind }), ...words];
  return [makeWord(first.origin, [flag, ...first.parts]), ...others];
}

/**
 * Returns the words of a boolean. The string "true" counts as true, because a default can be written as a string (vector
 * argv.bool_default.006).
 */
function switchWords({ arg, kind }: WordedArg, value: ScalarValue): readonly CommandWord[] {
  if (value === true || value === "true") return [{ ...flagWord({ arg, kind }), arg }];
  if (arg.negatable !== true) return [];
  return [{ ...makeWord({ kind, name: arg.name, part: "flag" }, [negationOf(flagOf(arg))]), arg }];
}

function optionalWords({ arg, kind, text }: WordedArg, value: ScalarValue): readonly CommandWord[] {
  const flag = flagOf(arg);
  if (value === false) return [];
  if (value === true) return [{ ...makeWord({ kind, name: arg.name, part: "flag" }, [flag.replace(/=$/, "")]), arg }];
  const placed = { arg, value, text: text ?? String(value) };
  return [makeWord({ kind, name: arg.name, part: "flag_and_value" }, [gluedFlagOf(flag), placed])];
}

function flagWord({ arg, kind }: Pick<WordedArg, "arg" | "kind">): CommandWord {
  return makeWord({ kind, name: arg.name, part: "flag" }, [flagOf(arg)]);
}

function itemsOf({ arg, text }: Pick<WordedArg, "arg" | "text">, value: ArgValue): readonly Item[] {
  const place = (item: ScalarValue, label?: string): PlacedValue => ({
    arg,
    value: item,
    text: text ?? String(item),
    ...(label !== undefined && { label }),
  });
  if (typeof value !== "object") return [new Map([["", place(value)]])];
  if (isList(value)) return value.map((item, index) => new Map([["", place(item, `${arg.name}[${index}]`)]]));
  return Object.entries(value).map(([key, item]) => {
    const label = `${arg.name}.${key}`;
    return new Map([
      ["key", { ...place(key, label), isKey: true }],
      ["value", place(item, label)],
    ]);
  });
}

function fillTemplates(arg: ToolArg, item: Item): Filled {
  const templates = arg.value ?? (arg.type === "map" ? ENTRY : WHOLE_VALUE);
  return templates.map((template) => fillTemplate(template, item));
}

/** Joins the first words of all items to one word. */
function joinItems(items: readonly Filled[], joiner: string): readonly Filled[] {
  const parts = items.flatMap(([first = []], index) => (index === 0 ? first : [joiner, ...first]));
  return items.length === 0 ? [] : [[parts]];
}

/** Puts the flag before each item, or once before all of them. */
function placeWords(worded: WordedArg, items: readonly Filled[]): readonly CommandWord[] {
  const { arg } = worded;
  if (!hasFlag(arg)) return items.flatMap((words) => words.map((parts) => valueWord(worded, parts)));
  if (arg.repeat !== "once") return items.flatMap((words) => flaggedWords(worded, words));
  return items.length === 0 ? [] : flaggedWords(worded, items.flat());
}

function flaggedWords(worded: WordedArg, words: Filled): readonly CommandWord[] {
  const { arg, kind } = worded;
  const flag = flagOf(arg);
  const [first = [], ...others] = words;
  const rest = others.map((parts) => valueWord(worded, parts));
  if (flag.endsWith("=")) return [makeWord({ kind, name: arg.name, part: "flag_and_value" }, [flag, ...first]), ...rest];
  // A flag that takes any number of words ends at the first word with a dash. A number below zero is a value also as text.
  const isGuarded = worded.isGuarded && (arg.repeat === "once" || !worded.takesDashes) && !isNegativeNumber(first);
  return [flagWord(worded), valueWord({ ...worded, isGuarded }, first), ...rest];
}

function isNegativeNumber(parts: readonly WordPart[]): boolean {
  return /^-\d+(?:\.\d+)?$/.test(joinParts(parts));
}

function valueWord({ arg, kind, isGuarded }: WordedArg, parts: readonly WordPart[]): CommandWord {
  return { ...makeWord({ kind, name: arg.name, part: "value" }, parts), ...(isGuarded && { isGuarded }) };
}
