/** Interprets the exit code of a process: whether it is a success, and its lines in the reply. */
import type { CommandHandler } from "../tool/tool.ts";

/** The keys of a tool that determine the result of its process. */
export const RESULT_KEYS = ["success_exit_codes", "exit_codes", "timeout_is_success", "stderr"] as const satisfies (keyof CommandHandler)[];

export type ResultRules = Pick<CommandHandler, (typeof RESULT_KEYS)[number]>;

/** The line in the reply for a process that did not start or did not exit by itself (vectors call.notfound, call.timeout). */
export const NO_EXIT_CODE = "[exit code: -1]";

/**
 * Returns the exit codes that mean success: the codes in `success_exit_codes` (default: 0), and the codes in `exit_codes` whose meaning is
 * not an error.
 */
export function successExitCodes({ success_exit_codes = [0], exit_codes = {} }: ResultRules): readonly number[] {
  const codes = new Set(success_exit_codes);
  for (const [code, meaning] of Object.entries(exit_codes)) {
    if (typeof meaning === "object") codes.delete(Number(code));
    else codes.add(Number(code));
  }
  return [...codes];
}

/** Reports whether the config has a meaning for an exit code. */
export function hasMeaning({ exit_codes = {} }: ResultRules, code: number): boolean {
  return Object.hasOwn(exit_codes, String(code));
}

/** Returns the lines with the exit code and its meaning. Empty for a success with code 0, if `exit_codes` has no meaning for 0. */
export function exitCodeLines({ exit_codes = {} }: ResultRules, code: number, isError: boolean): readonly string[] {
  const meaning = new Map(Object.entries(exit_codes)).get(String(code));
  const text = typeof meaning === "object" ? meaning.error : meaning;
  if (code === 0 && !isError && text === undefined) return [];
  return [`[exit code: ${code}]${text === undefined ? "" : `\n${text}`}`];
}
