/** Pairs the parts of the old side with those of the new side: by name, then renamed parts by similarity. */
import type { Place } from "@climax-gen/runtime/internal/argument/form";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isNegatable, placeOf, variableOf, writtenFlagOf } from "@climax-gen/runtime/internal/argument/form";
import { canStandAlone, readingOf } from "@climax-gen/runtime/internal/tool/tool";
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import { commandKeyOf } from "./command-key.ts";

/** Parts that exist on both sides, and those that exist on one. */
export interface Pairing<Part> {
  readonly pairs: readonly (readonly [old: Part, new: Part])[];
  readonly removed: readonly Part[];
  readonly added: readonly Part[];
}

/**
 * Pairs tools by name. A removed tool and an added tool are paired as renamed if their command and at least 60 % of their arguments are
 * equal.
 */
export function pairTools(old: readonly Tool[], now: readonly Tool[]): Pairing<Tool> {
  return pair(old, now, {
    keyOf: (tool) => JSON.stringify([commandKeyOf(tool), readingOf(tool)?.handler]),
    similarity: similarityOfTools,
  });
}

/** Pairs arguments by name. A removed argument and an added argument are paired as renamed if they are passed in the same way. */
export function pairArgs(old: readonly ToolArg[], now: readonly ToolArg[]): Pairing<ToolArg> {
  const positions = new Map([...positionsOf(old), ...positionsOf(now)]);
  const keyOf = (arg: ToolArg): string => JSON.stringify([arg.type, arg.repeat ?? false, modeOf(arg), positions.get(arg), wordsKeyOf(arg)]);
  return pair(old, now, { keyOf, similarity: () => 1 });
}

/** The way a value is passed to the process, as changes name it. A value in words of the config's author is in the position of a flag. */
export type ArgMode = "cwd" | "stdin" | "env" | "positional" | "flag";

const MODES: Readonly<Record<Place, ArgMode>> = {
  option: "flag",
  operand: "positional",
  words: "flag",
  stdin: "stdin",
  directory: "cwd",
  variable: "env",
};

/** Returns the mode of an argument. */
export function modeOf(arg: ToolArg): ArgMode {
  return MODES[placeOf(arg)];
}

/** Returns each argument with its position among the arguments of its mode: its flag, its variable, or its index among the positionals. */
function positionsOf(args: readonly ToolArg[]): readonly (readonly [ToolArg, string | number])[] {
  const positionals = args.filter((arg) => placeOf(arg) === "operand");
  return args.map((arg) => [arg, modeOf(arg) === "flag" ? (writtenFlagOf(arg) ?? "") : (variableOf(arg) ?? positionals.indexOf(arg))]);
}

/** Returns the keys that determine how a value becomes words. */
function wordsKeyOf(arg: ToolArg): readonly unknown[] {
  return [arg.value, arg.join, isNegatable(arg), canStandAlone(arg), arg.file, arg.enum_words];
}

interface PairingRule<Part> {
  /** Returns a key. Only parts with equal keys can be paired. */
  readonly keyOf: (part: Part) => string;
  /** Returns the similarity of two parts, from 0 to 1. */
  readonly similarity: (old: Part, now: Part) => number;
}

/** Minimum similarity of a renamed part. Below it, the change is a removal and an addition. */
const MIN_SIMILARITY = 0.6;

function pair<Part extends { readonly name: string }>(old: readonly Part[], now: readonly Part[], rule: PairingRule<Part>): Pairing<Part> {
  const [oldByName, newByName] = [new Map(old.map((part) => [part.name, part])), new Map(now.map((part) => [part.name, part]))];
  const kept = old.flatMap((part) => {
    const same = newByName.get(part.name);
    return same === undefined ? [] : [[part, same] as const];
  });
  const removed = old.filter(({ name }) => !newByName.has(name));
  const added = now.filter(({ name }) => !oldByName.has(name));
  const renamed = findRenamed(removed, added, rule);
  const taken = new Set(renamed.flat());
  return {
    pairs: [...kept, ...renamed],
    removed: removed.filter((part) => !taken.has(part)),
    added: added.filter((part) => !taken.has(part)),
  };
}

/** Pairs renamed parts by descending similarity, so that each part gets its closest match. */
function findRenamed<Part>(
  removed: readonly Part[],
  added: readonly Part[],
  { keyOf, similarity }: PairingRule<Part>,
): readonly (readonly [Part, Part])[] {
  const addedByKey = groupEntries(added.map((part) => [keyOf(part), part]));
  const candidates = removed
    .flatMap((old) => (addedByKey.get(keyOf(old)) ?? []).map((now) => ({ old, now, score: similarity(old, now) })))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .toSorted((left, right) => right.score - left.score);
  const taken = new Set<Part>();
  return candidates.flatMap(({ old, now }) => {
    if (taken.has(old) || taken.has(now)) return [];
    taken.add(old).add(now);
    return [[old, now] as const];
  });
}

/** Returns the fraction of arguments that two tools share. */
function similarityOfTools(old: Tool, now: Tool): number {
  const shared = pairArgs(old.args, now.args).pairs.length;
  const all = old.args.length + now.args.length - shared;
  return all === 0 ? 1 : shared / all;
}
