/** Orders the options of a command by their likely use. */
import type { OptionFacts } from "../description.ts";

const RARE = /^--(?:no-|debug|verbose|quiet|silent|trace|log-|help|version|profile|color|colour|completion|config$|no_)/;

/** Returns the options with the most useful first. Options of equal rank keep the order of the text. */
export function rankOptions(options: readonly OptionFacts[]): readonly OptionFacts[] {
  return options
    .map((option, index) => ({ option, index, score: scoreOf(option) }))
    .toSorted((one, other) => other.score - one.score || one.index - other.index)
    .map(({ option }) => option);
}

/** Reports whether an option only prints help or the version: no tool needs it. */
export function isHelpOption({ names }: OptionFacts): boolean {
  return names.some((name) => /^--?(?:help|version|usage)$/.test(name)) || (names.length === 1 && /^-[?]$/.test(names[0] ?? ""));
}

/** Reports whether a tool can need an option: it is not deprecated, and does more than print help or the version. */
export function isUseful(option: OptionFacts): boolean {
  return !isHelpOption(option) && option.isDeprecated !== true;
}

function scoreOf(option: OptionFacts): number {
  const { names, mentions, values, description } = option;
  let score = Math.min(Math.log2(1 + mentions), 5);
  if (names.some((name) => /^-[A-Za-z0-9]$/.test(name))) score += 2;
  if (option.isInExample) score += 3;
  if (values !== undefined) score += 1;
  if (description === undefined) score -= 2;
  if (option.isInherited) score -= 4;
  if (option.isDeprecated || option.kind === "unknown") score -= 10;
  if (names.some((name) => RARE.test(name))) score -= 3;
  if (isHelpOption(option)) score -= 20;
  return score;
}
