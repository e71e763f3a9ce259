/** Checks whether the machine supports a policy's executor. */
import { delimiter, resolve } from "node:path";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import { isOption } from "../policy/docker-values.ts";
import { succeeds } from "../process/probe-program.ts";
import { writableFolders } from "./bubblewrap.ts";
import { engineOf } from "./engine.ts";
import { isExecutable, isFolder } from "./file-kind.ts";
import type { ExecutorHost } from "./plain-command.ts";
import { needsPrlimit, prlimitWords } from "./resource-limits.ts";

/** Search path if PATH is not set. */
const DEFAULT_PATH = "/usr/bin:/bin";

/**
 * Returns the reason why the executor is not available, or `undefined`. Called once at startup, so that the operator learns of the problem
 * before a caller does. A command that cannot run in its sandbox must not run at all.
 */
export function findExecutorProblem(executor: ExecutorSpec, host: ExecutorHost): string | undefined {
  if (executor.type === "docker" && isOption(executor.image))
    return `executor.image: ${JSON.stringify(executor.image)} is not an image: docker reads it as an option`;
  const folders = executor.type === "bubblewrap" ? writableFolders(executor, host) : [];
  const missing = folders.find((folder) => !isFolder(folder));
  if (missing !== undefined) return `executor.writable: ${missing} is not a directory`;
  const engine = engineOf(executor.type);
  return engine && findMissingProgram(engine, host);
}

/**
 * Returns the reason why the machine cannot enforce the limits of the policies, or `undefined`. If a reason is returned, the server must
 * not start, because no command may run without a limit that the policy sets.
 */
export function findLimitProblem(executor: ExecutorSpec, host: ExecutorHost): string | undefined {
  const { resources = {} } = host;
  if (executor.type === "docker") return undefined;
  if (resources.processes !== undefined)
    return `limits.processes: an executor of type ${executor.type} cannot limit processes: use \`type: docker\` or remove the limit`;
  if (!needsPrlimit(resources) || findPrlimit(executor, host) !== undefined) return undefined;
  return "limits.memory and limits.cpu_seconds need the program prlimit (util-linux), which is not on the server's PATH";
}

/** Returns the absolute path of `prlimit`, or `undefined` if no limit needs it or the machine lacks it. */
export function findPrlimit(executor: ExecutorSpec, host: ExecutorHost): string | undefined {
  return executor.type !== "docker" && needsPrlimit(host.resources ?? {}) ? findProgram("prlimit", host) : undefined;
}

/** Tests the limits on a program that does nothing. Returns the reason why they cannot be set, or `undefined`. Never rejects. */
export async function probeLimits(
  executor: ExecutorSpec,
  { resources = {}, prlimit, inherited }: ExecutorHost,
): Promise<string | undefined> {
  if (executor.type === "docker" || prlimit === undefined) return undefined;
  if (await succeeds([...prlimitWords(resources, prlimit), prlimit, "--version"], inherited)) return undefined;
  return "limits.memory and limits.cpu_seconds: prlimit cannot set these limits: they are too small, or above those of the server (ulimit)";
}

function findMissingProgram(program: string, host: ExecutorHost): string | undefined {
  if (findProgram(program, host) !== undefined) return undefined;
  return `the policy runs commands with ${program}, which is not on the server's PATH`;
}

/** Returns the absolute path of a program on the server's PATH, or `undefined`. */
export function findProgram(program: string, { inherited }: Pick<ExecutorHost, "inherited">): string | undefined {
  const path = (Object.hasOwn(inherited, "PATH") ? inherited["PATH"] : undefined) ?? DEFAULT_PATH;
  return path
    .split(delimiter)
    .map((folder) => resolve(folder, program))
    .find(isExecutable);
}
