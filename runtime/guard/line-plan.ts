/** The words that a tool can write, as a table for reading them: derived from the same pattern that builds command lines. */
import { placeOf, toLineForm, writtenFlagOf } from "../argument/form.ts";
import type { LinePart } from "../command-line/pattern.ts";
import { linePattern } from "../command-line/pattern.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { expandCommand } from "../tool/environment-variables.ts";
import { createExpansion } from "./guarded-program.ts";
import type { Template } from "../tool/template.ts";
import { readTemplate } from "../tool/template.ts";
import type { Passed } from "./read-fill.ts";
import type { CommandHandler, Tool, ToolArg } from "../tool/tool.ts";
import { groupEntries } from "../text/group-entries.ts";
import type { LineConstant, OperandEntry, OptionShape, PartEntries } from "./line-entry.ts";
import { argumentEntries, constantShape, ENDS_OPTIONS, isEndOfOptions } from "./line-entry.ts";
import { itemEntries, toOperand } from "./line-item.ts";
import { countAddedWords } from "./added-words.ts";
import { spellConstant } from "./implied-words.ts";
import { leadingOperand, withSameOptions } from "./same-options.ts";

/** What the words of a tool can be. */
export interface LinePlan {
  readonly tool: Tool;
  readonly handler: CommandHandler;
  /** The words of the subcommand, which a caller must write. */
  readonly path: readonly string[];
  readonly options: readonly OptionShape[];
  /** Options by each of their spellings. */
  readonly flags: ReadonlyMap<string, readonly OptionShape[]>;
  /** Options that start with a text before their value. The longest text is first. */
  readonly prefixes: readonly OptionShape[];
  /** Operands in their order. */
  readonly operands: readonly OperandEntry[];
  readonly constants: readonly LineConstant[];
  /** The argument whose value the words of the subcommand are. Omitted if there is none. */
  readonly preset?: Passed;
  /** Whether an operand can follow `--end-of-options`, which the caller may write. */
  readonly hasEndOfOptions: boolean;
  /** Whether the first operand is the value of an option: `grep PATTERN`. */
  readonly hasLeadingOperand: boolean;
  /** Whether options can precede the words of the subcommand. */
  readonly hasLeadingOptions: boolean;
  /** Whether the config writes options after operands, so the program reads them there. */
  readonly hasOptionsLast: boolean;
}

/**
 * Returns the plans of a tool that runs a command: one, or one for each value of an argument whose values are subcommands.
 */
export function planLines(tool: Tool, handler: CommandHandler, program: string, env: Environment): readonly LinePlan[] {
  return withLeadingOperand(planLine(tool, handler, program, env), program).flatMap((plan) => splitSubcommands(plan, program));
}

/** Returns a plan, and the one in which the first operand is the value of an option: `grep PATTERN` for `grep -e PATTERN`. */
function withLeadingOperand(plan: LinePlan, program: string): readonly LinePlan[] {
  const flag = leadingOperand(program, plan.path);
  const shape = flag === undefined ? undefined : plan.flags.get(flag)?.find(({ fill }) => fill.kind === "item");
  if (shape?.fill.kind !== "item") return [plan];
  const { arg } = shape.fill;
  const options = plan.options.filter((one) => one !== shape);
  const first: OperandEntry = {
    kind: "arg",
    arg,
    ways: [{ templates: shape.values.filter((template) => !isEndOfOptions(template)) }],
    isList: false,
    isJoined: false,
    isRequired: true,
  };
  // The divider is the first entry: the program divides nothing after its first operand.
  const operands: readonly OperandEntry[] = [{ kind: "dashes" }, first, ...plan.operands.filter(({ kind }) => kind !== "dashes")];
  return [plan, { ...plan, options, flags: groupByFlag(options), operands, hasLeadingOperand: true }];
}

/** Returns a plan for each value of an argument whose values are subcommands, or the plan itself. */
function splitSubcommands(plan: LinePlan, program: string): readonly LinePlan[] {
  const place = plan.operands.findIndex(({ kind }) => kind !== "dashes");
  const chosen = plan.operands[place];
  if (chosen?.kind !== "arg" || chosen.isList || !chosen.ways.every(({ value }) => value !== undefined)) return [plan];
  const others = plan.operands.filter((entry) => entry !== chosen);
  const plans = chosen.ways.map(({ templates, value }): LinePlan => {
    const { path, constants } = splitConstants(program, templates.map(textOf), false);
    const written = constants.map((constant) => ({ ...constant, isAdded: false }));
    return {
      ...plan,
      path: [...plan.path, ...path],
      flags: groupByFlag([...plan.options, ...written.map((constant) => constantShape(constant))]),
      constants: [...plan.constants, ...written],
      operands: others,
      hasLeadingOptions: true,
      preset: { kind: "items", arg: chosen.arg, items: value === undefined ? [] : [value] },
    };
  });
  return chosen.isRequired ? plans : [...plans, { ...plan, operands: others }];
}

