/** Compares which code the commands of a tool run: their programs, and the variables that decide it. */
import { isSuspiciousVariable, isUnsafeVariable } from "@climax-gen/runtime/compiler";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import { listValues } from "./finding.ts";

/** Finds another program at the start of a command, or another path in it, such as that of a program after `timeout 60`. */
export function findProgramChange(old: readonly string[] = [], now: readonly string[] = [], subject: Subject): readonly Finding[] {
  const [before, after] = [namePrograms(old), namePrograms(now)];
  if (before === after || before === "" || after === "") return [];
  const message = `the program was ${quote(before)} and is ${quote(after)}`;
  return [{ code: "program-changed", subject, keys: ["command"], message, old: before, new: after }];
}

function namePrograms(words: readonly string[]): string {
  return words.filter((word, index) => index === 0 || word.includes("/")).join(" ");
}

/**
 * Finds variables that can decide which code runs.
 * @param names variables that were added, removed or changed
 */
export function findCodeVariables(names: readonly string[], subject: Subject): readonly Finding[] {
  const found = names.filter((name) => isUnsafeVariable(name) || isSuspiciousVariable(name));
  if (found.length === 0) return [];
  return [{ code: "code-variable-changed", subject, keys: ["env"], message: `${listValues(found)} can decide which code runs` }];
}
