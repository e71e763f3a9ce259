/** Adds missing tools and arguments of a program to an existing config. Only inserts text. */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { flagOf, placeOf } from "@climax-gen/runtime/internal/argument/form";
import type { CliFile, CommandTool } from "../../check/files/checked-file.ts";
import { DASH_DASH_KEYS } from "../../check/files/locations.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { CliDescription, CommandFacts, OptionFacts } from "../description.ts";
import { walkCommands } from "../description.ts";
import { commandPath } from "../../check/files/tool-program.ts";
import { toolName } from "../draft/argument-name.ts";
import { findActions } from "../draft/action-commands.ts";
import { draftOption, printArgument } from "../draft/draft-argument.ts";
import { draftToolLines, isTool, SHARED_TITLE } from "../draft/draft.ts";
import type { ToolDecisions } from "../draft/draft-tool.ts";
import { chooseOptions } from "../draft/choose-options.ts";

/** A config completed from a draft. */
export interface MergedConfig {
  readonly text: string;
  /** Arguments added to tools of the config. */
  readonly args: number;
  readonly tools: number;
  /** Names of tools that lack options, but whose `args` are a list in brackets or shared, which inserted lines cannot extend. */
  readonly skipped: readonly string[];
  /** Names of tools that lack options, and keep their arguments because the options were not requested. */
  readonly kept: readonly string[];
  /** Names of tools that are not added, because a comment names them. */
  readonly leftOut: readonly string[];
}

interface Insertion {
  readonly offset: number;
  readonly lines: readonly string[];
}

/** What limits the additions. */
export interface MergeLimits {
  readonly maxArgs: number;
  /** What the analysis of a draft found out, by the path of the command. */
  readonly decisions: ReadonlyMap<string, ToolDecisions>;
  /** True if the tools of the config keep their arguments, so that options that the user has deleted stay deleted. Defaults to false. */
  readonly keepsArgs?: boolean;
}

/** Adds to each tool the best `maxArgs` options of its command that it lacks, and a tool for each command that no tool calls and no comment names. */
export function mergeConfig(
  file: CliFile,
  description: CliDescription,
  { maxArgs, decisions, keepsArgs = false }: MergeLimits,
): MergedConfig {
  const commands = walkCommands(description.root);
  const actions = findActions(description.root, maxArgs)?.actions ?? [];
  const skipped: string[] = [];
  const kept: string[] = [];
  const insertions: Insertion[] = [];
  let args = 0;
  for (const [index, tool] of file.tools.entries()) {
    const path = commandPath(file, tool).join(" ");
    const command = actions.find((one) => callsAction(tool, one)) ?? commands.find((one) => one.path.join(" ") === path);
    const missing = command === undefined ? [] : findMissing(command, file, { tool, index, maxArgs, decisions });
    if (missing.length === 0) continue;
    if (keepsArgs) {
      if (!isShortDraft(file, index, command)) kept.push(tool.name);
      continue;
    }
    const taken = new Set([...tool.args, ...file.global_args].map(({ name }) => name));
    const items = missing.flatMap((option) => draftOption(option, taken));
    // At the end of `args`, options would follow the positional values.
    const isOrdered = tool.order !== undefined && tool.args.some((arg) => placeOf(arg) === "operand");
    const place = isOrdered ? undefined : findArgsEnd(file, index);
    if (place === undefined) {
      if (!isShortDraft(file, index, command)) skipped.push(tool.name);
      continue;
    }
    args += items.length;
    const lines = items.map((item) => printArgument(item, place.indent));
    insertions.push({ offset: place.offset, lines: [...place.before, ...lines] });
  }
  const covered = new Set(file.tools.map((tool) => commandPath(file, tool).join(" ")));
  const absent = commands.filter((command) => isTool(command, description.root) && !covered.has(command.path.join(" ")));
  const named = findNamedTools(file);
  const nameOf = ({ path }: CommandFacts): string => toolName(description.program, path);
  const added = absent.filter((command) => !named.has(nameOf(command)));
  const leftOut = absent.filter((command) => named.has(nameOf(command))).map(nameOf);
  const context = { program: description.program, maxArgs, endsOptions: endsOptionsByDefault(file) };
  const end = added.length === 0 ? undefined : findToolsEnd(file);
  if (end !== undefined) {
    const names = new Set(file.tools.map(({ name }) => name));
    const lines = added.flatMap((command) =>
      draftToolLines(command, { ...context, names, decisions: () => decisions.get(command.path.join(" ")) }),
    );
    insertions.push({ offset: end.offset, lines: lines.map((line) => `${end.indent}${line.slice(2)}`) });
  }
  return { text: insert(file.document.source.text, insertions), args, tools: end === undefined ? 0 : added.length, skipped, kept, leftOut };
}

