/** The entries of constant words among arguments, and of options after a `--` of the config. */
import { isRepeatable } from "../argument/form.ts";
import type { Template } from "../tool/template.ts";
import { placeholdersOf, readTemplate } from "../tool/template.ts";
import type { ToolArg } from "../tool/tool.ts";
import { isRequired } from "../tool/tool.ts";
import { countAddedWords } from "./added-words.ts";
import type { LineConstant, OperandEntry, OptionFill, OptionShape, PartEntries } from "./line-entry.ts";
import { constantShape, literalTemplate, templateShape } from "./line-entry.ts";

/** Returns the entries of an item of constant words, in which values of arguments can be. */
export function itemEntries(program: string, templates: readonly string[], args: readonly ToolArg[]): PartEntries {
  const names = new Set(templates.flatMap(placeholdersOf));
  const placed = args.filter(({ name }) => names.has(name));
  const words = templates.map(readTemplate);
  const [head] = words;
  const isOption = head?.parts[0]?.kind === "text" && /^[-+]./.test(head.parts[0].text) && templates[0] !== "--";
  if (placed.length > 0) {
    const fill: OptionFill = { kind: "args", args: placed };
    return isOption
      ? { shapes: [templateShape(words, fill)], operands: [], constants: [] }
      : { shapes: [], operands: [{ kind: "args", args: placed, templates: words }], constants: [] };
  }
  if (templates.length === 1 && templates[0] === "--") return { shapes: [], operands: [{ kind: "dashes" }], constants: [] };
  const texts = words.map(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : "")).join(""));
  const constant: LineConstant = { words: texts, isAdded: areAdded(program, texts), isProgram: false };
  return isOption
    ? { shapes: [constantShape(constant)], operands: [], constants: [constant] }
    : { shapes: [], operands: [{ kind: "literal", words: texts, constant }], constants: [constant] };
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
