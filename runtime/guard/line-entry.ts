/** The entries of a plan: how each form of an argument, and each constant word, is recognized among the words of a caller. */
import type { LineForm, OptionForm, WordsForm } from "../argument/form.ts";
import type { ScalarValue } from "../tool/tool-spec.ts";
import type { Template, TemplatePart } from "../tool/template.ts";
import { readTemplate } from "../tool/template.ts";
import type { ToolArg } from "../tool/tool.ts";
import { isRequired } from "../tool/tool.ts";

/** Constant words that a tool always writes. */
export interface LineConstant {
  readonly words: readonly string[];
  /** Whether the guard adds the words if the caller did not write them. */
  readonly isAdded: boolean;
  /** Whether all tools of the config write the words. */
  readonly isProgram: boolean;
}

/** What an option passes. */
export type OptionFill =
  | { readonly kind: "constant"; readonly constant: LineConstant }
  /** The words stand for a value of the config. */
  | { readonly kind: "fixed"; readonly arg: ToolArg; readonly value: ScalarValue }
  /** One value, or an item of a list or map. */
  | { readonly kind: "item" | "joined"; readonly arg: ToolArg }
  /** All words up to the next option are items. */
  | { readonly kind: "together"; readonly arg: ToolArg }
  /** Constant words with the values of several arguments. */
  | { readonly kind: "args"; readonly args: readonly ToolArg[] };

/** An option: a flag, and the words after it. */
export interface OptionShape {
  /** The spellings of the flag. Empty if the option is only recognized by `prefix`. */
  readonly flags: readonly string[];
  /** The text before the first value in the same word, if it is no flag of its own: `if=`, or the `-` of `-5`. */
  readonly prefix?: string;
  /** The templates of the values. */
  readonly values: readonly Template[];
  /** How the config writes the first value: after `=` or the letter, in the next word, or not in every call. */
  readonly style: "joined" | "separate" | "optional" | "attached";
  readonly fill: OptionFill;
}

/** A place for operands. */
export type OperandEntry =
  | {
      readonly kind: "arg";
      readonly arg: ToolArg;
      /** The words of a value, in one of several ways. */
      readonly ways: readonly OperandWay[];
      readonly isList: boolean;
      readonly isJoined: boolean;
      readonly isRequired: boolean;
    }
  | { readonly kind: "args"; readonly args: readonly ToolArg[]; readonly templates: readonly Template[] }
  | { readonly kind: "literal"; readonly words: readonly string[]; readonly constant: LineConstant }
  /** The `--` of the config. */
  | { readonly kind: "dashes" };

/** The words of a value. `value` is the value if the words are constant. */
export interface OperandWay {
  readonly templates: readonly Template[];
  readonly value?: ScalarValue;
}

/** The entries of a part of the command line. */
export interface PartEntries {
  readonly shapes: readonly OptionShape[];
  readonly operands: readonly OperandEntry[];
  readonly constants: readonly LineConstant[];
}

/** Returns the option of constant words, or of other words for them. */
export function constantShape(constant: LineConstant, words: readonly string[] = constant.words): OptionShape {
  return fixedShape(words, { kind: "constant", constant });
}

/** Returns the entries of an argument on the command line. */
export function argumentEntries(arg: ToolArg, form: LineForm): Pick<PartEntries, "shapes" | "operands"> {
  switch (form.place) {
    case "operand":
      return { shapes: [], operands: [operandEntry(arg, form)] };
    case "words":
      return wordsEntries(arg, form);
    case "option":
      return optionEntries(arg, form);
  }
}

/** An option whose value is a revision or name that no option can follow: the value is an operand before `--`. */
export const ENDS_OPTIONS = "--end-of-options";

/** Reports whether the config writes `--end-of-options` before a value, which a caller need not write. */
export function isEndOfOptions(template: Template | undefined): boolean {
  const [part, ...others] = template?.parts ?? [];
  return part?.kind === "text" && part.text === ENDS_OPTIONS && others.length === 0;
}

function optionEntries(arg: ToolArg, form: OptionForm): Pick<PartEntries, "shapes" | "operands"> {
  if (form.flag === ENDS_OPTIONS && form.words.kind === "templates") {
    const operand: OperandEntry = { ...operandBase(arg, form), ways: [{ templates: form.words.templates.map(readTemplate) }] };
    return { shapes: [], operands: [operand] };
  }
  return { shapes: optionShapes(arg, form), operands: [] };
}

function optionShapes(arg: ToolArg, form: OptionForm): readonly OptionShape[] {
  const { words, flag } = form;
  const flags = spellingsOf(arg, flag.replace(/=$/, ""));
  switch (words.kind) {
    case "switch": {
      const on = flagShape(spellingsOf(arg, words.flag), { kind: "fixed", arg, value: true });
      return words.negation === undefined ? [on] : [on, flagShape([words.negation], { kind: "fixed", arg, value: false })];
    }
    case "optional":
      return [
        flagShape(spellingsOf(arg, words.alone), { kind: "fixed", arg, value: true }),
        { flags: spellingsOf(arg, words.alone), values: [readTemplate("{}")], style: "optional", fill: { kind: "item", arg } },
      ];
    case "mapped":
      return Object.entries(words.table).flatMap(([key, texts]) =>
        texts.length === 0 ? [] : [shapeOf(form, flags, texts.map(literalTemplate), { kind: "fixed", arg, value: mappedValue(arg, key) })],
      );
    case "templates":
      return [shapeOf(form, flags, words.templates.map(readTemplate), { kind: fillKind(form), arg })];
  }
}

