/** Finds util-linux's `script`, which runs a program on a pseudo-terminal and copies its output. */
import { spawnSync } from "node:child_process";

/** Reports whether util-linux's `script` is installed: others have different options. Prints the reason if the test is skipped. */
export function hasScript(): boolean {
  const { status, stdout } = spawnSync("script", ["--version"], { encoding: "utf8" });
  const isFound = status === 0 && stdout.includes("util-linux");
  if (!isFound) process.stdout.write("tests on a terminal are skipped: script of util-linux is not installed\n");
  return isFound;
}
