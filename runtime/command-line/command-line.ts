/** Builds the command line of a call, once per call. */
import type { Place } from "../argument/form.ts";
import { isInFile, isOnCommandLine, placeOf, variableOf } from "../argument/form.ts";
import { expandCommand, expandVariables } from "../tool/environment-variables.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { CommandHandler, Tool, ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";
import { placeholdersOf } from "../tool/template.ts";
import type { WordedArg } from "./argument-words.ts";
import { argumentWords } from "./argument-words.ts";
import type { CommandWord } from "./command-word.ts";
import { constantWords } from "./constant-words.ts";
import { makeWord } from "./command-word.ts";
import { isDashAllowed, isNumeric } from "./dash-guard.ts";
import type { MeasuredProgram } from "../word-grammar/measured-program.ts";
import { findPassed, measuredProgram } from "../word-grammar/measured-program.ts";

/** The inputs of a process: its words, and the values that are not on the command line. */
export interface CommandLine {
  /** The program and its arguments. Empty if the config's command expands to nothing. */
  readonly words: readonly CommandWord[];
  /**
   * The words for people and records: the config's variables have their names (`$TOKEN`) instead of their values, which can be secrets.
   * Defaults to `words`. The number of words can differ.
   */
  readonly namedWords?: readonly CommandWord[];
  /** Standard input. Omitted if standard input is closed, also for an empty string (vector call.stdin.004). */
  readonly stdin?: PlacedText;
  /** The directory argument of the call, not expanded (vectors call.cwd.*). Omitted if empty: models send `""` for missing values. */
  readonly cwd?: PlacedText;
  /** Variables of the process. They override the variables of the config. Omitted if empty. */
  readonly variables?: readonly PlacedVariable[];
  /** Temporary files to write before the program starts. Omitted if empty. */
  readonly files?: readonly PlacedFile[];
}

/** The value of an argument that is not on the command line. The items of a list are joined as lines. */
export interface PlacedText {
  readonly arg: ToolArg;
  readonly text: string;
}

/** The value of an argument in an environment variable. `name` is the name of the variable. */
export interface PlacedVariable extends PlacedText {
  readonly name: string;
}

/** A text that the program reads from a file. Its `path` is a word, or a part of a word, on the command line. */
export interface PlacedFile extends PlacedText {
  readonly folder: string;
  readonly path: string;
}

/** The inputs of a command line, apart from the tool. */
export interface LineInputs {
  /** Validated values with defaults. */
  readonly values: ReadonlyMap<string, ArgValue>;
  readonly env: Environment;
  /** Returns the directory for the temporary files of the call. Called once, and only if the call has files. */
  readonly fileFolder?: () => string;
}

/** Builds the command line of a call. */
export function buildCommandLine(tool: Pick<Tool, "args">, handler: CommandHandler, inputs: LineInputs): CommandLine {
  const { values } = inputs;
  const files = placeFiles(tool.args, inputs);
  const stdin = findText(tool.args, values, "stdin");
  const cwd = directoryArgument(tool.args, values);
  const variables = placeVariables(tool.args, values);
  return {
    words: listWords(tool, handler, { ...inputs, files }),
    ...(usesVariables(handler.program) && {
      namedWords: listWords(tool, handler, { ...inputs, files, shownEnv: emptyVariables(inputs.env) }),
    }),
    ...(stdin && { stdin }),
    ...(cwd && { cwd }),
    ...(variables.length > 0 && { variables }),
    ...(files.length > 0 && { files }),
  };
}

/** Returns the value of the `cwd` argument, if the call has one. */
export function directoryArgument(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>): PlacedText | undefined {
  return findText(args, values, "directory");
}

/** Reports whether the config's command or a global argument has a variable or `~`. */
function usesVariables({ command, global_args }: CommandHandler["program"]): boolean {
  return [...command, ...global_args.flatMap((arg) => listItems(arg.default))].some((text) => /[$~]/.test(String(text)));
}

/** Returns the variables without a visible value. Expanding a text with them keeps the names of the other variables. */
function emptyVariables(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value.trim() === ""));
}

/** Returns the words as strings, the program first. */
export function argvOf({ words }: Pick<CommandLine, "words">): readonly string[] {
  return words.map(({ text }) => text);
}

interface WordInputs extends LineInputs {
  readonly files: readonly PlacedFile[];
  /** The variables that expand the texts of the words. `env` still decides which words there are. Defaults to `env`. */
  readonly shownEnv?: Environment;
}

/** The facts that decide which values of an argument are guarded. */
interface Guard extends WordInputs {
  readonly measured: MeasuredProgram;
  /** Whether operands follow `--`. */
  readonly hasEnd: boolean;
  /** The operands that another program reads, which the config's author has chosen. */
  readonly passed: readonly ToolArg[];
}

/**
 * Returns the words in order: the CLI's command, the tool's command, positionals, flags in definition order, the CLI's global arguments
 * (vectors argv.*). With `end_of_options`, the positionals come last, after `--`. With `order`, the arguments and constant words are in
 * that order, before the global arguments; an argument in constant words adds no separate words.
 */
