/** Prints one command as a tool of a draft. Pure. */
import type { CommandFacts, OptionFacts, PositionalFacts, Source } from "../description.ts";
import { takeName, toolName } from "./argument-name.ts";
import type { OmittedOption } from "./choose-options.ts";
import { chooseOptions, type ChosenOptions } from "./choose-options.ts";
import {
  cite,
  type DraftArgument,
  draftEndOfOptions,
  draftOption,
  draftPositional,
  dropKnownNegations,
  printArgument,
} from "./draft-argument.ts";
import { exampleLines } from "./example-lines.ts";
import { exitCodeLines } from "./exit-code-lines.ts";
import { isAddress, isAnyPlace, isPath, takesAddress, takesAnyPlace, takesPath } from "./open-places.ts";
import type { PrintOmitted } from "./option-comment.ts";
import { type DraftRisk, guessRisk, guessTimeout, isReading } from "./risk.ts";
import { MAX_TOOL_TEXT, shortenText } from "./short-text.ts";
import { weakKeywords } from "./weak-keywords.ts";
import { commentText, yamlList, yamlText } from "./yaml-text.ts";

/** What an analysis of an earlier draft found out about a tool. */
export interface ToolDecisions {
  /** Reasons by spelling of options that must not become arguments. */
  readonly excluded: ReadonlyMap<string, string>;
  /** Lowest risk of the tool. */
  readonly risk?: DraftRisk;
}

/** A group of arguments that tools use. */
export interface UsedGroup {
  readonly name: string;
  readonly args: readonly DraftArgument[];
}

/** Facts about one tool of a draft, for the report and for the analysis of the draft. */
export interface DraftedTool {
  readonly name: string;
  readonly path: readonly string[];
  readonly risk?: DraftRisk;
  readonly options: number;
  readonly commented: number;
  /** The options that are arguments, with the names of the arguments. */
  readonly args: readonly DraftArgument[];
  /** Names of the arguments that take any path or URL. */
  readonly places: readonly string[];
  /** Names of the places that are only paths of files or directories, and texts. A policy can limit them to a directory. */
  readonly paths: readonly string[];
  /** Names of the other places that are addresses, and texts. They can be local paths, too. */
  readonly addresses: readonly string[];
}

/** State shared by the tools of a draft. */
export interface DraftContext {
  readonly program: string;
  /** Names of existing tools. Names of drafted tools are added. */
  readonly names: Set<string>;
  readonly maxArgs: number;
  /** First sentence about the group of subcommands that the command belongs to. */
  readonly parentSummary?: string;
  /** Defaults to none. */
  readonly decisions?: (tool: string) => ToolDecisions | undefined;
  /** Groups that the tool uses instead of its own options. Defaults to none. */
  readonly groups?: readonly UsedGroup[];
  readonly printOmitted: PrintOmitted;
  /** False to omit the examples of the pages. Defaults to true. */
  readonly hasExamples?: boolean;
}

/** A tool, and its lines, indented by two columns. */
export interface PrintedTool {
  readonly lines: readonly string[];
  readonly tool: DraftedTool;
}

/** Prints a command as a tool. `command.options` has no options of `context.groups`. */
export function draftTool(command: CommandFacts, context: DraftContext): PrintedTool {
  const { path } = command;
  const { program, names, maxArgs, decisions, groups = [] } = context;
  const name = takeName(toolName(program, path), names);
  const { excluded = new Map<string, string>(), risk: lowest } = decisions?.(name) ?? {};
  const options = dropKnownNegations(command.options);
  const choice = chooseOptions({ ...command, options }, { maxArgs, isReading: isReading(command), excluded });
  const taken = new Set(groups.flatMap(({ args }) => args.map((arg) => arg.name)));
  const drafted = choice.chosen.map((option) => ({ option, args: draftOption(option, taken) }));
  const flags = drafted.flatMap((one) => one.args);
  const operands = draftPositionals(command, taken);
  const positionals = operands.flatMap((one) => one.args);
  const risk = guessRisk(command, choice.chosen, lowest);
  const lines = [
    `  - name: ${yamlText(name)}`,
    ...toolKeys(command, { context, risk, flags, omitted: choice.omitted, positionals }),
    ...keywordLines(command, choice),
    ...printArguments({ flags, groups, positionals, comments: context.printOmitted(name, choice.omitted) }),
    ...(context.hasExamples === false ? [] : exampleLines(command, [...flags, ...groups.flatMap((group) => group.args), ...positionals])),
  ];
  const args = [...flags, ...groups.flatMap((group) => group.args)];
  const counted = { options: options.length, commented: choice.omitted.length };
  const placesOf = (isFound: (option: OptionFacts) => boolean, isOperand: (positional: PositionalFacts) => boolean): DraftArgument[] => [
    ...drafted.flatMap((one) => (isFound(one.option) ? one.args.slice(0, 1) : [])),
    ...operands.flatMap((one) => (isOperand(one.positional) ? one.args.slice(-1) : [])),
  ];
  const paths = placesOf(takesPath, isPath);
  const found = {
    places: namesOf(placesOf(takesAnyPlace, isAnyPlace)),
    paths: namesOf(paths.filter(isText)),
    addresses: namesOf(placesOf(takesAddress, isAddress).filter((arg) => isText(arg) && !paths.includes(arg))),
  };
  return { lines, tool: { name, path, ...(risk !== undefined && { risk }), ...counted, args, ...found } };
}

