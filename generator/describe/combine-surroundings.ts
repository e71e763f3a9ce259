/** Combines the executors, environments and limits of several policies into those of one policy. */
import type { AnyPolicySpec, EnvInherit, LimitsSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { combineInherit, combineLimits, combineSecrets } from "@climax-gen/runtime/internal/policy/combine";
import { defined } from "@climax-gen/runtime/internal/text/defined";
import { combineExecutorsInTurn } from "@climax-gen/runtime/internal/policy/combine-executors";

/** The parts of a policy that apply to all tools. A part is omitted if no policy sets it. */
export type PolicySurroundings = Pick<AnyPolicySpec, "executor" | "env" | "limits">;

/** Combines the policies as a server does. Throws if their executors contradict each other, which the check stage reports. */
export function combineSurroundings(policies: readonly AnyPolicySpec[]): PolicySurroundings {
  const given = policies.map(({ executor }) => executor).filter((executor) => executor !== undefined);
  const combined = combineExecutorsInTurn(given);
  if (combined.kind === "conflict") throw new Error(`policies that contradict each other: ${combined.problem}`);
  const executor = combined.executors.at(-1);
  const inherits = policies.flatMap(({ env }) => (env?.inherit === undefined ? [] : [env.inherit]));
  const inherit = inherits.length === 0 ? undefined : inherits.reduce((all: EnvInherit, one) => combineInherit(all, one));
  const found = combineSecrets(policies.map(({ env }) => env?.secrets));
  if (found.kind === "conflict") throw new Error(`policies that contradict each other: ${found.problem}`);
  const env = defined({ inherit, secrets: found.sources });
  const limits = policies.reduce((all: LimitsSpec, policy) => combineLimits(all, policy.limits), {});
  return {
    ...(executor && { executor }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
