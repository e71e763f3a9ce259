/** Checks the limits that a config sets for the values of arguments: numbers, lengths and patterns. */
import { type ConstraintWords, describeConstraint } from "../constraint/constraints.ts";
import { countCodePoints } from "../text/code-points.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import { toLinearPattern } from "../text/linear-pattern.ts";
import { renderValue } from "../text/render-value.ts";
import { labelValues } from "../tool/label-values.ts";
import type { ArgLimits, ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { isList } from "../tool/tool.ts";
import type { ArgumentProblem } from "./arguments.ts";

/** Compiled patterns by their source. A server checks the same few patterns repeatedly. */
const patterns = new Map<string, LinearPattern>();

/**
 * Returns the values that are outside the limits of their arguments. Each item of a list and each text of a map is checked in the form that
 * the caller passed. Mappings, templates, joins and files are applied later.
 */
export async function findLimitProblems(
  args: readonly ToolArg[],
  values: ReadonlyMap<string, ArgValue>,
): Promise<readonly ArgumentProblem[]> {
  const problems: ArgumentProblem[] = [];
  for (const arg of args) {
    const value = values.get(arg.name);
    if (value === undefined || setLimits(arg).length === 0) continue;
    for (const { label, item } of labelValues(arg.name, value)) {
      const problem = await findProblem(arg, "value", item);
      if (problem !== undefined) problems.push({ kind: "limit", arg: arg.name, message: `Argument '${label}': ${problem}` });
    }
    for (const key of arg.keys === undefined ? [] : keysOf(value)) {
      const problem = await findProblem(arg, "key", key);
      if (problem !== undefined) problems.push({ kind: "limit", arg: arg.name, message: `Argument '${arg.name}': ${problem}` });
    }
  }
  return problems;
}

type LimitKey = keyof ArgLimits;

/** The record of one limit. Its words are those of the constraint of the same name. */
interface LimitRecord<Limit> {
  /** `value`: the limit applies to each value. `key`: to each key of a map. */
  readonly of: "value" | "key";
  /** Returns a message if the value is outside the limit. Values of types to which the limit does not apply are inside. */
  readonly check: (limit: Limit, value: ScalarValue) => string | undefined | Promise<string | undefined>;
}

/** The limits, in the order in which they are checked. A limit without a record does not compile. */
const LIMITS = {
  min: {
    of: "value",
    check: (least, value) => (typeof value === "number" && value < least ? `${value} is below the minimum ${least}` : undefined),
  },
  max: {
    of: "value",
    check: (most, value) => (typeof value === "number" && value > most ? `${value} exceeds the maximum ${most}` : undefined),
  },
  max_length: {
    of: "value",
    check: (most, value) =>
      typeof value === "string" && countCodePoints(value) > most ? `'${renderValue(value)}' exceeds the maximum length ${most}` : undefined,
  },
  pattern: {
    of: "value",
    check: (pattern, value) => (typeof value === "string" ? findPatternProblem(pattern, value, `'${renderValue(value)}'`) : undefined),
  },
  keys: {
    of: "key",
    check: ({ pattern }, key) => findPatternProblem(pattern, String(key), `the key '${renderValue(String(key))}'`),
  },
} as const satisfies { readonly [Key in LimitKey]-?: LimitRecord<NonNullable<ArgLimits[Key]>> };

/** The names of all limits, in the order in which they are checked. */
export const LIMIT_KEYS = Object.keys(LIMITS) as readonly LimitKey[];

/** A limit in words: the phrase, the values that follow it, and their unit. */
export type LimitWords = Omit<ConstraintWords, "key"> & { readonly key: LimitKey };

/** Returns the limits of an argument in words. */
export function describeLimits(arg: ArgLimits): readonly LimitWords[] {
  return LIMIT_KEYS.flatMap((key): readonly LimitWords[] => {
    if (arg[key] === undefined) return [];
    if (key === "keys") return arg.keys ? [{ key, phrase: "keys match", values: [arg.keys.pattern] }] : [];
    return describeConstraint({ [key]: arg[key] }).map((words) => ({ ...words, key }));
  });
}

/** The limits that an argument has, with their records. */
function setLimits(arg: ArgLimits): readonly (readonly [key: LimitKey, record: LimitRecord<unknown>, limit: unknown])[] {
  // Safe cast: the limit is that of the record's key.
  return LIMIT_KEYS.flatMap((key) => (arg[key] === undefined ? [] : [[key, LIMITS[key] as LimitRecord<unknown>, arg[key]] as const]));
}

/** Returns the first problem of one value or key. */
async function findProblem(arg: ToolArg, of: "value" | "key", value: ScalarValue): Promise<string | undefined> {
  for (const [, record, limit] of setLimits(arg)) {
    const problem = record.of === of ? await record.check(limit, value) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function keysOf(value: ArgValue): readonly string[] {
  return typeof value === "object" && !isList(value) ? Object.keys(value) : [];
}

async function findPatternProblem(source: string, text: string, shown: string): Promise<string | undefined> {
  const compiled = await patternOf(source).compile();
  // The generator rejects such a pattern, so only a program that embeds the server can pass one.
  if (compiled.kind === "invalid") return `the pattern '${source}' cannot be used: ${compiled.problem}`;
  return compiled.matchesAll(text) ? undefined : `${shown} does not match the pattern '${source}'`;
}

function patternOf(source: string): LinearPattern {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const pattern = toLinearPattern(source);
  patterns.set(source, pattern);
  return pattern;
}
