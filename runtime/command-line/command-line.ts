/** Builds the command line of a call, once per call. */
import type { Place } from "../argument/form.ts";
import { isInFile, isOperand, placeOf, variableOf } from "../argument/form.ts";
import { expandCommand, expandVariables } from "../tool/environment-variables.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { CommandHandler, Tool, ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";
import type { CommandWord } from "./command-word.ts";
import { dashFactsOf } from "./dash-guard.ts";
import type { FilledPart } from "./pattern.ts";
import { fillPattern, hasDashDash } from "./pattern.ts";

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
  /** The variables that expand the words. `env` still determines the number of words. Defaults to `env`. */
  readonly shownEnv?: Environment;
}

function listWords(tool: Pick<Tool, "args">, handler: CommandHandler, inputs: WordInputs): readonly CommandWord[] {
  const { env, shownEnv = env } = inputs;
  const base = expandCommand(handler.program.command, env);
  const started = [...base, ...handler.command];
  const filled = fillPattern(tool, handler, {
    ...inputs,
    facts: dashFactsOf(started, tool.args, hasDashDash(handler)),
    expandCommand: (words) => (started.length === 0 || shownEnv === env ? base : expandCommand(words, shownEnv)),
    expandDefault: (raw) => {
      const text = expandVariables(raw, env);
      // A text with a `$` but no variable that is set is not written (vectors argv.global.*).
      return text === raw && raw.includes("$") ? undefined : { text, shown: expandVariables(raw, shownEnv) };
    },
  });
  // A command such as `$APP` can expand to nothing. In that case, the caller's first operand must not become the program.
  const isFirst = ({ part }: FilledPart): boolean =>
    handler.order === undefined ? part.kind === "arg" && isOperand(part.arg) : part.kind === "arg" || part.kind === "words";
  return started.length === 0 && filled.some(isFirst) ? [] : filled.flatMap(({ words }) => words);
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
