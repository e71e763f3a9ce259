/** Checks the limits that a config sets for the values of arguments: numbers, lengths and patterns. */
import { countCodePoints } from "../text/code-points.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import { toLinearPattern } from "../text/linear-pattern.ts";
import { renderValue } from "../text/render-value.ts";
import { labelValues } from "../tool/label-values.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
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
  for (const arg of args.filter(hasLimits)) {
    const value = values.get(arg.name);
    if (value === undefined) continue;
    for (const { label, item } of labelValues(arg.name, value)) {
      const problem = findRangeProblem(arg, item) ?? (await findTextProblem(arg, item));
      if (problem !== undefined) problems.push({ kind: "limit", arg: arg.name, message: `Argument '${label}': ${problem}` });
    }
    for (const key of arg.keys === undefined ? [] : keysOf(value)) {
      const problem = await findPatternProblem(arg.keys?.pattern, key, `the key '${renderValue(key)}'`);
      if (problem !== undefined) problems.push({ kind: "limit", arg: arg.name, message: `Argument '${arg.name}': ${problem}` });
    }
  }
  return problems;
}

function hasLimits({ min, max, max_length, pattern, keys }: ToolArg): boolean {
  return [min, max, max_length, pattern, keys].some((limit) => limit !== undefined);
}

function keysOf(value: ArgValue): readonly string[] {
  return typeof value === "object" && !isList(value) ? Object.keys(value) : [];
}

function findRangeProblem({ min, max }: ToolArg, item: ScalarValue): string | undefined {
  if (typeof item !== "number") return undefined;
  if (min !== undefined && item < min) return `${item} is below the minimum ${min}`;
  return max !== undefined && item > max ? `${item} exceeds the maximum ${max}` : undefined;
}

async function findTextProblem({ max_length, pattern }: ToolArg, item: ScalarValue): Promise<string | undefined> {
  if (typeof item !== "string") return undefined;
  const shown = `'${renderValue(item)}'`;
  if (max_length !== undefined && countCodePoints(item) > max_length) return `${shown} exceeds the maximum length ${max_length}`;
  return await findPatternProblem(pattern, item, shown);
}

async function findPatternProblem(source: string | undefined, text: string, shown: string): Promise<string | undefined> {
  if (source === undefined) return undefined;
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
