/** Builds the words of one argument: its flag, and its value, unchanged, mapped, or filled into templates. */
import type { LineForm, OptionalWords, OptionForm, SwitchWords, ValueWords } from "../argument/form.ts";
import { templatesOf, toLineForm } from "../argument/form.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { isList } from "../tool/tool.ts";
import type { CommandWord, PlacedValue, WordPart } from "./command-word.ts";
import { fillTemplate, joinParts, makeWord } from "./command-word.ts";

/** One value of an argument. Maps the placeholders of its templates to its parts. */
type ItemValues = ReadonlyMap<string, PlacedValue>;

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

/** Returns the words of a value that goes to the command line. */
export function argumentWords(worded: WordedArg, value: ArgValue): readonly CommandWord[] {
  const form = toLineForm(worded.arg);
  const { words } = form;
  switch (words.kind) {
    case "mapped":
      return listScalars(value).flatMap((item) => mappedWords(worded, { form, table: words.table }, item));
    case "switch":
      return listScalars(value).flatMap((item) => switchWords(worded, words, item));
    case "optional":
      return typeof value === "object" ? [] : optionalWords(worded, words, value);
    case "templates":
      return templateWords(worded, form, value);
  }
}

/** Returns the joined items of a list or map as parts of one word. Returns no parts if there are no items or the argument has no `join`. */
export function joinedParts(arg: ToolArg, value: ArgValue): readonly WordPart[] {
  if (arg.join === undefined) return [];
  const items = itemsOf({ arg }, value).map((item) => fillTemplates(arg, item));
  return joinItems(items, arg.join).flat(2);
}

function listScalars(value: ArgValue): readonly ScalarValue[] {
  if (typeof value !== "object") return [value];
  return isList(value) ? value : [];
}

interface MappedForm {
  readonly form: LineForm;
  readonly table: Extract<ValueWords, { kind: "mapped" }>["table"];
}

/** Returns the words that the config's author wrote for a value of an `enum`. */
function mappedWords({ arg, kind }: WordedArg, { form, table }: MappedForm, value: ScalarValue): readonly CommandWord[] {
  const key = String(value);
  const texts = Object.hasOwn(table, key) ? (table[key] ?? []) : [];
  const words = texts.map((text) => makeWord({ kind, name: arg.name, part: "enum", value: key }, [text]));
  const [first, ...others] = words;
  if (first === undefined || form.place !== "option") return words;
  if (!form.isGlued) return [flagWord({ arg, kind }, form.flag), ...words];
  return [makeWord(first.origin, [form.flag, ...first.parts]), ...others];
}

/**
 * Returns the words of a boolean. The string "true" counts as true, because a default can be written as a string (vector
 * argv.bool_default.006).
 */
function switchWords(worded: WordedArg, { flag, negation }: SwitchWords, value: ScalarValue): readonly CommandWord[] {
  const written = value === true || value === "true" ? flag : negation;
  return written === undefined ? [] : [{ ...flagWord(worded, written), arg: worded.arg }];
}

function optionalWords({ arg, kind, text }: WordedArg, { alone, prefix }: OptionalWords, value: ScalarValue): readonly CommandWord[] {
  if (value === false) return [];
  if (value === true) return [{ ...flagWord({ arg, kind }, alone), arg }];
  const placed = { arg, value, text: text ?? String(value) };
  return [makeWord({ kind, name: arg.name, part: "flag_and_value" }, [prefix, placed])];
}

function flagWord({ arg, kind }: Pick<WordedArg, "arg" | "kind">, flag: string): CommandWord {
  return makeWord({ kind, name: arg.name, part: "flag" }, [flag]);
}

function itemsOf({ arg, text }: Pick<WordedArg, "arg" | "text">, value: ArgValue): readonly ItemValues[] {
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

function fillTemplates(arg: ToolArg, item: ItemValues): Filled {
  return templatesOf(arg).map((template) => fillTemplate(template, item));
}

/** Joins the first words of all items to one word. */
function joinItems(items: readonly Filled[], joiner: string): readonly Filled[] {
  const parts = items.flatMap(([first = []], index) => (index === 0 ? first : [joiner, ...first]));
  return items.length === 0 ? [] : [[parts]];
}

/** Fills the templates. Puts the flag before each item, or once before all of them. */
function templateWords(worded: WordedArg, form: LineForm, value: ArgValue): readonly CommandWord[] {
  const { arg } = worded;
  const filled = itemsOf(worded, value).map((item) => fillTemplates(arg, item));
  const items = arg.join === undefined ? filled : joinItems(filled, arg.join);
  if (form.place !== "option") return items.flatMap((words) => words.map((parts) => valueWord(worded, parts)));
  if (form.times !== "together") return items.flatMap((words) => flaggedWords(worded, form, words));
  return items.length === 0 ? [] : flaggedWords(worded, form, items.flat());
}

function flaggedWords(worded: WordedArg, { flag, isGlued, times }: OptionForm, words: Filled): readonly CommandWord[] {
  const { arg, kind } = worded;
  const [first = [], ...others] = words;
  const rest = others.map((parts) => valueWord(worded, parts));
  if (isGlued) return [makeWord({ kind, name: arg.name, part: "flag_and_value" }, [flag, ...first]), ...rest];
  // A flag that takes any number of words ends at the first word with a dash. A number below zero is a value also as text.
  const isGuarded = worded.isGuarded && (times === "together" || !worded.takesDashes) && !isNegativeNumber(first);
  return [flagWord(worded, flag), valueWord({ ...worded, isGuarded }, first), ...rest];
}

function isNegativeNumber(parts: readonly WordPart[]): boolean {
  return /^-\d+(?:\.\d+)?$/.test(joinParts(parts));
}

function valueWord({ arg, kind, isGuarded }: WordedArg, parts: readonly WordPart[]): CommandWord {
  return { ...makeWord({ kind, name: arg.name, part: "value" }, parts), ...(isGuarded && { isGuarded }) };
}
