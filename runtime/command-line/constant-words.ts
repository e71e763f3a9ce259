/** Builds the constant words between arguments. These words can contain the values of several arguments. */
import { placeholdersOf, wholePlaceholderOf } from "../tool/template.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { joinedParts } from "./argument-words.ts";
import type { CommandWord, PlacedValue, WordPart } from "./command-word.ts";
import { fillTemplate, makeWord } from "./command-word.ts";
import { isDashAllowed, isNumeric, leadingValues } from "./dash-guard.ts";

/** The values that templates can contain. */
export interface TemplateInputs {
  readonly args: readonly ToolArg[];
  /** Validated values with defaults. */
  readonly values: ReadonlyMap<string, ArgValue>;
  /** The temporary files whose paths replace the values of their arguments. */
  readonly files: readonly { readonly arg: ToolArg; readonly path: string }[];
  /** Whether the program reads a number below zero as an operand. */
  readonly readsNegatives: boolean;
}

/**
 * Returns the words of an item of `order`, or no words if the call lacks a value for a placeholder. `item` is the position in `order`. The
 * dash guard applies to a word that starts with a value, also with an empty one. A number below zero may follow a flag. A value that an
 * `enum` maps to words becomes its word, or all of its words if the template consists of the placeholder.
 */
export function constantWords(templates: readonly string[], item: number, inputs: TemplateInputs): readonly CommandWord[] {
  const placed = placeValues(templates, inputs);
  if (placed === undefined) return [];
  return templates.flatMap((template, word) => {
    const origin = { kind: "words", item, word } as const;
    const spliced = placed.mapped.get(wholePlaceholderOf(template) ?? "");
    if (spliced !== undefined) return spliced.map((text) => makeWord(origin, [text]));
    const made = makeWord(origin, fillTemplate(template, placed.values));
    const areNumbersAllowed = inputs.readsNegatives || (templates[word - 1] ?? "").startsWith("-");
    const isAllowed = (value: PlacedValue): boolean =>
      isDashAllowed(value.arg, inputs.values.get(value.arg.name) ?? value.value) || (areNumbersAllowed && isNumeric(value.arg));
    const isGuarded = !decidingValues(made.parts).every(isAllowed);
    return { ...made, ...(isGuarded && { isGuarded }) };
  });
}

/**
 * Returns the values that must be allowed to start with `-`: the first one, if it is a text. After an empty one, the text after it decides, and
 * the text after a number below zero could be further options, so every value of the word must be allowed.
 */
function decidingValues(parts: readonly WordPart[]): readonly PlacedValue[] {
  const leading = leadingValues(parts);
  const isDecidedLater = leading.some(({ arg, text }) => text === "" || (isNumeric(arg) && arg.enum_words === undefined));
  return isDecidedLater ? parts.filter((part) => typeof part !== "string") : leading;
}

/** The values of placeholders, by the names of their arguments. */
interface PlacedValues {
  readonly values: ReadonlyMap<string, WordPart | readonly WordPart[]>;
  /** The words of the values that an `enum` maps to words. A template that consists of the placeholder becomes these words. */
  readonly mapped: ReadonlyMap<string, readonly PlacedValue[]>;
}

/**
 * Returns the values of the placeholders. A joined list or map is one value. Undefined if the call lacks a value, if a value has several
 * words, or if an `enum` has no words for it, as for a `false` that writes none.
 */
function placeValues(templates: readonly string[], { args, values, files }: TemplateInputs): PlacedValues | undefined {
  const names = new Set(templates.flatMap(placeholdersOf));
  const mapped = new Map<string, readonly PlacedValue[]>();
  const placed = args.flatMap((arg) => {
    const value = values.get(arg.name);
    if (value === undefined || !names.has(arg.name)) return [];
    if (arg.enum_words !== undefined) {
      const words = mappedValues(arg, value);
      if (words !== undefined) mapped.set(arg.name, words);
      return words === undefined ? [] : [[arg.name, words] as const];
    }
    const file = files.find((candidate) => candidate.arg === arg);
    const parts = typeof value === "object" ? joinedParts(arg, value) : [{ arg, value, text: file?.path ?? String(value) }];
    return parts.length === 0 ? [] : [[arg.name, parts] as const];
  });
  return placed.length === names.size ? { values: new Map(placed), mapped } : undefined;
}

/** Returns the words that replace a value. Undefined if the `enum` has none for it. */
function mappedValues(arg: ToolArg, value: ArgValue): readonly PlacedValue[] | undefined {
  if (typeof value === "object" || !Object.hasOwn(arg.enum_words ?? {}, String(value))) return undefined;
  return arg.enum_words?.[String(value)]?.map((text) => ({ arg, value, text }));
}
