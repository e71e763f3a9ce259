/** Chooses the options of a command that become arguments of its tool. */
import type { CommandFacts, OptionFacts } from "../description.ts";
import { isActing, RUNS_PROGRAM, runsProgram, SHOWS_SECRETS, showsSecrets, WRITES } from "./acting-options.ts";
import { isUseful, rankOptions } from "./rank.ts";

/** An option that becomes a comment. */
export interface OmittedOption {
  readonly option: OptionFacts;
  /** Reason, if a person must decide: completes the sentence "the option …". */
  readonly reason?: string;
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
  /** True if the command only reads, and no option may change that. */
  readonly isReading: boolean;
  /** Reasons by spelling of options that must not become arguments. */
  readonly excluded: ReadonlyMap<string, string>;
}

/** Returns the most useful options without those that run programs or, for a command that reads, write or show secrets. */
export function chooseOptions(command: CommandFacts, { maxArgs, isReading, excluded }: ChoiceLimits): ChosenOptions {
  const reasons = new Map(command.options.map((option) => [option, findReason(option, isReading, excluded)] as const));
  const allowed = rankOptions(command).filter((option) => isUseful(option) && reasons.get(option) === undefined);
  const chosen = new Set(allowed.filter((option, index) => index < maxArgs || option.required === true));
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
  if (!isReading) return undefined;
  return isActing(option) ? WRITES : showsSecrets(option) ? SHOWS_SECRETS : undefined;
}
