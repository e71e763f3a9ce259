/** Whether the machine has what a policy's executor needs. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import { succeeds } from "../process/probe-program.ts";
import { writableFolders } from "./bubblewrap.ts";
import { engineOf } from "./engine.ts";
import type { ExecutorHost } from "./plain-command.ts";

/** Where a program is looked for when there is no PATH. */
const DEFAULT_PATH = "/usr/bin:/bin";

/**
 * What is missing for the executor, or `undefined`. Looked at once, when a server starts: a command that cannot be run in its
 * sandbox must not run at all, and that is better told to who starts the server than to who calls a tool.
 */
export function findExecutorProblem(executor: ExecutorSpec, host: ExecutorHost): string | undefined {
  const folders = executor.type === "bubblewrap" ? writableFolders(executor, host) : [];
  const missing = folders.find((folder) => !isFolder(folder));
  if (missing !== undefined) return `executor.writable: ${missing} is not a folder`;
  const engine = engineOf(executor.type);
  return engine && findMissingProgram(engine, host);
}

/**
 * Reports whether the machine's bwrap takes `--size`: those before 0.7 do not, and one that is installed setuid refuses it.
 * Starts bwrap once, which reads its options and prints its version. Never rejects.
 */
export async function hasSizeLimit(executor: ExecutorSpec, { inherited }: ExecutorHost): Promise<boolean> {
  if (executor.type !== "bubblewrap") return false;
  return await succeeds([engineOf(executor.type), "--size", "4096", "--tmpfs", "/tmp", "--version"], inherited);
}

function findMissingProgram(program: string, { inherited }: ExecutorHost): string | undefined {
  const path = (Object.hasOwn(inherited, "PATH") ? inherited["PATH"] : undefined) ?? DEFAULT_PATH;
  if (path.split(delimiter).some((folder) => isExecutable(join(folder || ".", program)))) return undefined;
  return `the policy runs every command with ${program}, which is not on the server's PATH`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there, or not for us: the next folder may have one.
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
