/** Combines the executor, environment and limits of a server's policies. */
import type { Environment } from "../tool/environment-variables.ts";
import { findExecutorProblem, findLimitProblem, findPrlimit, hasSizeLimit, probeLimits } from "./find-executor.ts";
import type { ExecutorHost } from "./wrap-command.ts";
import { fixSearchPath } from "./program-path.ts";
import { resourceLimitsOf } from "./resource-limits.ts";
import { inheritEnvironment } from "../policy/inherited-environment.ts";
import { combineExecutorsInTurn } from "../policy/combine-executors.ts";
import { combineInherit, combineLimits, DEFAULT_LIMITS } from "../policy/combine.ts";
import { findMovedFolder } from "../policy/moved-folders.ts";
import type { Policy } from "../policy/policy.ts";
import type { EnvInherit, ExecutorSpec, LimitsSpec } from "../policy/policy-spec.ts";

export interface Execution {
  readonly executor: ExecutorSpec;
  /**
   * For each policy, its executor combined with all earlier ones. Relative directories of the policy are resolved against the working
   * directory of that executor, so that a later policy cannot move them. Defaults to `executor` for every policy.
   */
  readonly executors?: readonly ExecutorSpec[];
  readonly host: ExecutorHost;
  readonly limits: Required<LimitsSpec>;
}

/** The policies of a server, in order: those embedded in it, and those given at startup. */
export interface ServerPolicies {
  readonly embedded: readonly Policy[];
  readonly launch?: readonly Policy[];
}

export type ResolvedExecution =
  | { readonly kind: "ready"; readonly execution: Execution }
  /** The server must not start. */
  | { readonly kind: "refused"; readonly problem: string };

/** Returns the execution without policies: the server runs commands itself, with its whole environment. */
export function plainExecution(variables: Environment): Execution {
  const directory = process.cwd();
  const host = { variables, inherited: fixSearchPath(variables, directory), directory };
  return { executor: { type: "local" }, host, limits: DEFAULT_LIMITS };
}

/**
 * Combines the policies: the stricter setting of each applies. The result is `refused` if they contradict each other, or if the executor
 * is not available, because no command may run outside the sandbox that a policy requires.
 */
export async function resolveExecution(policies: ServerPolicies, variables: Environment): Promise<ResolvedExecution> {
  const checked = checkExecution(policies, variables);
  return checked.kind === "refused" ? checked : await probeExecutor(checked.execution);
}

/** The part of `resolveExecution` that starts no program. */
export function checkExecution(policies: ServerPolicies, variables: Environment): ResolvedExecution {
  const combined = combineExecution(policies, variables);
  if (combined.kind === "refused") return combined;
  const { executor, host } = combined.execution;
  const problem = findExecutorProblem(executor, host) ?? findLimitProblem(executor, host);
  if (problem !== undefined) return { kind: "refused", problem };
  const prlimit = findPrlimit(executor, host);
  return { kind: "ready", execution: { ...combined.execution, host: { ...host, ...(prlimit !== undefined && { prlimit }) } } };
}

/** Adds the facts that only the programs themselves can report. The result is `refused` if the limits cannot be set. Never rejects. */
export async function probeExecutor(execution: Execution): Promise<ResolvedExecution> {
  const { executor, host } = execution;
  const [hasSize, problem] = await Promise.all([hasSizeLimit(executor, host), probeLimits(executor, host)]);
  if (problem !== undefined) return { kind: "refused", problem };
  return { kind: "ready", execution: { ...execution, host: { ...host, hasSizeLimit: hasSize } } };
}

const ADVICE = "the policies must agree here, or only one of them may have an executor";

/** Combines the policies without checking whether the machine has the executor. Used to explain calls on another machine. */
export function combineExecution({ embedded, launch = [] }: ServerPolicies, variables: Environment): ResolvedExecution {
  const policies = [...embedded, ...launch];
  const combined = combineExecutorsInTurn(policies.map(({ executor }) => executor));
  if (combined.kind === "conflict") return { kind: "refused", problem: `${combined.problem}; ${ADVICE}` };
  const { executors } = combined;
  const moved = findMovedFolder(policies, executors, variables);
  if (moved !== undefined) return { kind: "refused", problem: moved };
  const inherit = policies.reduce((all: EnvInherit, { env }) => combineInherit(all, env?.inherit), "all");
  const directory = process.cwd();
  const inherited = fixSearchPath(inheritEnvironment(variables, inherit), directory);
  const limits = { ...DEFAULT_LIMITS, ...combineLimits({ ...DEFAULT_LIMITS, ...combineAll(embedded) }, combineAll(launch)) };
  const host = { variables, inherited, directory, resources: resourceLimitsOf(limits) };
  return { kind: "ready", execution: { executor: executors.at(-1) ?? { type: "local" }, executors, host, limits } };
}

function combineAll(policies: readonly Policy[]): LimitsSpec {
  return policies.reduce((all: LimitsSpec, { limits }) => combineLimits(all, limits), {});
}