function listWords({ args }: Pick<Tool, "args">, handler: CommandHandler, inputs: WordInputs): readonly CommandWord[] {
  const { program, end_of_options, order } = handler;
  const { values, env, shownEnv = env } = inputs;
  const started = startWords(handler, env);
  const start = started.length === 0 || shownEnv === env ? started : startWords(handler, shownEnv);
  const measured = measuredProgram(started.map(({ text }) => text));
  const globals = program.global_args.flatMap((arg) => globalWords(arg, env, shownEnv));
  const hasEnd = end_of_options === true && order === undefined;
  const passed = findPassed(measured, args);
  const wordsOf = (arg: ToolArg): readonly CommandWord[] => {
    const value = isOnCommandLine(arg) ? values.get(arg.name) : undefined;
    return value === undefined ? [] : argumentWords(toWorded(arg, value, { ...inputs, measured, hasEnd, passed }), value);
  };
  if (order !== undefined) {
    // An argument inside constant words adds no separate words.
    const placed = new Set(order.flatMap((item) => (typeof item === "string" ? [] : item.flatMap(placeholdersOf))));
    const ordered = order.flatMap((item, index) => {
      if (typeof item === "string") return placed.has(item) ? [] : args.filter(({ name }) => name === item).flatMap(wordsOf);
      return constantWords(item, index, { args, ...inputs, readsNegatives: measured.readsNegatives });
    });
    return start.length === 0 && ordered.length > 0 ? [] : [...start, ...ordered, ...globals];
  }
  const operands = args.filter(isOperand).flatMap(wordsOf);
  const options = args.filter((arg) => !isOperand(arg)).flatMap(wordsOf);
  // A command such as `$APP` can expand to nothing. In that case, the caller's first operand must not become the program.
  if (start.length === 0 && operands.length > 0) return [];
  if (!hasEnd) return [...start, ...operands, ...options, ...globals];
  const end = operands.length === 0 ? [] : [makeWord({ kind: "end_of_options" }, ["--"])];
  return [...start, ...options, ...globals, ...end, ...operands];
}

/** Returns the words of the CLI's command and of the tool's command. */
function startWords({ program, command }: CommandHandler, env: Environment): readonly CommandWord[] {
  return [
    ...expandCommand(program.command, env).map((text) => makeWord({ kind: "cli_command" }, [text])),
    ...command.map((text) => makeWord({ kind: "tool_command" }, [text])),
  ];
}

function isOperand(arg: ToolArg): boolean {
  return placeOf(arg) === "operand";
}

function toWorded(arg: ToolArg, value: ArgValue, { files, measured, hasEnd, passed }: Guard): WordedArg {
  const file = arg.file && files.find((candidate) => candidate.arg === arg);
  const isAfterEnd = hasEnd && measured.endsOptions && isOperand(arg) && !passed.includes(arg);
  const isAllowed = isDashAllowed(arg, value) || (isNumeric(arg) && (placeOf(arg) === "option" || measured.readsNegatives));
  const { takesDashes } = measured;
  return { arg, kind: "arg", isGuarded: !isAfterEnd && !isAllowed, takesDashes, ...(file && { text: file.path }) };
}

/**
 * Returns the words of a global argument: its flag and its expanded default. Returns no words if the default expands to nothing, or if
 * it contains a `$` but no variable that is set (vectors argv.global.*).
 */
function globalWords(arg: ToolArg, env: Environment, shownEnv: Environment): readonly CommandWord[] {
  return listItems(arg.default).flatMap((value) => {
    const raw = String(value);
    const text = expandVariables(raw, env);
    if (text === "" || (text === raw && raw.includes("$"))) return [];
    const worded: WordedArg = { arg, kind: "global_arg", text: expandVariables(raw, shownEnv), isGuarded: false, takesDashes: true };
    if (arg.type !== "boolean") return argumentWords(worded, value);
    return argumentWords(worded, text === "true" || text === "True" || text === "1");
  });
}

function placeVariables(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>): readonly PlacedVariable[] {
  return args.flatMap((arg) => {
    const name = variableOf(arg);
    const value = values.get(arg.name);
    if (name === undefined || value === undefined) return [];
    return [{ name, arg, text: joinValues(value, arg.join) }];
  });
}

function placeFiles(args: readonly ToolArg[], { values, fileFolder = displayedFolder }: LineInputs): readonly PlacedFile[] {
  const given = args.filter((arg) => isInFile(arg) && values.has(arg.name));
  if (given.length === 0) return [];
  const folder = fileFolder();
  return given.map((arg, index) => {
    const text = joinValues(values.get(arg.name));
    // The file is named by a number, because the name of an argument may contain characters that are unsafe in a path.
    return { arg, folder, path: `${folder}/${index + 1}${arg.file?.suffix ?? ""}`, text };
  });
}

/** Returns the directory of command lines that are only displayed. */
export function displayedFolder(): string {
  return "/tmp/climax-…";
}

/** Returns the value of the first `stdin` or `cwd` argument that has one (vector call.stdin.017). */
function findText(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>, place: Place): PlacedText | undefined {
  const arg = args.find((candidate) => placeOf(candidate) === place && values.has(candidate.name));
  const text = joinValues(arg && values.get(arg.name));
  return arg === undefined || text === "" ? undefined : { arg, text };
}

/** Returns a value as one text. The items of a list are joined with the separator, which defaults to a line feed. */
function joinValues(value: ArgValue | undefined, separator = "\n"): string {
  return listItems(value).map(String).join(separator);
}
