/** Prints one command as a tool of a draft. Pure. */
import type { CommandFacts, OptionFacts, PositionalFacts } from "../description.ts";
import { takeName, toolName } from "./argument-name.ts";
import type { Evidence } from "./choose-options.ts";
import { chooseOptions } from "./choose-options.ts";
import {
  type DraftArgument,
  draftEndOfOptions,
  draftOption,
  draftPositional,
  dropKnownNegations,
  printArgument,
} from "./draft-argument.ts";
import { exampleLines } from "./example-lines.ts";
import { isAddress, isAnyPlace, isPath, takesAddress, takesAnyPlace, takesPath, takesPathList } from "./open-places.ts";
import { oneLineTool } from "./one-line-tool.ts";
import type { PrintOmitted } from "./option-comment.ts";
import { type DraftRisk, guessRisk, isReading } from "./risk.ts";
import { printKeys, toolKeys } from "./tool-keys.ts";
import { weakKeywords } from "./weak-keywords.ts";
import { yamlText } from "./yaml-text.ts";

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
  readonly options: readonly DraftedOption[];
}

/** An option with its arguments: two if another spelling turns it off. */
export interface DraftedOption {
  readonly option: OptionFacts;
  readonly args: readonly DraftArgument[];
}

/** Limit of a list of paths: one path in the directory in which the server starts. Of several, `within` would check only the first. */
const ONE_INSIDE = '{ within: ., pattern: "([^,:@|]|/@)*" }';

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
  /** Constraints of the places that are lists of paths, as YAML: a policy can limit one path, and rejects the commas of several. */
  readonly limits: ReadonlyMap<string, string>;
  /** Names of the other places that are addresses, and texts. They can be local paths, too. */
  readonly addresses: readonly string[];
}

/** State shared by the tools of a draft. */
export interface DraftContext {
  readonly program: string;
  /** Names of existing tools. Names of drafted tools are added. */
  readonly names: Set<string>;
  readonly maxArgs: number;
  /** Defaults to none. */
  readonly evidence?: Evidence;
  /** First sentence about the group of subcommands that the command belongs to. */
  readonly parentSummary?: string;
  /** Defaults to none. */
  readonly decisions?: (tool: string) => ToolDecisions | undefined;
  /** Reports whether the draft names an option at the top. Defaults to no option. */
  readonly isNamedAbove?: (option: OptionFacts) => boolean;
  /** Groups that the tool uses instead of its own options. Defaults to none. */
  readonly groups?: readonly UsedGroup[];
  readonly printOmitted: PrintOmitted;
  /** True if the config writes `--` for tools without the key. Defaults to false. */
  readonly endsOptions?: boolean;
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
  const { program, names, maxArgs, evidence, decisions, groups = [], isNamedAbove = () => false } = context;
  const name = takeName(toolName(program, path), names);
  const { excluded = new Map<string, string>(), risk: lowest } = decisions?.(name) ?? {};
  const options = dropKnownNegations(command.options);
  const isBrief = evidence?.isBrief === true;
  const isShort = isBrief && command.isLowLevel === true;
  const limits = { maxArgs: isShort ? 0 : maxArgs, ...(evidence && { evidence }), isReading: isReading(command), excluded };
  const choice = chooseOptions({ ...command, options }, limits);
  const shared = groups.flatMap((group) => group.options);
  const sharedArgs = shared.flatMap((one) => one.args);
  const taken = new Set(namesOf(sharedArgs));
  const drafted = choice.chosen.map((option): DraftedOption => ({ option, args: draftOption(option, taken) }));
  const flags = drafted.flatMap((one) => one.args);
  const operands = draftPositionals(command, taken);
  const positionals = operands.flatMap((one) => one.args);
  const risk = guessRisk(command, choice.chosen, lowest);
  const hasOptions = flags.length + (isShort ? 0 : choice.omitted.length) > 0;
  const keys = toolKeys(command, { context, risk, flags, hasOptions, searched: weakKeywords(command, choice) });
  const omitted = choice.omitted.filter(({ option }) => !isNamedAbove(option));
  const canBeLine = isShort || (isBrief && flags.length <= 2);
  const line = canBeLine && groups.length === 0 ? oneLineTool({ name, keys, args: [...flags, ...positionals] }) : undefined;
  const comments = isShort && line !== undefined ? [] : context.printOmitted(name, omitted);
  const examples =
    context.hasExamples === false || (isBrief && command.isFurther) ? [] : exampleLines(command, [...flags, ...sharedArgs, ...positionals]);
  const lines =
    line !== undefined
      ? [line, ...comments.map((comment) => `    ${comment}`)]
      : [
          `  - name: ${yamlText(name)}`,
          ...printKeys(keys),
          ...printArguments({ flags, groups, positionals, comments, isAction: command.isAction === true }),
          ...examples,
        ];
  const args = [...flags, ...sharedArgs];
  const counted = { options: options.length, commented: choice.omitted.length };
  const placesOf = (isFound: (option: OptionFacts) => boolean, isOperand: (positional: PositionalFacts) => boolean): DraftArgument[] => [
    ...[...drafted, ...shared].flatMap((one) => (isFound(one.option) ? one.args.slice(0, 1) : [])),
    ...operands.flatMap((one) => (isOperand(one.positional) ? one.args.slice(-1) : [])),
  ];
  const paths = placesOf(takesPath, isPath);
  const lists = placesOf(takesPathList, () => false);
  const local = new Set([...paths, ...lists]);
  const found = {
    places: namesOf(placesOf(takesAnyPlace, isAnyPlace)),
    paths: namesOf(paths.filter(isText)),
    limits: new Map(namesOf(lists.filter(isText)).map((list) => [list, ONE_INSIDE])),
    addresses: namesOf(placesOf(takesAddress, isAddress).filter((arg) => isText(arg) && !local.has(arg))),
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

interface PrintedArguments {
  readonly flags: readonly DraftArgument[];
  readonly groups: readonly UsedGroup[];
  readonly positionals: readonly DraftArgument[];
  /** The options that are not arguments. */
  readonly comments: readonly string[];
  /** True if the command is an option. With a value, it follows all other options. */
  readonly isAction: boolean;
}

function printArguments({ flags, groups, positionals, comments, isAction }: PrintedArguments): readonly string[] {
  const indent = "      ";
  if (flags.length + groups.length + positionals.length === 0) return comments.map((line) => `${indent}${line}`);
  const below = comments.map((line) => `${indent}${line}`);
  const [first, ...others] = comments;
  // A paragraph of names begins beside `args`. Comments of single options follow the arguments.
  const print = (arg: DraftArgument): string => printArgument(arg, indent);
  const used = groups.map(({ name }) => `${indent}- use: ${name}`);
  const isParagraph = first !== undefined && others.every((line) => line.startsWith("#   "));
  return [
    ...(isParagraph ? [`    args: ${first}`, ...below.slice(1)] : ["    args:"]),
    ...(isAction ? [...used, ...flags.map(print)] : [...flags.map(print), ...used]),
    ...positionals.map(print),
    ...(isParagraph ? [] : below),
  ];
}

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
