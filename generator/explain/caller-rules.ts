/** Lists what the policies require of the callers of a tool. */
import type { CheckedPolicy } from "../check/files/checked-file.ts";
import { addressOf, positionOf } from "../check/files/locations.ts";
import { toolPolicies } from "../describe/describe-policy.ts";
import type { ExplainedRule } from "./explanation.ts";

/** Returns the scopes that each policy requires of callers over HTTP, or undefined if there are none. */
export function listCallerRules(policies: readonly CheckedPolicy[], tool: string): readonly ExplainedRule[] | undefined {
  const rules = policies.flatMap((policy): readonly ExplainedRule[] => {
    const scopes = toolPolicies([policy.spec]).get(tool)?.[0]?.scopes;
    return scopes === undefined ? [] : [{ key: "scopes", value: scopes, place: positionOf(policy, addressOf(tool), ["scopes"], "key") }];
  });
  return rules.length === 0 ? undefined : rules;
}
