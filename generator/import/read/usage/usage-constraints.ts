/** Reads the constraints that usage lines show: options outside of brackets are required, and alternatives exclude each other. */
import type { OptionFacts } from "../../description.ts";
import { isOption, type UsageNode } from "./usage-tree.ts";

/** Names of options, as usage lines write them. */
export interface UsageConstraints {
  /** Options that every usage line shows outside of brackets. */
  readonly required: readonly string[];
  /** Groups of alternatives. Two names of a group can be spellings of one option. */
  readonly exclusive: readonly (readonly string[])[];
}

/** Reads the constraints of all usage lines of a command. */
export function readConstraints(lines: readonly (readonly UsageNode[])[]): UsageConstraints {
  const [first = [], ...others] = lines.filter((nodes) => !printsHelp(nodes)).map((nodes) => nodes.flatMap(requiredBy));
  return {
    required: first.filter((name) => others.every((names) => names.includes(name))),
    exclusive: lines.flatMap((nodes) => nodes.flatMap(findAlternatives)),
  };
}

/** Reports whether a usage line only shows how to print the help or the version. */
function printsHelp(nodes: readonly UsageNode[]): boolean {
  return nodes.length === 1 && /^-{1,2}(?:h|help|V|version)\b/.test(nodes[0]?.text ?? "");
}

/** Returns the option that a part of a usage line requires: `--id N`, `(--id N)` and `<--id N>`. */
function requiredBy(node: UsageNode): readonly string[] {
  if (node.kind === "word") return optionName(node.text);
  const [only, ...more] = node.alternatives;
  const isGroup = node.bracket === "(" || node.bracket === "{" || node.bracket === "<";
  return isGroup && only !== undefined && more.length === 0 ? (onlyOption(only) ?? []) : [];
}

function optionName(text: string): readonly string[] {
  return /^--?[A-Za-z0-9][\w-]*/.exec(text) ?? [];
}

/** Returns the groups of alternatives in a part, each of which is one option. */
function findAlternatives(node: UsageNode): readonly (readonly string[])[] {
  if (node.kind === "word") return [];
  const { alternatives, repeats } = node;
  const names = alternatives.map(onlyOption);
  const isGroup = alternatives.length > 1 && !repeats && names.every((name) => name !== undefined);
  return isGroup ? [names.flat()] : alternatives.flatMap((nodes) => nodes.flatMap(findAlternatives));
}

/** Returns the name if a sequence is one option, with its value or in brackets. Undefined otherwise. */
function onlyOption([first, ...others]: readonly UsageNode[]): readonly string[] | undefined {
  if (first === undefined || others.some(isOption)) return undefined;
  if (first.kind === "word") {
    const name = optionName(first.text);
    return name.length === 1 && others.length < 2 ? name : undefined;
  }
  const [only, ...more] = first.alternatives;
  return first.bracket === "[" && only !== undefined && more.length + others.length === 0 && !first.repeats ? onlyOption(only) : undefined;
}

/** Reports whether two options are spellings of one that no page describes: `[-n | --dry-run]`. */
function areSpellings(group: readonly OptionFacts[]): boolean {
  const lengths = group.map(({ names }) => names.every((name) => name.length === 2));
  return group.length === 2 && lengths[0] !== lengths[1] && group.some(({ description }) => description === undefined);
}

/** Applies the constraints of usage lines to the options of a command. Only options with a value become required. */
export function requireOptions(options: readonly OptionFacts[], { required }: UsageConstraints): readonly OptionFacts[] {
  const names = new Set(required);
  return options.map((option) =>
    option.kind === "value" && option.names.some((name) => names.has(name)) ? { ...option, required: true } : option,
  );
}

/** Returns groups of at least two different options that exclude each other, with one spelling of each. Each group occurs once. */
export function groupExclusive(options: readonly OptionFacts[], { exclusive }: UsageConstraints): readonly (readonly string[])[] {
  const byName = new Map(options.flatMap((option) => [...option.names, option.negation ?? ""].map((name) => [name, option] as const)));
  const stated = options.flatMap(({ names: [name = ""], excludes = [] }) => excludes.map((other) => [name, other]));
  const groups = [...exclusive, ...stated].map((names) => [...new Set(names.flatMap((name) => byName.get(name) ?? []))]);
  const byKey = new Map(
    groups
      .filter((group) => group.length > 1 && !areSpellings(group))
      .map((group) => [
        group
          .map(({ names }) => names[0])
          .toSorted()
          .join(" "),
        group,
      ]),
  );
  return [...byKey.values()].map((group) => group.map(({ names }) => names.find((name) => name.startsWith("--")) ?? names[0] ?? ""));
}
