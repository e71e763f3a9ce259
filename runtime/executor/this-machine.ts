/** Prepares the execution of commands on this machine, and checks whether the machine supports it. */
import type { Environment } from "../tool/environment-variables.ts";
import type { Execution, Machine, ResolvedExecution, ServerPolicies } from "./execution.ts";
import { combineExecutionOn } from "./execution.ts";
import { findExecutorProblem, findLimitProblem, findPrlimit, probeLimits } from "./find-executor.ts";
import { isLink, toRealPath } from "./file-kind.ts";
import { nameUsers } from "./name-users.ts";
import { probeDaemon, probeExecutorOf } from "./probe-executor.ts";
import { keyOf, listExecutors, withHosts } from "./tool-executors.ts";
import { defined } from "../text/defined.ts";
import { once } from "../text/once.ts";
import { valueOr } from "../text/value-or.ts";

/**
 * Checks whether the machine can run commands with each executor of a combination, and probes it. The result is `refused` if it cannot. No
 * command may run outside the sandbox that a policy requires.
 * @param calledTool see `ServerPolicies`
 */
export async function resolveExecution(execution: Execution, calledTool?: string): Promise<ResolvedExecution> {
  const checked = checkExecution(execution, calledTool);
  return checked.kind === "refused" ? checked : await probeExecutor(checked.execution, calledTool);
}

/** Does the same as `resolveExecution`, but without `probeExecutor`, which starts programs. */
export function checkExecution(execution: Execution, calledTool?: string): ResolvedExecution {
  const used = listExecutors(execution, calledTool);
  const problems = used.flatMap(({ executor, host, tools }) => {
    const problem = findExecutorProblem(executor, host) ?? findLimitProblem(executor, host);
    return problem === undefined ? [] : [nameUsers(problem, tools)];
  });
  if (problems.length > 0) return { kind: "refused", problem: problems.join("\n") };
  const hosts = used.map(
    ({ executor, host }) => [keyOf(executor), { ...host, ...defined({ prlimit: findPrlimit(executor, host) }) }] as const,
  );
  return { kind: "ready", execution: withHosts(execution, new Map(hosts)) };
}

/**
 * Tests each executor once, all at the same time, and the limits, on programs that do nothing. Adds the features of the machine's bwrap. The
 * result is `refused` if an executor cannot run commands, or if the limits cannot be set. Never rejects.
 * @param calledTool see `ServerPolicies`
 */
export async function probeExecutor(execution: Execution, calledTool?: string): Promise<ResolvedExecution> {
  const used = listExecutors(execution, calledTool);
  const limited = used.find(({ host }) => host.prlimit !== undefined);
  const probeDocker = once(() => probeDaemon(execution.host));
  const [problem, ...probed] = await Promise.all([
    limited && probeLimits(limited.executor, limited.host),
    ...used.map(async (one) => ({ ...one, probed: await probeExecutorOf(one.executor, one.host, probeDocker) })),
  ]);
  const problems = probed.flatMap((one) => (one.probed.kind === "failed" ? [nameUsers(one.probed.problem, one.tools)] : []));
  if (problems.length > 0) return { kind: "refused", problem: problems.join("\n") };
  if (problem !== undefined) return { kind: "refused", problem };
  const hosts = probed.flatMap(({ executor, host, probed: result }) =>
    result.kind === "failed" ? [] : [[keyOf(executor), { ...host, sandboxFeatures: result.sandboxFeatures }] as const],
  );
  return { kind: "ready", execution: withHosts(execution, new Map(hosts)) };
}

/**
 * Combines the policies for this machine without checking whether it has the executor: the strictest value of each setting applies. The
 * result is `refused` if they contradict each other, or if the working directory has been deleted, because commands start in it.
 */
export function combineExecution(policies: ServerPolicies, variables: Environment): ResolvedExecution {
  const directory = findDirectory();
  if (directory === undefined) return { kind: "refused", problem: "the working directory has been deleted: change to another one" };
  return combineExecutionOn({ directory, ...MACHINE }, policies, variables);
}

const MACHINE = { architecture: process.arch, realPath: toRealPath, isLink, node: process.execPath };

function findDirectory(): string | undefined {
  // The only possible failure is ENOENT: the directory has been deleted.
  return valueOr(undefined, () => process.cwd());
}

/** Returns the machine and the working directory of this process. */
export function thisMachine(): Machine {
  return { directory: process.cwd(), ...MACHINE };
}
