/** The words of a tool as data: its parts in their order, filled with the values of a call, or with one placeholder for each argument. */
import { isOnCommandLine, isOperand, placeOf, toLineForm } from "../argument/form.ts";
import { unquoteWords } from "../tool/command-words.ts";
import { placeholdersOf } from "../tool/template.ts";
import type { ArgValue, CommandRules } from "../tool/tool-spec.ts";
import type { CommandHandler, Tool, ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";
import type { WordedArg } from "./argument-words.ts";
import { argumentWords } from "./argument-words.ts";
import type { CommandWord } from "./command-word.ts";
import { dashDashWord, makeWord } from "./command-word.ts";
import type { TemplateInputs } from "./constant-words.ts";
import { constantWords } from "./constant-words.ts";
import type { DashFacts } from "./dash-guard.ts";
import { dashFactsOf, followsDashDash, isDashAllowed, isNumeric } from "./dash-guard.ts";

/** Consecutive words of a command line that a call writes together or omits together. */
export type LinePart =
  | { readonly kind: "cli_command" }
  | { readonly kind: "tool_command" }
  | { readonly kind: "dash_dash" }
  | { readonly kind: "arg" | "global_arg"; readonly arg: ToolArg }
  /** Constant words, with the values of arguments in them. `item` is their position in `order`. */
  | { readonly kind: "words"; readonly item: number; readonly templates: readonly string[] };

/** The arguments of a tool, and those of its program. */
export interface LineArgs {
  readonly args: readonly ToolArg[];
  readonly global_args: readonly ToolArg[];
}

/**
 * Returns the parts in order: the CLI's command, the tool's command, positionals, flags in definition order, the CLI's global arguments
 * (vectors argv.*). With `--`, the positionals come last, after it. With `order`, the arguments and constant words are in that order,
 * before the global arguments; an argument in constant words adds no separate words.
 */
export function linePattern({ args, global_args }: LineArgs, rules: DashRules): readonly LinePart[] {
  const start: readonly LinePart[] = [{ kind: "cli_command" }, { kind: "tool_command" }];
  const globals = global_args.map((arg): LinePart => ({ kind: "global_arg", arg }));
  const written = args.filter(isOnCommandLine).map((arg) => ({ kind: "arg", arg }) as const);
  const { order } = rules;
  if (order !== undefined) {
    const placed = new Set(order.flatMap((item) => (typeof item === "string" ? [] : item.flatMap(placeholdersOf))));
    const ordered = order.flatMap((item, index): readonly LinePart[] => {
      if (typeof item !== "string") return [{ kind: "words", item: index, templates: item }];
      return placed.has(item) ? [] : written.filter(({ arg }) => arg.name === item);
    });
    return [...start, ...ordered, ...globals];
  }
  const operands = written.filter(({ arg }) => isOperand(arg));
  const options = written.filter(({ arg }) => !isOperand(arg));
  if (operands.length === 0 || !hasDashDash(rules)) return [...start, ...operands, ...options, ...globals];
  return [...start, ...options, ...globals, { kind: "dash_dash" }, ...operands];
}

/** The keys of a tool that decide whether `--` precedes the operands. */
export type DashRules = Pick<CommandRules, "order" | "end_of_options">;

/** Reports whether `--` precedes the operands of a tool. With `order`, the command line has no `--` of its own. */
export function hasDashDash({ order, end_of_options }: DashRules): boolean {
  return end_of_options === true && order === undefined;
}

/** A part of a command line, and its words. */
export interface FilledPart {
  readonly part: LinePart;
  readonly words: readonly CommandWord[];
}

/** The strings that fill a pattern. */
export interface Filling extends Pick<TemplateInputs, "values" | "files"> {
  readonly facts: DashFacts;
  readonly expandCommand: (words: readonly string[]) => readonly string[];
  /** Returns the text of a global argument, and the text to show for it. Returns undefined if the call does not write it. */
  readonly expandDefault: (text: string) => { readonly text: string; readonly shown: string } | undefined;
}

/** Returns the parts of the command line that have words. `--` has words only if operands follow it. */
export function fillPattern({ args }: Pick<Tool, "args">, handler: CommandHandler, filling: Filling): readonly FilledPart[] {
  const parts = linePattern({ args, global_args: handler.program.global_args }, handler);
  const owned = { ...filling, args, handler };
  const written = parts.map((part) => ({ part, words: fillPart(part, owned) })).filter(({ words }) => words.length > 0);
  const hasOperands = written.some(({ part }) => part.kind === "arg" && isOperand(part.arg));
  return written.filter(({ part }) => part.kind !== "dash_dash" || hasOperands);
}

function fillPart(
  part: LinePart,
  filling: Filling & { readonly args: readonly ToolArg[]; readonly handler: CommandHandler },
): readonly CommandWord[] {
  const { values, handler, facts } = filling;
  switch (part.kind) {
    case "cli_command":
      return filling.expandCommand(handler.program.command).map((text) => makeWord({ kind: part.kind }, [text]));
    case "tool_command":
      return handler.command.map((text) => makeWord({ kind: part.kind }, [text]));
    case "dash_dash":
      return [dashDashWord()];
    case "arg": {
      const value = values.get(part.arg.name);
      return value === undefined ? [] : argumentWords(toWorded(part.arg, value, filling), value);
    }
    case "global_arg":
      return globalWords(part.arg, filling);
    case "words":
      return constantWords(part.templates, part.item, { ...filling, readsNegatives: facts.readsNegatives });
  }
}

function toWorded(arg: ToolArg, value: ArgValue, { files, facts }: Filling): WordedArg {
  const file = arg.file && files.find((candidate) => candidate.arg === arg);
  const isAllowed = isDashAllowed(arg, value) || (isNumeric(arg) && (placeOf(arg) === "option" || facts.readsNegatives));
  const isGuarded = !followsDashDash(arg, facts) && !isAllowed;
  return { arg, kind: "arg", isGuarded, takesDashes: facts.takesDashes, ...(file && { text: file.path }) };
}

/** Returns the words of a global argument: its flag and its expanded default. Returns no words if the default expands to nothing. */
function globalWords(arg: ToolArg, { expandDefault }: Filling): readonly CommandWord[] {
  return listItems(arg.default).flatMap((value) => {
    const expanded = expandDefault(String(value));
    if (expanded === undefined || expanded.text === "") return [];
    const { text, shown } = expanded;
    const worded: WordedArg = { arg, kind: "global_arg", text: shown, isGuarded: false, takesDashes: true };
    return argumentWords(worded, arg.type === "boolean" ? text === "true" || text === "True" || text === "1" : value);
  });
}

/**
 * Returns the parts that a call can write, with the words of `placeholderOf` for each argument. A forbidden argument has its default.
 * Variables of the config are not expanded.
 */
export function wordPattern(tool: Pick<Tool, "args">, handler: CommandHandler): readonly FilledPart[] {
  const values = tool.args.map((arg) => [arg.name, arg.limits?.forbidden === true ? arg.default : placeholderOf(arg)] as const);
  return fillPattern(tool, handler, {
    values: new Map(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))),
    files: [],
    facts: dashFactsOf([], [], false),
    expandCommand: unquoteWords,
    expandDefault: (text) => ({ text, shown: text }),
  });
}

/** Returns the words that an argument writes for its placeholder. */
export function argumentPattern(arg: ToolArg): readonly CommandWord[] {
  return argumentWords({ kind: "arg", arg, isGuarded: false, takesDashes: true }, placeholderOf(arg));
}

/**
 * Returns a value that stands for all values of an argument: the name of the argument, `true` if it writes the flag alone, or the first
 * value with words if the values are mapped.
 */
export function placeholderOf(arg: ToolArg): ArgValue {
  const { words } = toLineForm(arg);
  if (words.kind === "switch") return true;
  if (words.kind === "mapped") return Object.keys(words.table).find((key) => (words.table[key] ?? []).length > 0) ?? "";
  return arg.type === "map" ? { [arg.name]: arg.name } : arg.name;
}
