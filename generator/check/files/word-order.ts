/** Finds where a tool writes flags and positional values. */
import type { ToolArg } from "@climax-gen/runtime/compiler";
import { placeOf, writtenFlagOf } from "@climax-gen/runtime/compiler";
import type { CliFile, CommandTool } from "./checked-file.ts";

/** Where flags are. `ended`: `--` precedes the positional values. */
export type WordOrder = "options_first" | "operands_first" | "ended";

/**
 * Returns the order of the flags and positional values of a tool. Undefined unless calls can have both, and for constant words in a written
 * order: they can be flags, positional values, or the command line of another program.
 */
export function wordOrderOf(
  file: Pick<CliFile, "global_args" | "end_of_options">,
  { args, order, end_of_options }: Pick<CommandTool, "args" | "order" | "end_of_options">,
): WordOrder | undefined {
  if (!args.some(isOperand)) return undefined;
  if (order === undefined && (end_of_options ?? file.end_of_options) === true) return "ended";
  if (![...args, ...file.global_args].some(isOption)) return undefined;
  if (order === undefined) return "operands_first";
  if (order.some((item) => typeof item !== "string")) return undefined;
  const ordered = order.flatMap((item) => args.filter(({ name }) => name === item));
  const operand = ordered.findIndex(isOperand);
  const isLate = ordered.slice(operand).some(isOption) || file.global_args.some(isOption);
  return isLate ? "operands_first" : "options_first";
}

function isOperand(arg: ToolArg): boolean {
  return placeOf(arg) === "operand";
}

/** Reports whether an argument writes a flag that starts with a dash. Others, such as `dev` of `ip`, are words of the command. */
function isOption(arg: ToolArg): boolean {
  return writtenFlagOf(arg)?.startsWith("-") === true;
}
