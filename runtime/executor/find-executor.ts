/** Checks whether the machine supports a policy's executor. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import { succeeds } from "../process/probe-program.ts";
import { writableFolders } from "./bubblewrap.ts";
import { engineOf } from "./engine.ts";
import type { ExecutorHost } from "./plain-command.ts";

/** Search path if PATH is not set. */
const DEFAULT_PATH = "/usr/bin:/bin";

/**
 * Returns the reason why the executor is not available, or `undefined`. Called once at startup: a command that cannot run in its sandbox
 * must not run at all, and the operator should learn this before a caller does.
 */
export function findExecutorProblem(executor: ExecutorSpec, host: ExecutorHost): string | undefined {
  const folders = executor.type === "bubblewrap" ? writableFolders(executor, host) : [];
  const missing = folders.find((folder) => !isFolder(folder));
  if (missing !== undefined) return `executor.writable: ${missing} is not a directory`;
  const engine = engineOf(executor.type);
  return engine && findMissingProgram(engine, host);
}

/**
 * Reports whether the machine's bwrap supports `--size`. Versions before 0.7 do not, and a setuid bwrap rejects it. Starts bwrap once
 * with `--version`. Never rejects.
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
    // Missing or not accessible: continue with the next directory.
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
