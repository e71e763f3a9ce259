/** Lists how the tools of a config use their program. */
import type { OptionForm } from "@climax-gen/runtime/internal/argument/form";
import type { LinePart } from "@climax-gen/runtime/internal/command-line/pattern";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { toForm, writtenNegationOf } from "@climax-gen/runtime/internal/argument/form";
import { linePattern } from "@climax-gen/runtime/internal/command-line/pattern";
import { readTemplate } from "@climax-gen/runtime/internal/tool/template";
import type { CliFile, CommandTool } from "../check/files/checked-file.ts";
import { commandPath, commandWords, programOf, searchPathOf } from "../check/files/tool-program.ts";
import type { WordOrder } from "../check/files/word-order.ts";
import { wordOrderOf } from "../check/files/word-order.ts";

/** Notation of a flag: alone, before its value, or in one word with it. */
export type FlagForm = "switch" | "separate" | "glued";

/** The part of the config that has the flag: a command, a global argument, or a word of an item of `args`. */
export type FlagOrigin = "file_command" | "program" | "command" | "global_arg" | { readonly item: number; readonly word: number };

/** One flag that a tool passes to its program. */
export interface FlagUse {
  /** Name of the argument. Undefined for constant words. */
  readonly arg?: string;
  /** Omitted for the arguments of the tool. */
  readonly origin?: FlagOrigin;
  /** Without `=` and value. */
  readonly flag: string;
  /** True for a member of an `enum` that is a flag. */
  readonly isWord?: boolean;
  /** The flags that the same member of an `enum` writes before it. Omitted if there are none. */
  readonly before?: readonly string[];
  /** Undefined for constant words, whose values cannot be distinguished from other words. */
  readonly form?: FlagForm;
  /** The values of the argument's enum. Omitted if callers can pass any value. */
  readonly values?: readonly string[];
}

/** The subcommand and the flags that a tool uses. */
export interface ToolUse {
  readonly tool: string;
  /** Name or path from the config, with variables expanded. If the config sets `PATH`, the path of the file that is found there. */
  readonly program: string;
  /** Words of the subcommand. */
  readonly path: readonly string[];
  /** Words of enums that a call can pass where the program expects a subcommand. */
  readonly choices: readonly string[];
  readonly flags: readonly FlagUse[];
  /** Where flags and positional values are. Undefined unless calls can have both. */
  readonly order: WordOrder | undefined;
}

/** The environment in which the programs of configs are looked up. */
export interface Lookup {
  /** Variables that commands refer to. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the path of a program in these directories, if it exists. */
  readonly find: (program: string, searchPath: string) => string | undefined;
}

/** Returns the program of a tool: its path if the config has its own `PATH`, otherwise its name as written. */
export function findProgramOf(file: CliFile, tool: Pick<CommandTool, "program" | "env">, { env, find }: Lookup): string {
  const program = programOf(file, tool, env);
  const searchPath = searchPathOf(file, tool, env);
  return searchPath === (env["PATH"] ?? "") ? program : (find(program, searchPath) ?? program);
}

/** Returns the use of the program by every tool of a config, including global arguments. */
export function listToolUses(file: CliFile, lookup: Lookup): readonly ToolUse[] {
  return file.tools.map((tool) => ({
    tool: tool.name,
    program: findProgramOf(file, tool, lookup),
    path: commandPath(file, tool, lookup.env),
    choices: tool.args.flatMap((arg) => listChoices(arg)),
    flags: listFlags(file, tool),
    order: wordOrderOf(file, tool),
  }));
}

/** Words that start the command line of another program. */
const STARTS_PROGRAM = /^-(?:exec|execdir|ok|okdir)$/;

function listFlags(file: CliFile, tool: CommandTool): readonly FlagUse[] {
  const parts = linePattern({ args: tool.args, global_args: file.global_args }, tool);
  return beforeDashes(ownParts(parts), file, tool)
    .flatMap((part) => readPart(part, file, tool))
    .filter(({ flag }) => flag.startsWith("-") && !/^--?$|^-\d|^--end-of-options$/.test(flag));
}

/** Returns the parts up to the first `--` of the author, without the arguments after it: a program reads these as operands. */
function beforeDashes(parts: readonly LinePart[], file: CliFile, tool: CommandTool): readonly LinePart[] {
  const at = parts.findIndex((part) => part.kind === "dash_dash" || constantsOf(part, file, tool).includes("--"));
  return at === -1 ? parts : parts.slice(0, at + 1);
}

function constantsOf(part: LinePart, file: CliFile, tool: CommandTool): readonly string[] {
  if (part.kind === "cli_command") return commandWords(tool.program ?? file.command);
  if (part.kind === "tool_command") return commandWords(tool.command);
  return part.kind === "words" ? part.templates : [];
}

function untilDashes(words: readonly string[]): readonly string[] {
  const at = words.indexOf("--");
  return at === -1 ? words : words.slice(0, at);
}

function readPart(part: LinePart, file: CliFile, tool: CommandTool): readonly FlagUse[] {
  switch (part.kind) {
    case "cli_command":
      return readWords(constantsOf(part, file, tool), tool.program === undefined ? "file_command" : "program");
    case "tool_command":
      return readWords(constantsOf(part, file, tool), "command");
    case "arg":
      return readArgument(part.arg);
    case "global_arg":
      return readArgument(part.arg).map((use) => ({ ...use, origin: "global_arg" }));
    case "words":
      return untilDashes(part.templates).flatMap((template, word) =>
        listTexts(template, tool.args).flatMap((text) => readWords([text], { item: part.item, word })),
      );
    case "dash_dash":
      return [];
  }
}

