/** The entries of constant words among arguments, and of options after a `--` of the config. */
import { isRepeatable } from "../argument/form.ts";
import type { Template } from "../tool/template.ts";
import { placeholdersOf, readTemplate } from "../tool/template.ts";
import type { ToolArg } from "../tool/tool.ts";
import { isRequired } from "../tool/tool.ts";
import { countAddedWords } from "./added-words.ts";
import type { LineConstant, OperandEntry, OptionFill, OptionShape, PartEntries } from "./line-entry.ts";
import { constantShape, literalTemplate, mappedValue, templateShape } from "./line-entry.ts";

/** Returns the entries of an item of constant words, in which values of arguments can be. */
export function itemEntries(program: string, templates: readonly string[], args: readonly ToolArg[]): PartEntries {
  const names = new Set(templates.flatMap(placeholdersOf));
  const placed = args.filter(({ name }) => names.has(name));
  const words = templates.map(readTemplate);
  const [head] = words;
  const isOption = head?.parts[0]?.kind === "text" && /^[-+]./.test(head.parts[0].text) && templates[0] !== "--";
  const [only, ...others] = placed;
  if (only?.enum_words !== undefined && others.length === 0) return mappedEntries(words, only);
  if (placed.length > 0) {
    const fill: OptionFill = { kind: "args", args: placed };
    return isOption
      ? { shapes: [templateShape(words, fill)], operands: [], constants: [] }
      : { shapes: [], operands: [{ kind: "args", args: placed, templates: words }], constants: [] };
  }
  if (templates.length === 1 && templates[0] === "--") return { shapes: [], operands: [{ kind: "dashes" }], constants: [] };
  const texts = words.map((word) => textOf(word));
  const constant: LineConstant = { words: texts, isAdded: areAdded(program, texts), isProgram: false };
  return isOption
    ? { shapes: [constantShape(constant)], operands: [], constants: [constant] }
    : { shapes: [], operands: [{ kind: "literal", words: texts, constant }], constants: [constant] };
}

/** Returns the entries of an item whose only placeholder stands for words of the config: those of each value. */
function mappedEntries(words: readonly Template[], arg: ToolArg): PartEntries {
  const rows = Object.entries(arg.enum_words ?? {}).flatMap(([key, texts]) => {
    const filled = fillMapped(words, texts)?.map(literalTemplate);
    return filled === undefined ? [] : [{ templates: filled, value: mappedValue(arg, key) }];
  });
  const isOption = ({ templates: [first] }: (typeof rows)[number]): boolean => /^[-+]./.test(textOf(first));
  const ways = rows.filter((row) => !isOption(row));
  const isNeeded = isRequired(arg) && ways.length === rows.length;
  return {
    shapes: rows.filter(isOption).map(({ templates, value }) => templateShape(templates, { kind: "fixed", arg, value })),
    operands: ways.length === 0 ? [] : [{ kind: "arg", arg, ways, isList: false, isJoined: false, isRequired: isNeeded }],
    constants: [],
  };
}

/** Returns the words with those of a value. Undefined if the item is absent for the value, or cannot have several words. */
function fillMapped(words: readonly Template[], texts: readonly string[]): readonly string[] | undefined {
  const isPart = words.some(({ parts }) => parts.length > 1 && parts.some(({ kind }) => kind === "placeholder"));
  if (texts.length === 0 || (isPart && texts.length > 1)) return undefined;
  return words.flatMap((word) => (word.parts.length === 1 && word.parts[0]?.kind === "placeholder" ? texts : [textOf(word, texts[0])]));
}

/** Returns the text of a word with a text for its placeholders. */
function textOf(word: Template | undefined, value = ""): string {
  return (word?.parts ?? []).map((part) => (part.kind === "text" ? part.text : value)).join("");
}

/** Reports whether the guard adds all words of an item. */
function areAdded(program: string, words: readonly string[]): boolean {
  let place = 0;
  while (place < words.length) {
    const count = countAddedWords(program, words.slice(place));
    if (count === 0) return false;
    place += count;
  }
  return true;
}

/** Returns an option as an operand: after a `--` of the config, another program reads it. */
export function toOperand({ flags: [flag = ""], prefix, values, style, fill }: OptionShape): readonly OperandEntry[] {
  const [first, ...rest] = values;
  const head = prefix ?? (style === "separate" ? flag : style === "attached" ? flag : `${flag}=`);
  const isOwnWord = style === "separate" && prefix === undefined;
  const start: Template = { parts: [...literalTemplate(head).parts, ...(isOwnWord ? [] : (first?.parts ?? []))] };
  const templates = isOwnWord ? [start, ...values] : [start, ...rest];
  switch (fill.kind) {
    case "constant":
      return [];
    case "args":
      return [{ kind: "args", args: fill.args, templates }];
    case "fixed":
      return [{ ...operandOf(fill.arg), ways: [{ templates, value: fill.value }] }];
    case "item":
    case "together":
    case "joined":
      return [{ ...operandOf(fill.arg), isJoined: fill.kind === "joined", ways: [{ templates }] }];
  }
}

function operandOf(arg: ToolArg) {
  return { kind: "arg", arg, isList: isRepeatable(arg), isJoined: false, isRequired: isRequired(arg) } as const;
}
