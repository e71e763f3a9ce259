/** `climax-gen guard check [DIR]`: reports whether the programs of a guard are found first, and what the guard does not cover. */
import { describeGuardState, isFirstOnPath } from "../guard/guard-report.ts";
import { readGuardState } from "../host/guard-state.ts";
import { formatJson } from "../text/json.ts";
import { quote } from "../text/wording.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { BAD_USAGE } from "../terminal/usage-problem.ts";

/** Options of `climax-gen guard check`. */
export interface GuardFlags {
  readonly json?: boolean;
}

/** Runs the command. Returns the exit status: 0, 1 if a program is not guarded, 2 if the directory is not a guard. */
export function runGuardCheck(folder: string, flags: GuardFlags, terminal: Terminal): number {
  const state = readGuardState(folder, process.env["PATH"] ?? "");
  if (state === undefined) {
    terminal.err(`error: ${quote(folder)} is no guard\nhelp: name the output directory of climax-gen package --format guard\n`);
    return BAD_USAGE;
  }
  const isFirst = isFirstOnPath(state);
  terminal.out(flags.json === true ? formatJson({ ok: isFirst, ...state }) : describeGuardState(state));
  return isFirst ? 0 : 1;
}
