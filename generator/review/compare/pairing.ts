/** Which part of the new side is which part of the old one: by name, else by being the same under another name. */
import type { Tool, ToolArg } from "@climax-gen/runtime";
import { flagOf, readingOf } from "@climax-gen/runtime";
import { runWordsOf } from "./run-words.ts";

export interface Pairing<Part> {
  readonly pairs: readonly (readonly [old: Part, new: Part])[];
  readonly removed: readonly Part[];
  readonly added: readonly Part[];
}

/** Tools by name. A tool that is gone and one that is new are one tool if their command line and most of their arguments are the same. */
export function pairTools(old: readonly Tool[], now: readonly Tool[]): Pairing<Tool> {
  return pair(old, now, {
    kinOf: (tool) => JSON.stringify([runWordsOf(tool), readingOf(tool)?.handler]),
    resemble: resembleTools,
  });
}

/** Arguments by name. One that is gone and one that is new are one argument if they reach the program in the same way. */
export function pairArgs(old: readonly ToolArg[], now: readonly ToolArg[]): Pairing<ToolArg> {
  const places = new Map([...placesOf(old), ...placesOf(now)]);
  const kinOf = (arg: ToolArg): string => JSON.stringify([arg.type, arg.repeat === true, modeOf(arg), places.get(arg)]);
  return pair(old, now, { kinOf, resemble: () => 1 });
}

/** How a value reaches the process. */
export type ArgMode = "cwd" | "stdin" | "positional" | "flag";

export function modeOf(arg: ToolArg): ArgMode {
  if (arg.cwd === true) return "cwd";
  if (arg.stdin === true) return "stdin";
  return arg.positional === true ? "positional" : "flag";
}

function placesOf(args: readonly ToolArg[]): readonly (readonly [ToolArg, string | number])[] {
  const positionals = args.filter((arg) => modeOf(arg) === "positional");
  return args.map((arg) => [arg, modeOf(arg) === "flag" ? flagOf(arg) : positionals.indexOf(arg)]);
}

interface Kinship<Part> {
  /** Only parts with the same text can be one part. */
  readonly kinOf: (part: Part) => string;
  /** From 0 to 1. */
  readonly resemble: (old: Part, now: Part) => number;
}

/** Less than this, and a rename is a removal and an addition. */
const LEAST_RESEMBLANCE = 0.6;

function pair<Part extends { readonly name: string }>(old: readonly Part[], now: readonly Part[], kinship: Kinship<Part>): Pairing<Part> {
  const [oldByName, newByName] = [new Map(old.map((part) => [part.name, part])), new Map(now.map((part) => [part.name, part]))];
  const kept = old.flatMap((part) => {
    const same = newByName.get(part.name);
    return same === undefined ? [] : [[part, same] as const];
  });
  const gone = old.filter(({ name }) => !newByName.has(name));
  const fresh = now.filter(({ name }) => !oldByName.has(name));
  const renamed = findRenamed(gone, fresh, kinship);
  const taken = new Set(renamed.flat());
  return {
    pairs: [...kept, ...renamed],
    removed: gone.filter((part) => !taken.has(part)),
    added: fresh.filter((part) => !taken.has(part)),
  };
}

/** The best resemblance first, so that of several that are alike each finds its own. */
function findRenamed<Part>(
  gone: readonly Part[],
  fresh: readonly Part[],
  { kinOf, resemble }: Kinship<Part>,
): readonly (readonly [Part, Part])[] {
  const kin = groupBy(fresh, kinOf);
  const candidates = gone
    .flatMap((old) => (kin.get(kinOf(old)) ?? []).map((now) => ({ old, now, score: resemble(old, now) })))
    .filter(({ score }) => score >= LEAST_RESEMBLANCE)
    .toSorted((left, right) => right.score - left.score);
  const taken = new Set<Part>();
  return candidates.flatMap(({ old, now }) => {
    if (taken.has(old) || taken.has(now)) return [];
    taken.add(old).add(now);
    return [[old, now] as const];
  });
}

function groupBy<Part>(parts: readonly Part[], keyOf: (part: Part) => string): ReadonlyMap<string, readonly Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const group = groups.get(keyOf(part));
    if (group === undefined) groups.set(keyOf(part), [part]);
    else group.push(part);
  }
  return groups;
}

/** The share of their arguments that they have in common. */
function resembleTools(old: Tool, now: Tool): number {
  const shared = pairArgs(old.args, now.args).pairs.length;
  const all = old.args.length + now.args.length - shared;
  return all === 0 ? 1 : shared / all;
}
