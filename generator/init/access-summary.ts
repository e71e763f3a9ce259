/** Says in words what agents can do under the policy of a new project. */
import { count } from "../text/wording.ts";
import { groupTools, type PolicyTool } from "./draft-policy.ts";

/** Returns one line for each group of tools that the policy treats alike. */
export function describeAccess(tools: readonly PolicyTool[]): readonly string[] {
  const { enabled, confirmed, destructive, unrated } = groupTools(tools);
  const parts = [
    [enabled, "agents can call", "with the risk read"],
    [confirmed, "if the user confirms each call, agents can call", "with the risk write"],
    [destructive, "disabled:", "with the risk destructive, which can delete or run programs"],
    [unrated, "disabled:", "without a risk: set `risk` in the config, and enable those that agents need"],
  ] as const;
  const isEmpty = tools.length > 0 && enabled.length + confirmed.length === 0;
  const lines = parts.flatMap(([names, before, after]) =>
    names.length === 0 ? [] : [`${before} ${count(names.length, "tool")} ${after}`],
  );
  return [...lines, ...(isEmpty ? ["agents can call no tool: enable one in the policy before you generate the server"] : [])];
}
