/** Finds and signals a process with its descendants. They have no process group of their own if they share the caller's terminal. */
import { readdirSync, readFileSync } from "node:fs";
import { valueOr } from "../text/value-or.ts";

/**
 * Returns the process and its descendants of this moment. A process whose parent has exited is not found. On systems other than Linux,
 * returns only the process.
 */
export function listTree(pid: number): readonly number[] {
  return [pid, ...listChildren(pid).flatMap(listTree)];
}

function listChildren(pid: number): readonly number[] {
  // The process has exited, or the system has no /proc.
  return valueOr([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((task) => {
      const text = readFileSync(`/proc/${pid}/task/${task}/children`, "latin1").trim();
      return text === "" ? [] : text.split(" ").map(Number);
    }),
  );
}

/** Sends a signal to each process that still exists. Returns those that existed. Signal 0 only checks this. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals | 0): readonly number[] {
  return pids.filter((pid) => {
    return valueOr(false, () => process.kill(pid, signal));
  });
}

/**
 * Reports whether this process is in the foreground of its terminal, which then sends Ctrl+C to all processes of the group. Returns false on
 * systems other than Linux.
 */
export function isInForeground(): boolean {
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    // The second field is the program's name in parentheses. Field 5 is the process group, and field 8 the group in the foreground.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[2] === fields[5];
  } catch {
    return false;
  }
}