/** Reports whether a tool calls a command that is an option: by a word, or by a required argument. */
function callsAction({ command, args }: CommandTool, { path: [flag = ""] }: CommandFacts): boolean {
  return command.split(/\s+/).includes(flag) || args.some((arg) => arg.required === true && spellings(arg).includes(flag));
}

interface MergedTool extends MergeLimits {
  readonly tool: CommandTool;
  /** Position in `tools`. */
  readonly index: number;
}

/** Reports whether a tool is in one line because its command is a low-level one: such a draft names no options. */
function isShortDraft({ document }: CliFile, tool: number, command: CommandFacts | undefined): boolean {
  const start = document.locate(["tools", tool])?.value.start;
  return command?.isLowLevel === true && start !== undefined && document.source.text[start] === "{";
}

/** Reports whether the config, or its defaults, writes `--` for tools without the key. */
function endsOptionsByDefault({ document }: CliFile): boolean {
  const places = [["defaults", ...DASH_DASH_KEYS], DASH_DASH_KEYS].map((path) => document.locate(path)?.value);
  const value = places.find((place) => place !== undefined);
  return value !== undefined && document.source.text.slice(value.start, value.end).trim() === "true";
}

/** Returns the best options of a command that its tool lacks. Ignores those that a comment of the tool names. */
function findMissing(command: CommandFacts, file: CliFile, { tool, index, maxArgs, decisions }: MergedTool): readonly OptionFacts[] {
  const constants = `${file.command} ${tool.command}`.split(/\s+/).map((word) => word.replace(/=.*$/, ""));
  const known = new Set([...constants, ...findCommented(file, index), ...[...tool.args, ...file.global_args].flatMap(spellings)]);
  const limits = {
    maxArgs,
    isReading: tool.risk === "read",
    excluded: decisions.get(command.path.join(" "))?.excluded ?? new Map<string, string>(),
  };
  return chooseOptions(command, limits).chosen.filter(
    (option) =>
      option.kind !== "unknown" &&
      !option.names.some((name) => known.has(name)) &&
      !(option.negation !== undefined && known.has(option.negation)),
  );
}

/**
 * Returns the options that a person, or the draft, has decided to leave out: those in the comments of a tool, in those of a tool that they
 * refer to (`12 as in git_diff`), and in the comment about options of most subcommands.
 */
function findCommented(file: CliFile, tool: number): readonly string[] {
  const own = readComments(file, tool);
  const named = new Set(own.flatMap((comment) => Array.from(comment.matchAll(/\bas +in +([\w-]+)/g), ([, name = ""]) => name)));
  const others = file.tools.flatMap(({ name }, index) => (named.has(name) ? readComments(file, index) : []));
  return [...own, ...others, ...readSharedComment(file)].flatMap((comment) => comment.match(/(?<![\w-])--?[A-Za-z0-9][\w-]*/g) ?? []);
}

