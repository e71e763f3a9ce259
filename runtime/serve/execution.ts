/** How the commands of a server are run: what all policies together say of executor, environment and limits. */
import type { Environment } from "../call/environment-variables.ts";
import { findExecutorProblem, hasSizeLimit } from "../executor/find-executor.ts";
import type { ExecutorHost } from "../executor/wrap-command.ts";
import { fixSearchPath } from "../executor/program-path.ts";
import { inheritEnvironment } from "../call/inherited-environment.ts";
import { combineExecutors } from "../policy/combine-executors.ts";
import { combineInherit, combineLimits, DEFAULT_LIMITS } from "../policy/combine.ts";
import type { Policy } from "../policy/policy.ts";
import type { ExecutorSpec, LimitsSpec } from "../policy/policy-spec.ts";

export interface Execution {
  readonly executor: ExecutorSpec;
  readonly host: ExecutorHost;
  readonly limits: Required<LimitsSpec>;
}

/** The policies of a server: the one that was generated into it, and the one that it is started with. */
export interface ServerPolicies {
  readonly baked?: Policy | undefined;
  readonly launch?: Policy | undefined;
}

export type ResolvedExecution =
  | { readonly kind: "ready"; readonly execution: Execution }
  /** The server must not start. */
  | { readonly kind: "refused"; readonly problem: string };

/** Commands run as the server itself would run them. */
export function plainExecution(variables: Environment): Execution {
  const directory = process.cwd();
  const host = { variables, inherited: fixSearchPath(variables, directory), directory };
  return { executor: { type: "local" }, host, limits: DEFAULT_LIMITS };
}

/**
 * What the policies say together, the stricter part of each. Refused where they contradict each other, and where the executor
 * is not there: nothing ever runs outside the sandbox that a policy asks for.
 */
export async function resolveExecution(policies: ServerPolicies, variables: Environment): Promise<ResolvedExecution> {
  const combined = combineExecution(policies, variables);
  if (combined.kind === "refused") return combined;
  const { execution } = combined;
  const problem = findExecutorProblem(execution.executor, execution.host);
  if (problem !== undefined) return { kind: "refused", problem };
  const host = { ...execution.host, hasSizeLimit: await hasSizeLimit(execution.executor, execution.host) };
  return { kind: "ready", execution: { ...execution, host } };
}

/** The same, whatever the machine has: for telling what another one would do. */
export function combineExecution({ baked, launch }: ServerPolicies, variables: Environment): ResolvedExecution {
  const combined = combineExecutors(baked?.executor, launch?.executor);
  if (combined.kind === "conflict") return { kind: "refused", problem: combined.problem };
  const { executor } = combined;
  const inherit = combineInherit(baked?.env?.inherit, launch?.env?.inherit);
  const limits = { ...DEFAULT_LIMITS, ...combineLimits({ ...DEFAULT_LIMITS, ...baked?.limits }, launch?.limits) };
  const directory = process.cwd();
  const host = { variables, inherited: fixSearchPath(inheritEnvironment(variables, inherit), directory), directory };
  return { kind: "ready", execution: { executor, host, limits } };
}