function fillKind({ times }: Pick<LineForm, "times">): "item" | "joined" | "together" {
  switch (times) {
    case "joined":
    case "together":
      return times;
    case "once":
    case "each":
      return "item";
  }
}

function shapeOf({ flag, isGlued }: OptionForm, flags: readonly string[], values: readonly Template[], fill: OptionFill): OptionShape {
  if (isGlued && !/^[-+]/.test(flag)) return { flags: [], prefix: flag, values, style: "joined", fill };
  return { flags, values, style: isGlued ? "joined" : "separate", fill };
}

function flagShape(flags: readonly string[], fill: OptionFill): OptionShape {
  return { flags, values: [], style: "separate", fill };
}

/** Returns the flags that a caller may write for an argument: the one of the config first. */
function spellingsOf({ spellings = [] }: ToolArg, flag: string): readonly string[] {
  return [flag, ...spellings];
}

/** Returns the entries of an argument whose words the config's author chose. Words that look like no option are operands. */
function wordsEntries(arg: ToolArg, form: WordsForm): Pick<PartEntries, "shapes" | "operands"> {
  const { words } = form;
  if (words.kind === "mapped") {
    const rows = Object.entries(words.table).filter(([, texts]) => texts.length > 0);
    const isOption = ([, [first = ""]]: readonly [string, readonly string[]]): boolean => /^[-+]./.test(first);
    const operands = rows.filter((row) => !isOption(row));
    const ways = operands.map(([key, texts]) => ({ templates: texts.map(literalTemplate), value: mappedValue(arg, key) }));
    return {
      shapes: rows.filter(isOption).map(([key, texts]) => fixedShape(texts, { kind: "fixed", arg, value: mappedValue(arg, key) })),
      // A value without words, or with those of an option, is also possible: the operand is not required.
      operands: ways.length === 0 ? [] : [{ ...operandBase(arg, form), isRequired: isRequired(arg) && ways.length === rows.length, ways }],
    };
  }
  const [head = "", ...rest] = words.templates;
  const [first] = readTemplate(head).parts;
  if (first?.kind !== "text" || !/^[-+]/.test(first.text)) return { shapes: [], operands: [operandEntry(arg, form)] };
  return { shapes: [templateShape([head, ...rest].map(readTemplate), { kind: fillKind(form), arg })], operands: [] };
}

/** Returns the option of templates whose first word starts with constant text. */
export function templateShape([head, ...rest]: readonly Template[], fill: OptionFill): OptionShape {
  const [first, ...others] = head?.parts ?? [];
  const text = first?.kind === "text" ? first.text : "";
  if (others.length === 0) return splitFlag(text, rest, fill);
  const value: Template = { parts: others };
  const [, flag, inner] = /^([-+][^=]+)=(.*)$/s.exec(text) ?? [];
  if (flag !== undefined) return { flags: [flag], values: [{ parts: withText(inner, others) }, ...rest], style: "joined", fill };
  if (/^-[a-zA-Z]$/.test(text)) return { flags: [text], values: [value, ...rest], style: "attached", fill };
  return { flags: [], prefix: text, values: [value, ...rest], style: "joined", fill };
}

function withText(text: string | undefined, parts: readonly TemplatePart[]): readonly TemplatePart[] {
  return text === undefined || text === "" ? parts : [{ kind: "text", text }, ...parts];
}

/** Returns the option of constant words: `--sort=path` is a flag and its value. */
function fixedShape(words: readonly string[], fill: OptionFill): OptionShape {
  const [head = "", ...rest] = words;
  return splitFlag(head, rest.map(literalTemplate), fill);
}

function splitFlag(head: string, rest: readonly Template[], fill: OptionFill): OptionShape {
  const [, flag, value] = /^(--?[^=]+)=(.*)$/s.exec(head) ?? [];
  if (flag === undefined) return { flags: [head], values: rest, style: "separate", fill };
  return { flags: [flag], values: [literalTemplate(value ?? ""), ...rest], style: "joined", fill };
}

/** Returns the template of a constant word. */
export function literalTemplate(text: string): Template {
  return { parts: text === "" ? [] : [{ kind: "text", text }] };
}

/** Returns the value of an argument from its key in `enum_words`. */
export function mappedValue({ type, enum: members }: ToolArg, key: string): ScalarValue {
  if (type === "boolean") return key === "true";
  if (type === "integer" || type === "number") return Number(key);
  return members?.find((member) => String(member) === key) === undefined ? key : key;
}

function operandBase(arg: ToolArg, { times }: Pick<LineForm, "times">) {
  const isList = times === "each" || times === "together";
  return { kind: "arg", arg, isList, isJoined: times === "joined", isRequired: isRequired(arg) } as const;
}

function operandEntry(arg: ToolArg, form: WordsForm): OperandEntry {
  const { words } = form;
  const ways =
    words.kind === "mapped"
      ? Object.entries(words.table).map(([key, texts]) => ({ templates: texts.map(literalTemplate), value: mappedValue(arg, key) }))
      : [{ templates: words.templates.map(readTemplate) }];
  return { ...operandBase(arg, form), ways: ways.filter(({ templates }) => templates.length > 0) };
}
