/** Prepares the execution of commands on this machine, and checks whether the machine supports it. */
import type { Environment } from "../tool/environment-variables.ts";
import type { Execution, Machine, ResolvedExecution, ServerPolicies } from "./execution.ts";
import { combineExecutionOn } from "./execution.ts";
import { findExecutorProblem, findLimitProblem, findPrlimit, probeLimits } from "./find-executor.ts";
import { isLink, toRealPath } from "./file-kind.ts";
import { probeExecutorOf } from "./probe-executor.ts";

/**
 * Combines the policies: the strictest value of each setting applies. The result is `refused` if they contradict each other, or if the
 * executor is not available. No command may run outside the sandbox that a policy requires.
 */
export async function resolveExecution(policies: ServerPolicies, variables: Environment): Promise<ResolvedExecution> {
  const checked = checkExecution(policies, variables);
  return checked.kind === "refused" ? checked : await probeExecutor(checked.execution);
}

/** Does the same as `resolveExecution`, but without `probeExecutor`, which starts programs. */
export function checkExecution(policies: ServerPolicies, variables: Environment): ResolvedExecution {
  const combined = combineExecution(policies, variables);
  if (combined.kind === "refused") return combined;
  const { executor, host } = combined.execution;
  const problem = findExecutorProblem(executor, host) ?? findLimitProblem(executor, host);
  if (problem !== undefined) return { kind: "refused", problem };
  const prlimit = findPrlimit(executor, host);
  return { kind: "ready", execution: { ...combined.execution, host: { ...host, ...(prlimit !== undefined && { prlimit }) } } };
}

/**
 * Tests the executor and the limits on programs that do nothing, and adds the features of the machine's bwrap. The result is `refused` if
 * the executor cannot run commands, or if the limits cannot be set. Never rejects.
 */
export async function probeExecutor(execution: Execution): Promise<ResolvedExecution> {
  const { executor, host } = execution;
  const [probed, problem] = await Promise.all([probeExecutorOf(executor, host), probeLimits(executor, host)]);
  if (probed.kind === "failed") return { kind: "refused", problem: probed.problem };
  if (problem !== undefined) return { kind: "refused", problem };
  return { kind: "ready", execution: { ...execution, host: { ...host, sandboxFeatures: probed.sandboxFeatures } } };
}

/**
 * Combines the policies for this machine without checking whether it has the executor. The result is `refused` if the working directory
 * has been deleted, because commands start in it.
 */
export function combineExecution(policies: ServerPolicies, variables: Environment): ResolvedExecution {
  const directory = findDirectory();
  if (directory === undefined) return { kind: "refused", problem: "the working directory has been deleted: change to another one" };
  return combineExecutionOn({ directory, ...MACHINE }, policies, variables);
}

const MACHINE = { architecture: process.arch, realPath: toRealPath, isLink, node: process.execPath };

function findDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    // The only possible failure is ENOENT: the directory has been deleted.
    return undefined;
  }
}

/** Returns the machine and the working directory of this process. */
export function thisMachine(): Machine {
  return { directory: process.cwd(), ...MACHINE };
}
