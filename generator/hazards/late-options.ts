/** Finds flags after the positional values of programs that were measured not to read them there. */
import { findGrammar } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import { addressOf } from "../check/files/locations.ts";
import { commandWords, nameOfProgram } from "../check/files/tool-program.ts";
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