/** Returns the texts that a constant word can have: one for each combination of the words of mapped values. Others stay placeholders. */
function listTexts(template: string, args: CommandTool["args"]): readonly string[] {
  let texts: readonly string[] = [""];
  for (const part of readTemplate(template).parts) {
    const words = part.kind === "text" ? [part.text] : mappedWords(part.name, args);
    texts = texts.flatMap((text) => words.map((word) => `${text}${word}`));
  }
  return texts;
}

function mappedWords(name: string, args: CommandTool["args"]): readonly string[] {
  const words = args.find((arg) => arg.name === name)?.enum_words;
  return words === undefined ? [`{${name}}`] : Object.values(words).flat();
}

function readWords(words: readonly string[], origin: FlagOrigin): readonly FlagUse[] {
  return untilDashes(words)
    .filter(isOption)
    .map((word) => ({ flag: word.replace(/=.*$/s, ""), origin }));
}

/** Returns the parts without those from the first word that starts another program, a subcommand or an effect, to which options belong. */
function ownParts(parts: readonly LinePart[]): readonly LinePart[] {
  const at = parts.findIndex((part) => part.kind === "words" && part.templates.some(startsAnother));
  const part = parts[at];
  if (part?.kind !== "words") return parts;
  const start = { ...part, templates: part.templates.slice(0, part.templates.findIndex(startsAnother)) };
  return [...parts.slice(0, at), start, ...parts.slice(at).filter(({ kind }) => kind === "global_arg")];
}

/**
 * Reports whether a word starts another program, subcommand or effect. This is an option such as `-exec`, or a name at the start of an item
 * or after a switch of one letter, as in `-n spectrogram`.
 */
function startsAnother(word: string, index: number, words: readonly string[]): boolean {
  const isStart = index === 0 || /^-[A-Za-z]$/.test(words[index - 1] ?? "");
  return STARTS_PROGRAM.test(word) || (isStart && /^[A-Za-z][\w-]{2,}$/.test(word));
}

function isName(word: string): boolean {
  return /^[A-Za-z]/.test(word);
}

function isOption(word: string): boolean {
  return /^-{1,2}[A-Za-z]/.test(word);
}

function readArgument(arg: ToolArg): readonly FlagUse[] {
  const form = toForm(arg);
  const lists = [...(arg.enum ?? []).map((value) => [String(value)]), ...Object.values(arg.enum_words ?? {})];
  // A flag that another member writes with `=` also works alone.
  const joined = new Set(lists.flat().flatMap((word) => (word.includes("=") ? [word.replace(/=.*$/s, "")] : [])));
  // After a name, such as a subcommand, flags belong to it.
  const flagged = lists.filter(([first = ""]) => form.place === "option" || !isName(first));
  const own = flagged.flatMap((words) =>
    untilDashes(words)
      .filter(isOption)
      .map((word, index, flags) => ({
        ...readWord(arg, word, words.length === 1 && !joined.has(word)),
        ...(index > 0 && { before: flags.slice(0, index) }),
      })),
  );
  // Templates and mapped values have no automatic flag.
  if (form.place === "words") return arg.enum_words === undefined ? [] : own;
  if (form.place !== "option") return own;
  return [...(arg.enum_words === undefined ? [] : own), ...readFlag(arg, form)];
}

/** Returns the first words that the members of an enum write, if they are names without a flag. */
function listChoices(arg: ToolArg): readonly string[] {
  const form = toForm(arg);
  if (form.place !== "operand" && form.place !== "words") return [];
  const isPlain = form.words.kind === "templates" && form.words.templates.join(" ") === "{}";
  const firsts = form.words.kind === "mapped" ? Object.values(form.words.table).map(([first = ""]) => first) : isPlain ? arg.enum : [];
  return (firsts ?? []).map(String).filter(isName);
}

/** Returns the use of a flag in an `enum`. The form is omitted if further words follow, because they can be its value. */
function readWord({ name }: ToolArg, word: string, isAlone: boolean): FlagUse {
  return { arg: name, flag: word.replace(/=.*$/s, ""), isWord: true, ...(isAlone && !word.includes("=") && { form: "switch" }) };
}

function readFlag(arg: ToolArg, { flag, isGlued, words }: OptionForm): readonly FlagUse[] {
  const [name = "", value] = flag.split(/=(.*)/s);
  if (arg.type === "boolean") {
    // `flag: --x=` passes an empty value, unless words stand for `true`.
    const isEmpty = value === "" && words.kind !== "mapped";
    const form = value === undefined ? ({ form: "switch" } as const) : isEmpty ? ({ form: "glued" } as const) : {};
    return [name, writtenNegationOf(arg) ?? []].flat().map((written) => ({ arg: arg.name, flag: written, ...form }));
  }
  const form = isGlued || words.kind === "optional" ? "glued" : "separate";
  return [{ arg: arg.name, flag: name, form, ...(arg.enum && { values: arg.enum.map(String) }) }];
}
