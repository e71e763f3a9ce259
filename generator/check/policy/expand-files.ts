/** Expands a policy and the policies that it includes for the tools of the configs. */
import { inOrder, joinPolicies } from "@climax-gen/runtime/compiler";
import type { CheckedFile, CheckedPolicy } from "../files/checked-file.ts";
import { findDefinitions } from "../files/definitions.ts";

/**
 * Returns policies without globs and levels of `approval`, in the order in which they apply. Each has the file that its rules are in.
 * @param files the policy, then the policies that it includes
 */
export function expandFiles(files: readonly CheckedPolicy[], configs: readonly CheckedFile[]): readonly CheckedPolicy[] {
  const tools = [...findDefinitions(configs).values()].map(({ kind, tool }) => ({
    name: tool.name,
    args: tool.args,
    ...(kind === "directive" ? { risk: "read" as const } : tool.risk !== undefined && { risk: tool.risk }),
  }));
  const joined = joinPolicies(
    files.map(({ spec }) => spec),
    tools,
  );
  return inOrder(
    files.map((file, index) => (joined[index] ?? []).map((spec, layer): CheckedPolicy => ({ ...file, spec, ...(layer > 0 && { layer }) }))),
  );
}
