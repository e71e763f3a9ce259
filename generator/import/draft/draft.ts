/** Prints a description as a config. Pure. */
import type { CliDescription, CommandFacts } from "../description.ts";
import { walkCommands } from "../description.ts";
import { oncePer, oncePerNumber } from "../once-per.ts";
import { runsItself } from "../describe/groups.ts";
import { findActions } from "./action-commands.ts";
import { takeName, toolName } from "./argument-name.ts";
import { RUNS_PROGRAM } from "./acting-options.ts";
import type { Evidence } from "./choose-options.ts";
import { cite, draftOption, printArgument } from "./draft-argument.ts";
import { type DraftContext, type DraftedTool, draftTool, type PrintedTool, type ToolDecisions, type UsedGroup } from "./draft-tool.ts";
import { type CommentStyle, createCommentPrinter, nameOptions, optionComment } from "./option-comment.ts";
import { DEFAULT_MAX_ARGS } from "./max-args.ts";
import { isHelpOption } from "./rank.ts";
import { chooseShared, type SharedOptions } from "./shared-options.ts";
import { MAX_TOOL_TEXT, shortenText } from "./short-text.ts";
import { DASH_DASH_KEY, endsOptionsOf } from "./tool-keys.ts";
import { commentText, yamlText } from "./yaml-text.ts";

/** Options of a draft. */
export interface DraftOptions {
  /** Word for `command:`. Defaults to the program's name. */
  readonly command?: string;
  /** Maximum number of options of a tool that become arguments; the others become comments. */
  readonly maxArgs: number;
  /** Text of the first comment: sources and versions. */
  readonly header: string;
  /** What an analysis of an earlier draft found out, by the name of the tool. Defaults to nothing. */
  readonly decisions?: ReadonlyMap<string, ToolDecisions>;
  /** False to omit the examples of the pages. Defaults to true. */
  readonly hasExamples?: boolean;
  /** Defaults to names. */
  readonly comments?: CommentStyle;
  /** What options must show to become arguments. By default, as little as a draft of at most 1,500 lines allows. */
  readonly evidence?: Evidence;
}

/** A drafted config. */
export interface Draft {
  readonly text: string;
  readonly tools: readonly DraftedTool[];
  /** What the options showed. Omitted if nothing was required. */
  readonly evidence?: Evidence;
}

/** Number of lines above which a draft with the default number of options leaves out options with little evidence. */
const MAX_LINES = 1500;

/** What options must show to become arguments, from the least to the most. */
const EVIDENCE = [
  { free: DEFAULT_MAX_ARGS, score: 0 },
  { free: DEFAULT_MAX_ARGS, score: 0, isBrief: true },
  { free: 5, score: 2, isBrief: true },
  { free: 3, score: 3, isBrief: true },
] as const satisfies readonly Evidence[];

/**
 * Drafts a config with a tool for every command that does something. Unless `maxArgs` is more than the default, a draft of many tools has
 * fewer options.
 */
export function draftConfig(description: CliDescription, options: DraftOptions): Draft {
  const { maxArgs, comments = "names", evidence } = options;
  if (evidence !== undefined || maxArgs > DEFAULT_MAX_ARGS) return draftWith(description, options).draft;
  const named = draftShort(description, { ...options, comments: "names" });
  return comments === "names" ? named : draftWith(description, { ...options, ...(named.evidence && { evidence: named.evidence }) }).draft;
}

/**
 * Drafts with the least evidence with which the draft is short enough. A draft of so many tools that none is short enough keeps its options:
 * a few lines less would not make it readable.
 */
function draftShort(description: CliDescription, options: DraftOptions): Draft {
  let brief: Draft | undefined;
  for (const evidence of EVIDENCE) {
    const { draft, lines } = draftWith(description, { ...options, evidence });
    if (lines <= MAX_LINES) return draft;
    if (evidence === EVIDENCE[1]) brief = draft;
  }
  return brief ?? draftWith(description, { ...options, evidence: EVIDENCE[1] }).draft;
}

interface CountedDraft {
  readonly draft: Draft;
  /** Number of lines. */
  readonly lines: number;
}

