/** Interprets the exit code of a process: whether it is a success, and its lines in the reply. */
import type { CommandHandler } from "../tool/tool.ts";
import type { ConditionalMeaning, ErrorPatterns, ExitMeaning } from "../tool/tool-spec.ts";

/** The keys of a tool that determine the result of its process. */
export const RESULT_KEYS = [
  "success_exit_codes",
  "exit_codes",
  "timeout_is_success",
  "stderr",
  "reply_prefix",
] as const satisfies (keyof CommandHandler)[];

export type ResultRules = Pick<CommandHandler, (typeof RESULT_KEYS)[number]>;

/** The line in the reply for a process that did not start or did not exit by itself (vectors call.notfound, call.timeout). */
export const NO_EXIT_CODE = "[exit code: -1]";

/**
 * Returns the exit codes that always mean success: the codes in `success_exit_codes` (default: 0), and the codes in `exit_codes` whose
 * meaning is a text.
 */
export function successExitCodes({ success_exit_codes = [0], exit_codes = {} }: ResultRules): readonly number[] {
  const codes = new Set(success_exit_codes);
  for (const [code, meaning] of Object.entries(exit_codes)) {
    if (typeof meaning === "object") codes.delete(Number(code));
    else codes.add(Number(code));
  }
  return [...codes];
}

/** Returns the exit codes that mean success or failure, by the output. */
export function conditionalExitCodes(rules: ResultRules): readonly number[] {
  return Object.keys(rules.exit_codes ?? {})
    .map(Number)
    .filter((code) => conditionalMeaning(rules, code) !== undefined);
}

/** Returns the meaning of an exit code if it has a condition. */
export function conditionalMeaning({ exit_codes = {} }: ResultRules, code: number): ConditionalMeaning | undefined {
  const meaning = new Map(Object.entries(exit_codes)).get(String(code));
  return typeof meaning === "object" && "error_if" in meaning ? meaning : undefined;
}

/** Returns the rules with another meaning of an exit code. */
export function withMeaning<Rules extends ResultRules>(rules: Rules, code: number, meaning: ExitMeaning): Rules {
  return { ...rules, exit_codes: { ...rules.exit_codes, [code]: meaning } };
}

/** Reports whether a condition of exit codes reads the bytes of a stream. */
export function readsStream({ exit_codes = {} }: ResultRules, stream: keyof ErrorPatterns): boolean {
  return Object.values(exit_codes).some((meaning) => {
    if (typeof meaning !== "object" || !("error_if" in meaning)) return false;
    return typeof meaning.error_if === "string" ? stream === "stdout" : meaning.error_if[stream] !== undefined;
  });
}

/** Reports whether the config has a meaning for an exit code. */
export function hasMeaning({ exit_codes = {} }: ResultRules, code: number): boolean {
  return Object.hasOwn(exit_codes, String(code));
}

/** Returns the lines with the exit code and its meaning. Empty for a success with code 0, if `exit_codes` has no text for 0. */
export function exitCodeLines({ exit_codes = {} }: ResultRules, code: number, isError: boolean): readonly string[] {
  const meaning = new Map(Object.entries(exit_codes)).get(String(code));
  const text = (typeof meaning === "object" ? meaning.error : meaning) ?? "";
  if (code === 0 && !isError && text === "") return [];
  return [`[exit code: ${code}]${text === "" ? "" : `\n${text}`}`];
}
