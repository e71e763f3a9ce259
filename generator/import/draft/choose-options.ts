/** Chooses the options of a command that become arguments of its tool. */
import type { CommandFacts, OptionFacts } from "../description.ts";
import { isActing, RUNS_PROGRAM, runsProgram, SHOWS_SECRETS, showsSecrets, STARTS_GROUP, WRITES } from "./acting-options.ts";
import { isUseful, type RankedOption, rankOptions } from "./rank.ts";
import { isTarget } from "./shared-options.ts";

/** An option that becomes a comment. */
export interface OmittedOption {
  readonly option: OptionFacts;
  /** Reason, if a person must decide: completes the sentence "the option …". */
  readonly reason?: string;
}

/** How much the text must show that calls need an option. */
export interface Evidence {
  /** Number of options of a tool that need no score. */
  readonly free: number;
  /** Least score of the others. */
  readonly score: number;
  /**
   * True if tools with few options are in one line, low-level commands have no options, and commands that the program's help does not list
   * have fewer, and no examples. Defaults to `false`.
   */
  readonly isBrief?: boolean;
}

/** The options of a tool, in the order of the text. */
export interface ChosenOptions {
  readonly chosen: readonly OptionFacts[];
  readonly omitted: readonly OmittedOption[];
}

/** What limits the choice. */
export interface ChoiceLimits {
  /** Maximum number of options. Required options are chosen in any case. */
  readonly maxArgs: number;
  /** What the options must show. Defaults to nothing. */
  readonly evidence?: Evidence;
  /** True if the command only reads, and no option may change that. */
  readonly isReading: boolean;
  /** Reasons by spelling of options that must not become arguments. */
  readonly excluded: ReadonlyMap<string, string>;
}

/** What an option of a command that the program's help does not list must show in addition. */
const FURTHER = 1;

/** Returns the most useful options without those that run programs or, for a command that reads, write or show secrets. */
export function chooseOptions(command: CommandFacts, { maxArgs, evidence, isReading, excluded }: ChoiceLimits): ChosenOptions {
  const reasons = new Map(command.options.map((option) => [option, findReason(option, isReading, excluded)] as const));
  const allowed = rankOptions(command).filter(({ option }) => isUseful(option) && reasons.get(option) === undefined);
  const least = evidence && (evidence.isBrief && command.isFurther ? { free: 1, score: evidence.score + FURTHER } : evidence);
  const isNeeded = ({ option, score }: RankedOption, index: number): boolean =>
    isTarget(option) || ((!option.isInherited || score >= 0) && (least === undefined || index < least.free || score >= least.score));
  const chosen = new Set(
    allowed.flatMap((one, index) => ((index < maxArgs && isNeeded(one, index)) || one.option.required === true ? [one.option] : [])),
  );
  const omitted = command.options.flatMap((option): readonly OmittedOption[] => {
    const reason = reasons.get(option);
    return chosen.has(option) ? [] : [{ option, ...(reason !== undefined && { reason }) }];
  });
  return { chosen: command.options.filter((option) => chosen.has(option)), omitted };
}

function findReason(option: OptionFacts, isReading: boolean, excluded: ReadonlyMap<string, string>): string | undefined {
  const known = option.names.map((name) => excluded.get(name)).find((reason) => reason !== undefined);
  if (known !== undefined) return known;
  if (runsProgram(option)) return RUNS_PROGRAM;
  if (option.startsGroup === true) return STARTS_GROUP;
  if (!isReading) return undefined;
  return isActing(option) ? WRITES : showsSecrets(option) ? SHOWS_SECRETS : undefined;
}