function namesOf(args: readonly DraftArgument[]): readonly string[] {
  return args.map(({ name }) => name);
}

/** Reports whether the values of an argument are texts, which is the default. */
function isText({ keys }: DraftArgument): boolean {
  return !keys.some((key) => key.startsWith("type: "));
}

interface DraftedOperand {
  readonly positional: PositionalFacts;
  /** The argument, after the words that precede it. */
  readonly args: readonly DraftArgument[];
}

function draftPositionals(command: CommandFacts, taken: Set<string>): readonly DraftedOperand[] {
  const flagNames = new Set(taken);
  return relaxAfterOptional(command.positionals).map((positional, index) => {
    const drafted = draftPositional(positional, taken, flagNames);
    return { positional, args: positional.isAfterEnd === true && index > 0 ? [draftEndOfOptions(positional), drafted] : [drafted] };
  });
}

interface ToolFacts {
  readonly context: DraftContext;
  readonly risk: DraftRisk | undefined;
  readonly flags: readonly DraftArgument[];
  readonly omitted: readonly OmittedOption[];
  readonly positionals: readonly DraftArgument[];
}

/** Returns the lines of a tool between its name and its arguments. */
function toolKeys(command: CommandFacts, { context, risk, flags, omitted, positionals }: ToolFacts): readonly string[] {
  const { path } = command;
  const timeout = guessTimeout(command);
  const middle = command.positionals.slice(1).find(({ isAfterEnd }) => isAfterEnd);
  const endsOptions = command.hasEndOfOptions && positionals.length > 0 && middle === undefined;
  const hasBoth = positionals.length > 0 && flags.length + omitted.length > 0;
  // Such an option would take the positional values after it.
  const isGreedy = command.options.some(({ following }) => following === "any");
  const order = middle?.source ?? (endsOptions || isGreedy || !hasBoth ? undefined : findOptionsFirst(command, context.program));
  return [
    `    description: ${describeTool(command, context)}`,
    ...(path.length > 0 ? [`    command: ${yamlText(path.join(" "))}`] : []),
    ...(risk === undefined ? [] : [`    risk: ${risk}`]),
    ...(timeout === undefined ? [] : [`    timeout: ${timeout}`]),
    ...exitCodeLines(command),
    ...(endsOptions ? ["    end_of_options: true"] : []),
    ...(order === undefined ? [] : [`    order: as_written # ${cite(order)}`]),
    ...relations(command, flags),
  ];
}

/** Returns the line with the words of the options that are not arguments. */
function keywordLines({ path, summary, positionals }: CommandFacts, { chosen, omitted }: ChosenOptions): readonly string[] {
  const own = [
    ...path,
    summary?.value ?? "",
    ...chosen.flatMap(({ names, description }) => [...names, description?.value ?? ""]),
    ...positionals.flatMap(({ name, description = "" }) => [name, description]),
  ];
  const words = weakKeywords(
    omitted.map(({ option }) => option),
    own,
  );
  return words.length === 0 ? [] : [`    weak_keywords: ${yamlList(words)}`];
}

/** Returns the groups of arguments that exclude each other. */
function relations({ exclusive = [] }: CommandFacts, flags: readonly DraftArgument[]): readonly string[] {
  const groups = exclusive
    .map((spellings) => flags.filter(({ names }) => spellings.some((name) => names.includes(name))).map(({ name }) => name))
    .filter((names) => names.length > 1);
  return groups.length === 0 ? [] : [`    at_most_one: [${groups.map(yamlList).join(", ")}]`];
}

/** Returns the first sentence about a command, with its source and the rest as a comment. */
function describeTool({ path, summary }: CommandFacts, { program, parentSummary }: DraftContext): string {
  if (summary === undefined) {
    const words = [program, ...path].join(" ");
    return yamlText(parentSummary === undefined ? `Run ${words}` : `${parentSummary}: ${path.at(-1) ?? ""}`);
  }
  const { text, rest } = shortenText(summary.value, MAX_TOOL_TEXT);
  return `${yamlText(text)} # ${[cite(summary), ...(rest === "" ? [] : [commentText(rest)])].join(" ")}`;
}

interface PrintedArguments {
  readonly flags: readonly DraftArgument[];
  readonly groups: readonly UsedGroup[];
  readonly positionals: readonly DraftArgument[];
  /** The options that are not arguments. */
  readonly comments: readonly string[];
}

function printArguments({ flags, groups, positionals, comments }: PrintedArguments): readonly string[] {
  const indent = "      ";
  return [
    ...(flags.length + groups.length + positionals.length > 0 ? ["    args:"] : []),
    ...flags.map((arg) => printArgument(arg, indent)),
    ...groups.map(({ name }) => `${indent}- use: ${name}`),
    ...positionals.map((arg) => printArgument(arg, indent)),
    ...comments.map((line) => `${indent}${line}`),
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
