/** How the commands of a server are run: what all policies together say of executor, environment and limits. */
import type { Environment } from "../tool/environment-variables.ts";
import { findExecutorProblem, hasSizeLimit } from "./find-executor.ts";
import type { ExecutorHost } from "./wrap-command.ts";
import { fixSearchPath } from "./program-path.ts";
import { inheritEnvironment } from "../policy/inherited-environment.ts";
import { combineExecutorsInTurn } from "../policy/combine-executors.ts";
import { combineInherit, combineLimits, DEFAULT_LIMITS } from "../policy/combine.ts";
import { findMovedFolder } from "../policy/moved-folders.ts";
import type { Policy } from "../policy/policy.ts";
import type { EnvInherit, ExecutorSpec, LimitsSpec } from "../policy/policy-spec.ts";

export interface Execution {
  readonly executor: ExecutorSpec;
  /**
   * For each policy, the executor that it and the policies before it result in: relative folders of a policy start where that one runs
   * commands, so that no later policy moves them. Defaults to `executor` for every policy.
   */
  readonly executors?: readonly ExecutorSpec[];
  readonly host: ExecutorHost;
  readonly limits: Required<LimitsSpec>;
}

/** The policies of a server, in the order given: those embedded in it, and those it is started with. */
export interface ServerPolicies {
  readonly baked: readonly Policy[];
  readonly launch?: readonly Policy[];
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

const ADVICE = "the policies must agree here, or only one of them may have an executor";

/** The same, whatever the machine has: for telling what another one would do. */
export function combineExecution({ baked, launch = [] }: ServerPolicies, variables: Environment): ResolvedExecution {
  const policies = [...baked, ...launch];
  const combined = combineExecutorsInTurn(policies.map(({ executor }) => executor));
  if (combined.kind === "conflict") return { kind: "refused", problem: `${combined.problem}; ${ADVICE}` };
  const { executors } = combined;
  const moved = findMovedFolder(policies, executors, variables);
  if (moved !== undefined) return { kind: "refused", problem: moved };
  const inherit = policies.reduce((all: EnvInherit, { env }) => combineInherit(all, env?.inherit), "all");
  const directory = process.cwd();
  const host = { variables, inherited: fixSearchPath(inheritEnvironment(variables, inherit), directory), directory };
  const limits = { ...DEFAULT_LIMITS, ...combineLimits({ ...DEFAULT_LIMITS, ...combineAll(baked) }, combineAll(launch)) };
  return { kind: "ready", execution: { executor: executors.at(-1) ?? { type: "local" }, executors, host, limits } };
}

function combineAll(policies: readonly Policy[]): LimitsSpec {
  return policies.reduce((all: LimitsSpec, { limits }) => combineLimits(all, limits), {});
}