function textOf({ parts }: Template): string {
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

/**
 * Returns a function that returns the first word of the subcommand of a tool, or an empty string for a tool without one. Cheap, unlike the
 * plan: it expands the words that the tools of a config share once.
 */
export function createFirstWords(program: string, env: Environment): (handler: CommandHandler) => string {
  const firstOf = (words: readonly string[]): string | undefined =>
    words[0] === undefined || !isOption(words[0]) ? words[0] : splitConstants(program, words, false).path[0];
  const expand = createExpansion(env);
  const known = new Map<readonly string[], string | undefined>();
  return ({ program: { command }, command: own, changes }) => {
    if (!known.has(command)) known.set(command, splitConstants(program, expand(command).slice(1), changes?.command === undefined).path[0]);
    return known.get(command) ?? firstOf(own) ?? "";
  };
}

function planLine(tool: Tool, handler: CommandHandler, program: string, env: Environment): LinePlan {
  const base = expandCommand(handler.program.command, env).slice(1);
  const isOwn = handler.changes?.command === undefined;
  const first = splitConstants(program, base, isOwn);
  const second = splitConstants(program, handler.command, false);
  const parts = linePattern({ args: tool.args, global_args: [] }, handler);
  const entries = afterDashes(parts.map((part) => partEntries(part, tool, program)));
  const path = [...first.path, ...second.path];
  const shapes = [...first.constants, ...second.constants].flatMap((constant) => [
    constantShape(constant),
    ...spellConstant(constant.words, program, path).map((word) => constantShape(constant, [word])),
  ]);
  const own = [...shapes, ...tool.args.flatMap(directoryShapes), ...entries.flatMap((entry) => entry.shapes)];
  const options = withSameOptions(own, program, path);
  return {
    tool,
    handler,
    path,
    options,
    flags: groupByFlag(options),
    prefixes: options.filter(({ prefix }) => prefix !== undefined).toSorted((a, b) => (b.prefix ?? "").length - (a.prefix ?? "").length),
    operands: entries.flatMap(({ operands }) => operands),
    constants: [...first.constants, ...second.constants, ...entries.flatMap(({ constants }) => constants)],
    hasLeadingOperand: false,
    hasLeadingOptions: false,
    hasEndOfOptions: tool.args.some((arg) => writtenFlagOf(arg) === ENDS_OPTIONS),
    hasOptionsLast: entries.some((entry, index) => entry.operands.length > 0 && entries.slice(index + 1).some(hasShapes)),
  };
}

/** Returns the entries with the options after a `--` among constant words as operands. */
function afterDashes(entries: readonly PartEntries[]): readonly PartEntries[] {
  const divider = entries.findIndex(({ operands }) => operands.some(({ kind }) => kind === "dashes"));
  if (divider === -1) return entries;
  return entries.map((entry, index) =>
    index < divider ? entry : { ...entry, shapes: [], operands: [...entry.operands, ...mergeWays(entry.shapes.flatMap(toOperand))] },
  );
}

/** Returns one operand for all ways to write an argument. */
function mergeWays(operands: readonly OperandEntry[]): readonly OperandEntry[] {
  const [first, ...others] = operands;
  if (first?.kind !== "arg") return operands;
  const same = others.filter((entry) => entry.kind === "arg").filter(({ arg }) => arg === first.arg);
  return [{ ...first, ways: [...first.ways, ...same.flatMap(({ ways }) => ways)] }];
}

function hasShapes({ shapes }: PartEntries): boolean {
  return shapes.length > 0;
}

/** Returns the option of a working directory, if the program has a flag for it. */
function directoryShapes(arg: ToolArg): readonly OptionShape[] {
  const { spellings = [] } = arg;
  if (placeOf(arg) !== "directory" || spellings.length === 0) return [];
  return [{ flags: spellings, values: [readTemplate("{}")], style: "separate", fill: { kind: "item", arg } }];
}

const NO_ENTRIES: PartEntries = { shapes: [], operands: [], constants: [] };

function partEntries(part: LinePart, tool: Tool, program: string): PartEntries {
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
      return itemEntries(program, part.templates, tool.args);
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
    const known = isAddedAlways ? 0 : countAddedWords(program, words.slice(index));
    const length = known > 0 ? known : countWithValues(words, index);
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
  const table = groupEntries(shapes.flatMap((shape) => shape.flags.map((flag) => [flag, shape] as const)));
  // The option with most words is tried first: `-map 0 -c copy` before `-map 0`.
  return new Map([...table].map(([flag, own]) => [flag, own.toSorted((a, b) => b.values.length - a.values.length)]));
}
