/** Uses util-linux's `script`, which runs a program on a pseudo-terminal and copies its output. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { shellWords } from "../../generator/text/shell-word.ts";

/** Reports whether util-linux's `script` is installed: others have different options. Prints the reason if the test is skipped. */
export function hasScript(): boolean {
  const { status, stdout } = spawnSync("script", ["--version"], { encoding: "utf8" });
  const isFound = status === 0 && stdout.includes("util-linux");
  if (!isFound) process.stdout.write("tests on a terminal are skipped: script of util-linux is not installed\n");
  return isFound;
}

/**
 * Starts a command on a pseudo-terminal. `script` runs it with the shell that SHELL names, which `exec` replaces: dash would receive Ctrl+C,
 * too, and end with 130 instead of the status of the command.
 */
export function spawnOnTerminal(
  command: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): ChildProcessWithoutNullStreams {
  return spawn("script", ["-qefc", `exec ${shellWords(command)}`, "/dev/null"], options);
}
