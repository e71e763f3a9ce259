/** Finds options that several subcommands share, so that a draft contains them once. */
import { anyOf } from "../../text/alternatives.ts";
import type { CommandFacts, OptionFacts } from "../description.ts";
import { oncePer } from "../once-per.ts";
import { RUNS_PROGRAM, runsProgram } from "./acting-options.ts";
import { argumentName } from "./argument-name.ts";

/** An option of several commands. */
export interface SharedOption {
  readonly option: OptionFacts;
  /** Paths of the commands, joined with spaces. */
  readonly commands: ReadonlySet<string>;
  /** True if the option selects what all calls act on, such as a namespace. */
  readonly isTarget: boolean;
}

/** Minimum number of commands that share an option. */
const MIN_COMMANDS = 4;
/** Minimum share of the commands that have an option which is described once. */
const MIN_SHARE = 0.6;

/** Names of options that select what the calls of a program act on, and the format of their output: `osmium getid` prints nothing without one. */
const TARGET = new RegExp(
  String.raw`^${anyOf(
    "all_namespaces namespace repo repository repository_path context kube_context project region zone cluster " +
      "workspace org organization subscription resource_group profile account output_format",
  )}$`,
);

/** Reports whether an option selects what the calls of a program act on. */
export const isTarget = oncePer(({ names }: OptionFacts): boolean => TARGET.test(argumentName(names)));

/** Returns the commands that can share options: not the program next to its options that are commands. */
function sharersOf(commands: readonly CommandFacts[]): readonly CommandFacts[] {
  const actions = commands.filter(({ isAction }) => isAction);
  return actions.length > 0 ? actions : commands;
}

/**
 * Returns the options that most commands share, and those that several commands share to select a target.
 * @param commands the commands that become tools
 */
const findSharedOptions = oncePer((all: readonly CommandFacts[]): readonly SharedOption[] => {
  const commands = sharersOf(all);
  const found = new Map<string, { readonly option: OptionFacts; readonly commands: Set<string> }>();
  for (const { path, options } of commands) {
    for (const option of options) {
      const key = optionKey(option);
      const known = found.get(key) ?? { option, commands: new Set<string>() };
      known.commands.add(path.join(" "));
      found.set(key, known);
    }
  }
  return [...found.values()]
    .map((shared) => ({ ...shared, isTarget: isTarget(shared.option) || shared.option.isForActions === true }))
    .filter((shared) => shared.commands.size >= MIN_COMMANDS && (shared.isTarget || shared.commands.size >= commands.length * MIN_SHARE));
});

/** The shared options of a program. */
export interface SharedOptions {
  /** Options that select a target, by the commands that share them. */
  readonly groups: readonly (readonly SharedOption[])[];
  /** The other options of most commands. */
  readonly common: readonly (SharedOption & { readonly reason?: string })[];
  /** Reports whether an option of a command is one of these. An option whose text names the command belongs to the command. */
  readonly isShared: (option: OptionFacts) => boolean;
}

/**
 * Chooses the options that a draft contains once. An option that runs a program, or is excluded by its spelling, is not the argument of a
 * group.
 */
export function chooseShared(commands: readonly CommandFacts[], excluded: readonly string[]): SharedOptions {
  const shared = findSharedOptions(commands);
  const sharedKeys = new Set(shared.map(({ option }) => optionKey(option)));
  const isExcluded = ({ option }: SharedOption): boolean =>
    option.kind === "unknown" || runsProgram(option) || option.names.some((name) => excluded.includes(name));
  const targets = shared.filter((one) => one.isTarget && !isExcluded(one));
  const common = shared
    .filter((one) => !targets.includes(one))
    .map((one) => (one.option.kind !== "unknown" && isExcluded(one) ? { ...one, reason: RUNS_PROGRAM } : one));
  const isOwn = (option: OptionFacts): boolean => option.isNamedFor === true && !isTarget(option);
  return { groups: groupTargets(targets), common, isShared: (option) => !isOwn(option) && sharedKeys.has(optionKey(option)) };
}

/** Returns a text that is equal for the same option of several commands. */
const optionKey = oncePer(({ names, kind, placeholder = "", description, values }: OptionFacts): string =>
  JSON.stringify([names, kind, placeholder, description?.value, values?.value.words]),
);

/** Returns the target options by the commands that share them, so that options of the same commands form one group. */
function groupTargets(targets: readonly SharedOption[]): readonly (readonly SharedOption[])[] {
  const groups = new Map<string, readonly SharedOption[]>();
  for (const one of targets) {
    const key = JSON.stringify([...one.commands]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}
