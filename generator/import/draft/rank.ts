/** Orders the options of a command by the evidence that calls need them. */
import { anyOf } from "../../text/alternatives.ts";
import type { CommandFacts, OptionFacts } from "../description.ts";
import { oncePer } from "../once-per.ts";

/** Facts about a command that show which options are used. */
export type UsageEvidence = Pick<CommandFacts, "usage" | "options">;

/** An option, and its score: how much the text shows that calls need it. Below 0 without any evidence. */
export interface RankedOption {
  readonly option: OptionFacts;
  readonly score: number;
}

/** Returns the options with the most useful first. Options of equal rank keep the order of the text. */
export function rankOptions({ options, usage }: UsageEvidence): readonly RankedOption[] {
  return rankWith(usage)(options);
}

const rankWith = oncePer((usage: UsageEvidence["usage"]) => oncePer((options: UsageEvidence["options"]) => rank({ options, usage })));

function rank({ options, usage }: UsageEvidence): readonly RankedOption[] {
  const shown = new Set(usage.flatMap(({ value }) => value.match(OPTION_WORD) ?? []));
  const isSorted = isAlphabetical(options);
  const placeOf = (index: number): number => (isSorted ? 0.5 : index / options.length);
  return options
    .map((option, index) => ({ option, index, score: scoreOf(option, { shown, place: placeOf(index) }) }))
    .toSorted((one, other) => other.score - one.score || one.index - other.index);
}

const OPTION_WORD = /(?<![\w-])--?[A-Za-z0-9][\w-]*/g;

/** Number of options from which an alphabetical order is no coincidence. */
const MIN_SORTED = 5;

/** Reports whether a text lists its options in the order of the alphabet, so that their places say nothing about their use. */
function isAlphabetical(options: readonly OptionFacts[]): boolean {
  const names = options.filter((option) => !isHelpOption(option)).map(({ names: [first = "", ...others] }) => longName([first, ...others]));
  const rising = names.filter((name, index) => index > 0 && (names[index - 1] ?? "") <= name).length;
  return names.length >= MIN_SORTED && rising >= (names.length - 1) * 0.8;
}

function longName(names: readonly string[]): string {
  return (names.find((name) => name.startsWith("--")) ?? names[0] ?? "").replace(/^-+/, "").toLowerCase();
}

/** Reports whether an option only prints help or the version: no tool needs it. */
export function isHelpOption({ names }: OptionFacts): boolean {
  return names.some((name) => /^--?(?:help|version|usage)$/.test(name)) || (names.length === 1 && /^-[?]$/.test(names[0] ?? ""));
}

/** Options that change only what a person sees on a terminal, or print help. */
const FOR_PEOPLE = new RegExp(
  String.raw`^--?(?:no-)?${anyOf(
    String.raw`help(?:-[\w-]+)? version usage colou?rs?(?:-[\w-]+)? color-[\w-]+ ansi pager paginate progress(?:-[\w-]+)? ` +
      String.raw`quiet silent verbose verbosity debug trace log[-_]?(?:level|format|file|dir) completion(?:-[\w-]+)? ` +
      "interactive tty prompt emoji spinner banner unicode hyperlinks?",
  )}$`,
);

/** Reports whether an option prints help, or changes only what a person at a terminal sees or answers. */
export function isForPeople(option: OptionFacts): boolean {
  const isNamed = option.names.some((name) => FOR_PEOPLE.test(name));
  return isNamed || isHelpOption(option) || /^interactive(?:ly)?\b/i.test(option.description?.value ?? "");
}

/** Reports whether a tool can need an option: it is not deprecated, and not for a person at a terminal. */
export const isUseful = oncePer(
  (option: OptionFacts): boolean => !isForPeople(option) && option.isDeprecated !== true && option.hidden !== true,
);

/** Options that calls of most programs need: they bound the output, select, or set the form of the output. */
const COMMON = new RegExp(
  String.raw`^--${anyOf(
    "max-count limit max count lines tail depth format json output-format porcelain filter since until after " +
      "before author grep search query state label name title body message type sort all recursive branch file " +
      "name-only stat oneline tag amend cached staged dry-run force env volume publish " +
      // What archivers and copiers do.
      "create extract list update delete directory exclude archive gzip compress strip-components overwrite " +
      // Version control.
      "bare tags set-upstream prune rebase ff-only squash abort continue hard soft no-edit graph " +
      // Containers and clusters.
      "selector follow previous image replicas detach rm container watch",
  )}$`,
);

interface Evidence {
  /** Options of the usage lines. */
  readonly shown: ReadonlySet<string>;
  /** Position in the list of options, from 0 to 1. */
  readonly place: number;
}

function scoreOf(option: OptionFacts, { shown, place }: Evidence): number {
  const { names, mentions, values, description } = option;
  let score = Math.min(Math.log2(1 + mentions), 4) / 2 - 2 * place;
  if (option.required) score += 100;
  if (option.isInExample || option.isNamedFor) score += 3;
  if (names.some((name) => shown.has(name))) score += 2;
  if (names.some((name) => /^-[A-Za-z0-9]$/.test(name))) score += 1.5;
  if (names.some((name) => COMMON.test(name))) score += 3;
  if (values !== undefined) score += 1;
  if (description === undefined) score -= 2;
  if (names.every((name) => name.startsWith("--no-"))) score -= 2;
  if (option.isInherited) score -= 4;
  if (option.isAction) score -= 20;
  if (option.kind === "unknown") score -= 10;
  return isUseful(option) ? score : score - 50;
}
