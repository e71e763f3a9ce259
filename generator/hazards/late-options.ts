/** Finds flags and positional values at positions at which programs, as measured, read them in another way. */
import { findGrammar } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import { isOperand } from "@climax-gen/runtime/internal/argument/form";
import { hasDashDash } from "@climax-gen/runtime/internal/command-line/pattern";
import { addressOf, DASH_DASH_KEYS } from "../check/files/locations.ts";
import { commandWords, nameOfProgram } from "../check/files/tool-program.ts";
import { readsPathsAfterDashes } from "../check/files/paths-after-dashes.ts";
import { wordOrderOf } from "../check/files/word-order.ts";
import type { EnabledCommand, Hazard } from "./hazard.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";

/**
 * Returns the hazard of a tool. Programs that run another program are not reported: the words after its name belong to it, as in
 * `python3 script.py --all`.
 */
export function findLateOptions(owner: EnabledCommand): readonly Hazard[] {
  const { file, tool } = owner;
  const words = [...commandWords(tool.program ?? file.command), ...commandWords(tool.command)];
  const { optionAfterOperand = "option", passesAfter, doubleDash, version } = findGrammar(words);
  if (optionAfterOperand === "option" || passesAfter !== undefined || wordOrderOf(file, tool) !== "operands_first") return [];
  const part = partAt(file, addressOf(tool.name), [tool.order === undefined ? "name" : "order"]);
  const isWritten = tool.order !== undefined;
  const measured = version === undefined ? "" : ` (measured: ${version})`;
  const details = { program: nameOfProgram(words[0] ?? ""), measured, isWritten, canEnd: doubleDash === "ends" && !isWritten };
  return [hazardAt("late-options", part, partsOf(owner), details)];
}

/** Names of values that are paths. */
const PATH_NAME = /path|file|dir/i;

/** Returns the hazard of a tool that writes `--` before a value that is not a path, if its program reads all values after it as paths. */
export function findPathsAfterDashes(owner: EnabledCommand): readonly Hazard[] {
  const { file, tool } = owner;
  const [program = "", ...words] = [...commandWords(tool.program ?? file.command), ...commandWords(tool.command)];
  const flagAt = words.findIndex((word) => word.startsWith("-"));
  const path = flagAt === -1 ? words : words.slice(0, flagAt);
  const value = tool.args.find((arg) => isOperand(arg) && !PATH_NAME.test(arg.name));
  if (value === undefined || !hasDashDash(tool) || !readsPathsAfterDashes(nameOfProgram(program), path)) return [];
  const part = partAt(file, addressOf(tool.name), DASH_DASH_KEYS);
  return [
    hazardAt("paths-after-dashes", part, partsOf(owner), { command: [nameOfProgram(program), ...path].join(" "), value: value.name }),
  ];
}
