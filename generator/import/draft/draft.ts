/** Prints a description as a config. Pure. */
import type { CliDescription, CommandFacts, PositionalFacts, Source } from "../description.ts";
import { walkCommands } from "../description.ts";
import { takeName, toolName } from "./argument-name.ts";
import { cite, type DraftArgument, draftEndOfOptions, draftOption, draftPositional, dropKnownNegations } from "./draft-argument.ts";
import { DEFAULT_MAX_ARGS } from "./max-args.ts";
import { isHelpOption, isUseful, rankOptions } from "./rank.ts";
import { type DraftRisk, guessRisk, guessTimeout } from "./risk.ts";
import { yamlText } from "./yaml-text.ts";

/** Options of a draft. */
export interface DraftOptions {
  /** Word for `command:`. Defaults to the program's name. */
  readonly command?: string;
  /** Maximum number of options of a tool that become arguments; the others become comments. */
  readonly maxArgs: number;
  /** Text of the first comment: sources and versions. */
  readonly header: string;
}

/** A drafted config. */
export interface Draft {
  readonly text: string;
  readonly tools: readonly DraftedTool[];
}

/** Facts about one tool of a draft, for the report. */
export interface DraftedTool {
  readonly name: string;
  readonly path: readonly string[];
  readonly hasRisk: boolean;
  readonly options: number;
  readonly commented: number;
}

/** Drafts a config with a tool for every command that does something. */
export function draftConfig(description: CliDescription, options: DraftOptions): Draft {
  const { program, root } = description;
  const names = new Set<string>();
  const commands = walkCommands(root).filter((command) => isTool(command, root));
  const drafted = commands.map((command) => draftTool(command, { program, names, maxArgs: options.maxArgs }));
  const lines = [
    ...options.header.split("\n").map((line) => `# ${line}`.trimEnd()),
    `name: ${yamlText(toolName(program, []))}`,
    ...(root.summary ? [`description: ${yamlText(root.summary.value)} # ${cite(root.summary)}`] : []),
    `command: ${yamlText(options.command ?? program)}`,
    ...programVersion(description),
    "tools:",
    ...drafted.flatMap(({ lines: own }) => own),
  ];
  return { text: `${lines.join("\n")}\n`, tools: drafted.map(({ tool }) => tool) };
}

function programVersion({ version, versionCommand = "--version" }: CliDescription): readonly string[] {
  if (version === undefined) return [];
  return [
    `program_version: ${yamlText(`>=${version}`)}`,
    ...(versionCommand === "--version" ? [] : [`version_command: ${yamlText(versionCommand)}`]),
  ];
}

/** Reports whether a command can be called itself, and not only groups other commands. */
export function isTool({ commands, usage, options, positionals, path, isGroup }: CommandFacts, root: CommandFacts): boolean {
  if (isGroup === true) return false;
  if (commands.length === 0) return path.length > 0 || root.commands.length === 0;
  const own = options.filter((option) => !option.isInherited && !isHelpOption(option));
  const names = new Set(commands.map((command) => command.path.at(-1)));
  const needsCommand = usage.length > 0 && usage.every(({ value }) => showsCommand(value, names));
  return !needsCommand && (own.length > 0 || positionals.length > 0);
}

/** Reports whether a usage line requires a subcommand, by its name or a placeholder. */
function showsCommand(usage: string, names: ReadonlySet<string | undefined>): boolean {
  const isWord = /<(?:sub)?-?commands?>|\bCOMMAND\b(?!\])|<subcommand>|<cmd>/i.test(usage) && !/\[(?:<)?(?:sub)?command/i.test(usage);
  const required = usage.replace(/\[[^[\]]*\]/g, " ");
  return isWord || required.split(/[\s|{},]+/).some((word, index) => index > 0 && names.has(word));
}

/** State shared by the tools of a draft. */
export interface DraftContext {
  readonly program: string;
  /** Names of existing tools. Names of drafted tools are added. */
  readonly names: Set<string>;
  readonly maxArgs: number;
}

/** Returns the lines of one tool, indented by two columns. */
export function draftToolLines(command: CommandFacts, context: DraftContext): readonly string[] {
  return draftTool(command, context).lines;
}

interface PrintedTool {
  readonly lines: readonly string[];
  readonly tool: DraftedTool;
}

function draftTool(command: CommandFacts, { program, names, maxArgs }: DraftContext): PrintedTool {
  const { path } = command;
  const name = takeName(toolName(program, path), names);
  const args = draftArguments(command, maxArgs);
  const risk = guessRisk(command);
  const lines = [`  - name: ${yamlText(name)}`, ...toolKeys(command, { program, risk, args }), ...printArguments(args)];
  const tool = { name, path, hasRisk: risk !== undefined, options: command.options.length, commented: args.commented };
  return { lines, tool };
}

/** Arguments of a tool, in the order of `args`. */
interface DraftArguments {
  readonly flags: readonly DraftArgument[];
  /** Arguments that become comments. */
  readonly others: readonly DraftArgument[];
  readonly positionals: readonly DraftArgument[];
  /** Number of options that become comments. An option can have two arguments. */
  readonly commented: number;
}

