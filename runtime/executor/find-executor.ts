/** Whether the machine has what a policy's executor needs. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import { engineOf } from "./engine.ts";
import type { ExecutorHost } from "./wrap-command.ts";
import { writableFolders } from "./wrap-command.ts";

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