function draftWith(description: CliDescription, options: DraftOptions): CountedDraft {
  const { program, root } = description;
  const {
    command,
    maxArgs,
    header,
    decisions = new Map<string, ToolDecisions>(),
    hasExamples = true,
    comments = "names",
    evidence,
  } = options;
  const { commands, owned, endsOptions, summaries } = findTools(root)(maxArgs);
  const shared = chooseShared(
    commands,
    [...decisions.values()].flatMap(({ excluded }) => [...excluded.keys()]),
  );
  const groups = draftGroups(shared);
  const hasActions = commands.some(({ isAction }) => isAction);
  const printOmitted = createCommentPrinter(comments);
  const context = {
    program,
    names: new Set<string>(),
    maxArgs,
    ...(evidence && { evidence }),
    hasExamples,
    endsOptions,
    printOmitted,
  };
  const lost = owned.filter((one) => isLost(one, decisions.get(toolName(program, one.path))));
  const kept = owned.filter((one) => !lost.includes(one));
  const drafted = kept.map((own) => {
    const path = own.path.join(" ");
    const parentSummary = summaries.get(own.path.slice(0, -1).join(" "));
    return draftTool(own, {
      ...context,
      decisions: (tool) => decisions.get(tool),
      ...(hasActions && { isNamedAbove: shared.isShared }),
      groups: groups.filter(({ commands: users }) => users.has(path)),
      ...(parentSummary !== undefined && { parentSummary }),
    });
  });
  const lines = [
    ...[...header.split("\n"), ...(evidence?.isBrief ? describeBrevity(program, evidence, commands) : [])].map((line) =>
      `# ${line}`.trimEnd(),
    ),
    `name: ${yamlText(toolName(program, []))}`,
    ...describeProgram(root),
    `command: ${yamlText(command ?? program)}`,
    ...programVersion(description),
    ...(endsOptions ? [`${DASH_DASH_KEY}: true`] : []),
    ...printGroups(groups),
    ...printShared(shared, lost, comments),
    "tools:",
    ...drafted.flatMap(({ lines: own }) => own),
  ];
  const tools = drafted.map(({ tool }) => tool);
  return { draft: { text: `${lines.join("\n")}\n`, tools, ...(evidence && { evidence }) }, lines: lines.length };
}

/** What is the same in all drafts of a description. */
interface Tools {
  /** The commands that become tools. */
  readonly commands: readonly CommandFacts[];
  /** The same commands without the options that the draft contains once. */
  readonly owned: readonly CommandFacts[];
  readonly endsOptions: boolean;
  readonly summaries: ReadonlyMap<string, string>;
}

const findTools = oncePer((root: CommandFacts) => oncePerNumber((maxArgs) => listTools(root, maxArgs)));

function listTools(root: CommandFacts, maxArgs: number): Tools {
  const commands = listToolCommands(root, maxArgs);
  const { isShared } = chooseShared(commands, []);
  const hasActions = commands.some(({ isAction }) => isAction);
  const isKept = ({ isAction = false }: CommandFacts): boolean => hasActions && !isAction;
  return {
    commands,
    owned: commands.map((one) => (isKept(one) ? one : { ...one, options: one.options.filter((option) => !isShared(option)) })),
    endsOptions: commands.filter(endsOptionsOf).length >= 2 && isMostly(commands.filter(hasPositionals), endsOptionsOf),
    summaries: summarizeGroups(root),
  };
}

function listToolCommands(root: CommandFacts, maxArgs: number): readonly CommandFacts[] {
  const actions = findActions(root, maxArgs);
  if (actions === undefined) return walkCommands(root).filter((one) => isTool(one, root));
  return [...(actions.root === undefined ? [] : [actions.root]), ...actions.actions];
}

/** Returns the lines that say what a brief draft leaves out. */
function describeBrevity(program: string, { free }: Evidence, commands: readonly CommandFacts[]): readonly string[] {
  return [
    ...(free < DEFAULT_MAX_ARGS
      ? [`Many tools, so few options each: \`climax-gen import ${program} SUBCOMMAND\` drafts more of them.`]
      : []),
    ...(commands.some(({ isLowLevel }) => isLowLevel)
      ? ["Tools of low-level commands, in one line, have only the options that they need."]
      : []),
  ];
}

function hasPositionals({ positionals }: CommandFacts): boolean {
  return positionals.length > 0;
}

/** Reports whether a condition holds for more than half of the items. */
function isMostly<Item>(items: readonly Item[], holds: (item: Item) => boolean): boolean {
  return items.filter(holds).length * 2 > items.length;
}

function describeProgram({ summary }: CommandFacts): readonly string[] {
  if (summary === undefined) return [];
  const { text, rest } = shortenText(summary.value, MAX_TOOL_TEXT);
  return [`description: ${yamlText(text)} # ${[cite(summary), ...(rest === "" ? [] : [commentText(rest)])].join(" ")}`];
}

