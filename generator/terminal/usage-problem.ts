/** Prints usage errors that only the command itself can detect, in the form of the errors of the argument parser. */
import { escapeUnprintable } from "../text/wording.ts";
import type { Terminal } from "./terminal.ts";

/** Exit status of invalid usage. */
export const BAD_USAGE = 2;

/** Prints the fault and the help. Returns the exit status. */
export function refuseUsage({ problem, help }: { readonly problem: string; readonly help: string }, { err }: Terminal): number {
  err(`error: ${escapeUnprintable(problem)}\nhelp: ${help}\n`);
  return BAD_USAGE;
}
