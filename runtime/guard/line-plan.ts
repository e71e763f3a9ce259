/** The words that a tool can write, as a table for reading them: derived from the same pattern that builds command lines. */
import { placeOf, toLineForm } from "../argument/form.ts";
import type { LinePart } from "../command-line/pattern.ts";
import { linePattern } from "../command-line/pattern.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { expandCommand } from "../tool/environment-variables.ts";
import { readTemplate } from "../tool/template.ts";
import type { CommandHandler, Tool, ToolArg } from "../tool/tool.ts";
import type { LineConstant, OperandEntry, OptionShape } from "./line-entry.ts";
import { argumentEntries, constantShape, itemEntries } from "./line-entry.ts";
import { countAddedWords } from "./added-words.ts";

/** What the words of a tool can be. */
export interface LinePlan {
  readonly tool: Tool;
  readonly handler: CommandHandler;
  /** The words of the subcommand, which a caller must write. */
  readonly path: readonly string[];
  /** Options by each of their spellings. */
  readonly flags: ReadonlyMap<string, readonly OptionShape[]>;
  /** Options that start with a text before their value. The longest text is first. */
  readonly prefixes: readonly OptionShape[];
  /** Operands in their order. */
  readonly operands: readonly OperandEntry[];
  readonly constants: readonly LineConstant[];
}

/** Returns the plan of a tool that runs a command. */
export function planLine(tool: Tool, handler: CommandHandler, program: string, env: Environment): LinePlan {
  const base = expandCommand(handler.program.command, env).slice(1);
  const isOwn = handler.changes?.command === undefined;
  const first = splitConstants(program, base, isOwn);
  const second = splitConstants(program, handler.command, false);
  const parts = linePattern({ args: tool.args, global_args: [] }, handler);
  const entries = parts.map((part) => partEntries(part, tool));
  const shapes = [...first.constants, ...second.constants].map(constantShape);
  const options = [...shapes, ...tool.args.flatMap(directoryShapes), ...entries.flatMap(({ shapes: own }) => own)];
  return {
    tool,
    handler,
    path: [...first.path, ...second.path],
    flags: groupByFlag(options),
    prefixes: options.filter(({ prefix }) => prefix !== undefined).toSorted((a, b) => (b.prefix ?? "").length - (a.prefix ?? "").length),
    operands: entries.flatMap(({ operands }) => operands),
    constants: [...first.constants, ...second.constants, ...entries.flatMap(({ constants }) => constants)],
  };
}

/** Returns the option of a working directory, if the program has a flag for it. */
function directoryShapes(arg: ToolArg): readonly OptionShape[] {
  const { spellings = [] } = arg;
  if (placeOf(arg) !== "directory" || spellings.length === 0) return [];
  return [{ flags: spellings, values: [readTemplate("{}")], style: "separate", fill: { kind: "item", arg } }];
}

/** The entries of a part of the command line. */
export interface PartEntries {
  readonly shapes: readonly OptionShape[];
  readonly operands: readonly OperandEntry[];
  readonly constants: readonly LineConstant[];
}

const NO_ENTRIES: PartEntries = { shapes: [], operands: [], constants: [] };

function partEntries(part: LinePart, tool: Tool): PartEntries {
  switch (part.kind) {
    case "cli_command":
    case "tool_command":
    case "global_arg":
      return NO_ENTRIES;
    case "dash_dash":
      return { ...NO_ENTRIES, operands: [{ kind: "dashes" }] };
    case "arg":
      return { ...NO_ENTRIES, ...argumentEntries(part.arg, toLineForm(part.arg)) };
    case "words":
      return itemEntries(part.templates, tool.args);
  }
}

interface SplitWords {
  readonly path: readonly string[];
  readonly constants: readonly LineConstant[];
}

/**
 * Splits constant words into those of the subcommand, and options with their values. A word after an option is its value, except for an
 * option that is known to have none.
 */
function splitConstants(program: string, words: readonly string[], isAddedAlways: boolean): SplitWords {
  const path: string[] = [];
  const constants: LineConstant[] = [];
  let index = 0;
  while (index < words.length) {
    const word = words[index] ?? "";
    if (!isOption(word)) {
      path.push(word);
      index += 1;
      continue;
    }
    const known = countAddedWords(program, words.slice(index));
    const length = known > 0 && !isAddedAlways ? known : countWithValues(words, index);
    constants.push({ words: words.slice(index, index + length), isAdded: isAddedAlways || known > 0, isProgram: isAddedAlways });
    index += length;
  }
  return { path, constants };
}

function countWithValues(words: readonly string[], start: number): number {
  const next = words.findIndex((word, index) => index > start && isOption(word));
  return (next === -1 ? words.length : next) - start;
}

/** Reports whether a constant word is an option. */
function isOption(word: string): boolean {
  return /^[-+]./.test(word);
}

function groupByFlag(shapes: readonly OptionShape[]): ReadonlyMap<string, readonly OptionShape[]> {
  const table = new Map<string, OptionShape[]>();
  for (const shape of shapes) for (const flag of shape.flags) table.set(flag, [...(table.get(flag) ?? []), shape]);
  return table;
}