/** Returns the first sentences about the commands that have subcommands, by path. */
function summarizeGroups(root: CommandFacts): ReadonlyMap<string, string> {
  return new Map(
    walkCommands(root)
      .filter(({ path, summary, commands }) => path.length > 0 && summary !== undefined && commands.length > 0)
      .map(({ path, summary }) => [path.join(" "), shortenText(summary?.value ?? "", MAX_TOOL_TEXT - 30).text]),
  );
}

function programVersion({ version, versionCommand = "--version" }: CliDescription): readonly string[] {
  if (version === undefined) return [];
  return [
    `program_version: ${yamlText(`>=${version}`)}`,
    ...(versionCommand === "--version" ? [] : [`version_command: ${yamlText(versionCommand)}`]),
  ];
}

interface DraftedGroup extends UsedGroup {
  /** Paths of the commands whose tools use the group. */
  readonly commands: ReadonlySet<string>;
}

/** Returns the groups of arguments that select what calls act on. */
function draftGroups({ groups }: SharedOptions): readonly DraftedGroup[] {
  const names = new Set<string>();
  return groups.map((options) => {
    const taken = new Set<string>();
    const drafted = options.map(({ option }) => ({ option, args: draftOption(option, taken) }));
    return {
      name: takeName(options[0]?.option.isForActions === true ? "options" : (drafted[0]?.args[0]?.name ?? "target"), names),
      options: drafted,
      commands: options[0]?.commands ?? new Set(),
    };
  });
}

function printGroups(groups: readonly DraftedGroup[]): readonly string[] {
  if (groups.length === 0) return [];
  return [
    "arg_groups:",
    ...groups.flatMap(({ name, options }) => [
      `  ${name}:`,
      ...options.flatMap(({ args }) => args.map((arg) => printArgument(arg, "    "))),
    ]),
  ];
}

/** Reports whether a command is an option with a value that must not become an argument: its tool could not call it. */
function isLost({ path: [flag = ""], words }: CommandFacts, decisions: ToolDecisions | undefined): boolean {
  return words?.length === 0 && decisions?.excluded.has(flag) === true;
}

/** Returns the comments about options of most subcommands. `lost`: commands without a tool, because their value is run. */
function printShared({ common }: SharedOptions, lost: readonly CommandFacts[], style: CommentStyle): readonly string[] {
  const commands = lost
    .map(({ options }) => options.at(-1))
    .flatMap((option) => (option === undefined ? [] : [{ option, reason: RUNS_PROGRAM }]));
  const shown = [...common.filter(({ option }) => !isHelpOption(option)), ...commands];
  if (shown.length === 0) return [];
  return [`# ${SHARED_TITLE}:`, ...(style === "names" ? nameOptions("left out", shown) : shown.map(optionComment))];
}

/** First comment line about the options that the draft contains once, without the colon. */
export const SHARED_TITLE = "Options of most subcommands";

/** Reports whether a command can be called itself, and not only groups other commands. */
export function isTool(command: CommandFacts, root: CommandFacts): boolean {
  const { commands, usage, options, positionals, path, isGroup } = command;
  if (isGroup === true) return false;
  if (commands.length === 0) return path.length > 0 || root.commands.length === 0;
  const own = options.filter((option) => !option.isInherited && !isHelpOption(option));
  const names = new Set(commands.map((child) => child.path.at(-1)));
  const [first, ...others] = usage.map(({ value }) => ({ value, needs: showsCommand(value, names) }));
  // Next to commands, a usage of only options, such as `tool -batch file`, is for people.
  const needsCommand = first?.needs === true && others.every(({ value, needs }) => needs || (path.length === 0 && hasOnlyOptions(value)));
  return !needsCommand && (own.length > 0 || positionals.length > 0 || runsItself(command));
}

/** Reports whether the first word of a usage line that is not in brackets is an option. */
function hasOnlyOptions(usage: string): boolean {
  return /^\S+ +-/.test(usage.replace(/\[[^[\]]*\]/g, " "));
}

/** Reports whether a usage line requires a subcommand, by its name or a placeholder. */
function showsCommand(usage: string, names: ReadonlySet<string | undefined>): boolean {
  const isWord = /<(?:sub)?-?commands?>|\bCOMMAND\b(?!\])|<subcommand>|<cmd>/i.test(usage) && !/\[(?:<)?(?:sub)?command/i.test(usage);
  const required = usage.replace(/\[[^[\]]*\]/g, " ");
  return isWord || required.split(/[\s|{},/]+/).some((word, index) => index > 0 && names.has(word));
}

/** Returns the lines of one tool for an existing config, indented by two columns. */
export function draftToolLines(command: CommandFacts, context: Omit<DraftContext, "printOmitted">): PrintedTool["lines"] {
  return draftTool(command, { ...context, printOmitted: createCommentPrinter("names") }).lines;
}
