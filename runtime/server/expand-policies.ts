/** Expands policies for the tools of an index. */
import { expandPolicy } from "../policy/expand-policy.ts";
import { inOrder, joinPolicies } from "../policy/join-policies.ts";
import type { AnyPolicySpec } from "../policy/policy-spec.ts";
import { once } from "../text/once.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";

/**
 * Returns the policies without globs and levels of `approval`; see `expandPolicy`. Reads the tools only if a policy has globs or levels of
 * `approval`.
 */
export function expandAll(specs: readonly AnyPolicySpec[], index: Pick<ToolIndex, "listed">): readonly AnyPolicySpec[] {
  const read = once(() => index.listed());
  const tools = { [Symbol.iterator]: () => read()[Symbol.iterator]() };
  return specs.flatMap((spec) => expandPolicy(spec, tools));
}

/** Returns a policy and the policies that it includes without globs and levels of `approval`, in the order in which they apply. */
export function joinAll(files: readonly AnyPolicySpec[], index: Pick<ToolIndex, "listed">): readonly AnyPolicySpec[] {
  return files.length === 1 ? expandAll(files, index) : inOrder(joinPolicies(files, index.listed()));
}