/** Returns the names in comments that are alone in their lines. `12 as in git_diff` only refers to a tool. */
function findNamedTools({ document }: CliFile): ReadonlySet<string> {
  // The first line of a draft has the name of the program, which a tool can have, too.
  const text = document.source.text.replace(/^# Drafted from .*/, "");
  const comments = paragraphs(text).map((comment) => comment.replace(/\bas +in +[\w-]+/g, " "));
  return new Set(comments.flatMap((comment) => comment.match(/[\w-]+/g) ?? []));
}

/** Returns the comments of a tool that are alone in their lines, or beside `args:`. A paragraph is one comment. */
function readComments({ document }: CliFile, tool: number): readonly string[] {
  const { text } = document.source;
  const start = document.locate(["tools", tool])?.value.start;
  const end = document.locate(["tools", tool + 1])?.value.start ?? text.length;
  return start === undefined ? [] : paragraphs(text.slice(start, end));
}

/** Returns the comment of a draft about options of most subcommands. */
function readSharedComment({ document: { source } }: CliFile): readonly string[] {
  const start = source.text.indexOf(`# ${SHARED_TITLE}:`);
  return start === -1 ? [] : paragraphs(/^(?:#.*\r?\n)*/.exec(source.text.slice(start))?.[0] ?? "");
}

function paragraphs(text: string): readonly string[] {
  return Array.from(text.matchAll(/^ *(?:args: +)?#(.*(?:\r?\n *# .*)*)/gm), ([, comment = ""]) => comment.replace(/\r?\n *#/g, ""));
}

function spellings(arg: ToolArg): readonly string[] {
  const flag = flagOf(arg).replace(/=.*$/, "");
  const words = [...(arg.enum ?? []).map(String), ...Object.values(arg.enum_words ?? {}).flat()];
  return [flag, ...[...words, ...(arg.value ?? [])].filter((word) => word.startsWith("-"))];
}

interface ArgsEnd {
  readonly offset: number;
  readonly indent: string;
  /** Lines before the items: the key, if the tool has no `args`. */
  readonly before: readonly string[];
}

/** Returns the position after the arguments of a tool. Returns undefined if `args` is in brackets, an alias, or has aliases. */
function findArgsEnd({ document }: CliFile, tool: number): ArgsEnd | undefined {
  const { text } = document.source;
  const args = document.locate(["tools", tool, "args"]);
  const whole = document.locate(["tools", tool]);
  if (whole === undefined || whole.standIn !== undefined) return undefined;
  if (args === undefined) {
    const indent = " ".repeat(columnOf(text, whole.value.start));
    return text[whole.value.start] === "{"
      ? undefined
      : { offset: endOfContent(text, whole.value), indent: `${indent}  `, before: [`${indent}args:`] };
  }
  if (args.standIn !== undefined || text[args.value.start] !== "-" || isShared(text, args.value)) return undefined;
  return { offset: endOfContent(text, args.value), indent: " ".repeat(columnOf(text, args.value.start)), before: [] };
}

/** Reports whether a value has an anchor that is used elsewhere: `args: &shared`, followed by `args: *shared`. */
function isShared(text: string, { start }: Span): boolean {
  const name = /&([^\s,[\]{}]+)\s*$/.exec(text.slice(0, start).replace(/[ \t]+#.*\s*$/, ""))?.[1];
  return name !== undefined && text.split(/[\s,[\]{}]+/).includes(`*${name}`);
}

function findToolsEnd({ document }: CliFile): Omit<ArgsEnd, "before"> | undefined {
  const tools = document.locate(["tools"]);
  const { text } = document.source;
  if (tools === undefined || text[tools.value.start] !== "-") return undefined;
  return { offset: endOfContent(text, tools.value), indent: " ".repeat(columnOf(text, tools.value.start)) };
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

/** Returns the end of the last line of a block that is not empty, after a comment on this line. */
function endOfContent(text: string, { start, end }: Span): number {
  const last = start + text.slice(start, end).trimEnd().length;
  const line = text.indexOf("\n", last);
  return line === -1 ? text.length : line;
}

/** Inserts lines. Starts at the last offset, so that offsets stay valid. Insertions at one offset keep their order. */
function insert(text: string, insertions: readonly Insertion[]): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  let merged = text;
  for (const { offset, lines } of insertions.toReversed().toSorted((one, other) => other.offset - one.offset)) {
    const isCarriageReturn = merged[offset - 1] === "\r";
    const at = isCarriageReturn ? offset - 1 : offset;
    merged = `${merged.slice(0, at)}${newline}${lines.join(newline)}${merged.slice(at)}`;
  }
  return merged;
}
