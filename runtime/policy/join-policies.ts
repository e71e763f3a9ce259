/** Joins a policy with the policies that it includes. The result has the same effect as one file. Pure. */
import type { PolicyTarget } from "./expand-policy.ts";
import { expandPolicy, isGlob, matchesGlob } from "./expand-policy.ts";
import type { AnyPolicySpec, ToolPolicy } from "./policy-spec.ts";

/**
 * Returns the expanded policies of each file, all of which apply; see `expandPolicy`. A tool is enabled if one of the files names it and no
 * file disables it. All constraints of all files apply, and the strictest executor, environment and limits. `default` is the value of the
 * including file.
 * @param files the including file, then the included ones
 */
export function joinPolicies(
  [including, ...included]: readonly AnyPolicySpec[],
  tools: readonly PolicyTarget[],
): readonly (readonly AnyPolicySpec[])[] {
  if (including === undefined) return [];
  const isNamed = (name: string): boolean => Object.hasOwn(including.tools, name) || Object.hasOwn(including.functions ?? {}, name);
  const toEntries = (names: readonly string[]): Readonly<Record<string, ToolPolicy>> =>
    Object.fromEntries(names.filter((name) => !isNamed(name)).map((name) => [name, {}]));
  const added = toEntries(included.flatMap((spec) => namesOf(spec, tools)));
  const functions = toEntries(included.flatMap((spec) => Object.keys(spec.functions ?? {})));
  const all = { ...functions, ...including.functions };
  // Only the `default` of the including file applies to tools that no file names.
  return [
    expandPolicy({ ...including, tools: { ...including.tools, ...added }, ...(Object.keys(all).length > 0 && { functions: all }) }, tools),
    ...included.map((spec) => expandPolicy({ ...spec, default: "enabled" }, tools)),
  ];
}

/**
 * Returns the policies of `joinPolicies` in the order in which they apply. Included files are first, so that the description and the
 * directories of the including file have priority.
 */
export function inOrder<Policy>([including, ...included]: readonly (readonly Policy[])[]): readonly Policy[] {
  return [...included.flat(), ...(including ?? [])];
}

function namesOf({ tools: table }: AnyPolicySpec, tools: readonly PolicyTarget[]): readonly string[] {
  return Object.keys(table).flatMap((entry) =>
    isGlob(entry) ? tools.map(({ name }) => name).filter((name) => matchesGlob(entry, name)) : [entry],
  );
}
