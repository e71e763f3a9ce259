/** Combines the executors, environments and limits of several policies into those of one policy. */
import type { AnyPolicySpec, EnvInherit, ExecutorSpec, LimitsSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { combineInherit, combineLimits, combineSecrets } from "@climax-gen/runtime/internal/policy/combine";
import { defined } from "@climax-gen/runtime/internal/text/defined";
import { combineExecutorsInTurn } from "@climax-gen/runtime/internal/policy/combine-executors";
import { combineForTools } from "@climax-gen/runtime/internal/policy/executors-of-tools";
import { toPolicy } from "@climax-gen/runtime/internal/policy/policy";

/** The parts of a policy that apply to all tools. A part is omitted if no policy sets it. */
export interface PolicySurroundings extends Pick<AnyPolicySpec, "executor" | "env" | "limits"> {
  /** The executors of the tools that have their own, by name. */
  readonly toolExecutors?: ReadonlyMap<string, ExecutorSpec>;
}

/** Returns the executor of the commands of a tool. */
export function executorOfTool({ executor, toolExecutors }: PolicySurroundings, tool: string): ExecutorSpec {
  return toolExecutors?.get(tool) ?? executor ?? { type: "local" };
}

/** Combines the policies as a server does. Throws if their executors contradict each other, which the check stage reports. */
export function combineSurroundings(policies: readonly AnyPolicySpec[]): PolicySurroundings {
  const { executor, toolExecutors } = combineExecutors(policies);
  const inherits = policies.flatMap(({ env }) => (env?.inherit === undefined ? [] : [env.inherit]));
  const inherit = inherits.length === 0 ? undefined : inherits.reduce((all: EnvInherit, one) => combineInherit(all, one));
  const found = combineSecrets(policies.map(({ env }) => env?.secrets));
  if (found.kind === "conflict") throw new Error(`policies that contradict each other: ${found.problem}`);
  const env = defined({ inherit, secrets: found.sources });
  const limits = policies.reduce((all: LimitsSpec, policy) => combineLimits(all, policy.limits), {});
  return {
    ...(executor && { executor }),
    ...(toolExecutors && { toolExecutors }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

function combineExecutors(policies: readonly AnyPolicySpec[]): Pick<PolicySurroundings, "executor" | "toolExecutors"> {
  const given = policies.map(({ executor }) => executor).filter((executor) => executor !== undefined);
  const combined = combineExecutorsInTurn(given);
  const ofTools = policies.some(hasToolExecutors) ? combineForTools(policies.map(toPolicy), { variables: {} }) : undefined;
  const conflict = [combined, ofTools].find((one) => one?.kind === "conflict");
  if (conflict?.kind === "conflict") throw new Error(`policies that contradict each other: ${conflict.problem}`);
  const executor = combined.kind === "combined" ? combined.executors.at(-1) : undefined;
  if (ofTools?.kind !== "combined") return defined({ executor });
  const tools = Array.from(ofTools.tools, ([name, executors]) => [name, executors.at(-1) ?? LOCAL] as const);
  return { ...defined({ executor }), toolExecutors: new Map(tools) };
}

const LOCAL: ExecutorSpec = { type: "local" };

function hasToolExecutors({ tools }: AnyPolicySpec): boolean {
  return Object.values(tools).some(({ executor }) => executor !== undefined);
}