function draftArguments(command: CommandFacts, maxArgs: number): DraftArguments {
  const options = dropKnownNegations(command.options);
  const ranked = rankOptions(options);
  // With the default maximum, options that no tool needs are always omitted.
  const useful = maxArgs > DEFAULT_MAX_ARGS ? ranked : ranked.filter(isUseful);
  const chosen = new Set(useful.slice(0, maxArgs));
  const rest = ranked.filter((option) => !chosen.has(option));
  const taken = new Set<string>();
  const flags = options.filter((option) => chosen.has(option)).flatMap((option) => draftOption(option, taken));
  const flagNames = new Set(taken);
  const positionals = relaxAfterOptional(command.positionals).flatMap((positional, index) => {
    const drafted = draftPositional(positional, taken, flagNames);
    return positional.isAfterEnd === true && index > 0 ? [draftEndOfOptions(positional), drafted] : [drafted];
  });
  return { flags, positionals, others: rest.flatMap((option) => draftOption(option, taken)), commented: rest.length };
}

interface ToolFacts {
  readonly program: string;
  readonly risk: DraftRisk | undefined;
  readonly args: DraftArguments;
}

/** Returns the lines of a tool between its name and its arguments. */
function toolKeys(command: CommandFacts, { program, risk, args: { flags, others, positionals } }: ToolFacts): readonly string[] {
  const { path, summary } = command;
  const timeout = guessTimeout(command);
  const middle = command.positionals.slice(1).find(({ isAfterEnd }) => isAfterEnd);
  const endsOptions = command.hasEndOfOptions && positionals.length > 0 && middle === undefined;
  const hasBoth = positionals.length > 0 && flags.length + others.length > 0;
  // Such an option would take the positional values after it.
  const isGreedy = command.options.some(({ following }) => following === "any");
  const order = middle?.source ?? (endsOptions || isGreedy || !hasBoth ? undefined : findOptionsFirst(command, program));
  return [
    `    description: ${summary ? `${yamlText(summary.value)} # ${cite(summary)}` : yamlText(`Run ${[program, ...path].join(" ")}`)}`,
    ...(path.length > 0 ? [`    command: ${yamlText(path.join(" "))}`] : []),
    ...(risk === undefined ? [] : [`    risk: ${risk}`]),
    ...(timeout === undefined ? [] : [`    timeout: ${timeout}`]),
    ...exitCodes(command),
    ...(endsOptions ? ["    end_of_options: true"] : []),
    ...(order === undefined ? [] : [`    order: as_written # ${cite(order)}`]),
  ];
}

function printArguments({ flags, others, positionals }: DraftArguments): readonly string[] {
  const key = flags.length + positionals.length > 0 ? ["    args:"] : others.length > 0 ? ["    # args:"] : [];
  return [
    ...key,
    ...flags.flatMap((arg) => printItem(arg, "      ")),
    ...others.flatMap((arg) => printItem(arg, "      # ")),
    ...positionals.flatMap((arg) => printItem(arg, "      ")),
  ];
}

/**
 * Returns the usage line if it shows options before the first positional, after which many programs read no options. Returns undefined for
 * programs with an expression, such as `find`, whose tests follow its paths.
 */
function findOptionsFirst({ usage: [first], path }: CommandFacts, program: string): Source | undefined {
  if (first === undefined || /\bexpression\b/i.test(first.value)) return undefined;
  const words = [program, ...path, [program, ...path].join("-")];
  const own = words.reduce(
    (text, word) => (text.startsWith(`${word} `) ? text.slice(word.length).trimStart() : text),
    first.value.replace(/^\$ /, "").replace(/^\/\S*\//, ""),
  );
  return OPTIONS_FIRST.test(own) ? first : undefined;
}

const OPTIONS_FIRST = /^[[({<]*(?:-{1,2}\w|-{1,2}\[no|(?:[a-z]+[- ])?(?:options?|opts?|flags?|switches)\b)/i;

/**
 * Makes required positionals after an optional one optional: a program would read the required value as the optional one if this is
 * omitted. `--` between them prevents this.
 */
function relaxAfterOptional(positionals: readonly PositionalFacts[]): readonly PositionalFacts[] {
  let hasOptional = false;
  return positionals.map((one) => {
    hasOptional = one.isAfterEnd === true ? !one.isRequired : hasOptional || !one.isRequired;
    return hasOptional ? { ...one, isRequired: false } : one;
  });
}

function printItem({ lines }: DraftArgument, indent: string): readonly string[] {
  return lines.map((line, index) => `${indent}${index === 0 ? "- " : "  "}${line}`);
}

/** Meanings of codes that are not failures. */
const NO_FAILURE =
  /\bno (?:lines?|match(?:es)?|files?|differences?|results?)\b|\bdiffer|\bnot found\b|\bnothing\b|\bno \w+ (?:were|was) (?:found|selected|matched)/i;

/** Returns the meanings of the exit codes. The first meaning of a code is used. */
function exitCodes({ exits }: CommandFacts): readonly string[] {
  const byCode = new Map(exits.toReversed().map((exit) => [exit.value.code, exit]));
  const lines = [...byCode]
    .toSorted(([one], [other]) => one - other)
    .map(([code, { value, ...source }]) => {
      const text = value.meaning.replace(/\s+/g, " ").slice(0, 80).trim();
      const meaning = NO_FAILURE.test(value.meaning) ? yamlText(text) : `{ error: ${JSON.stringify(text)} }`;
      return `      ${code}: ${meaning} # ${cite(source)}`;
    });
  return lines.length === 0 ? [] : ["    exit_codes:", ...lines];
}
