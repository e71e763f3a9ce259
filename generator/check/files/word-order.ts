/** Finds where a tool writes flags and positional values. */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isOperand, writtenFlagOf } from "@climax-gen/runtime/internal/argument/form";
import { hasDashDash } from "@climax-gen/runtime/internal/command-line/pattern";
import type { CliFile, CommandTool } from "./checked-file.ts";

/** The position of flags. `ended`: `--` precedes the positional values. */
export type WordOrder = "options_first" | "operands_first" | "ended";

/**
 * Returns the order of the flags and positional values of a tool. Undefined unless calls can have both, and for constant words in a written
 * order: they can be flags, positional values, or the command line of another program.
 */
export function wordOrderOf(
  file: Pick<CliFile, "global_args">,
  tool: Pick<CommandTool, "args" | "order"> & Parameters<typeof hasDashDash>[0],
): WordOrder | undefined {
  const { args, order } = tool;
  if (!args.some(isOperand)) return undefined;
  if (hasDashDash(tool)) return "ended";
  if (![...args, ...file.global_args].some(isOption)) return undefined;
  if (order === undefined) return "operands_first";
  if (order.some((item) => typeof item !== "string")) return undefined;
  const ordered = order.flatMap((item) => args.filter(({ name }) => name === item));
  const operand = ordered.findIndex(isOperand);
  const isLate = ordered.slice(operand).some(isOption) || file.global_args.some(isOption);
  return isLate ? "operands_first" : "options_first";
}

/** Reports whether an argument writes a flag that starts with a dash. Others, such as `dev` of `ip`, are words of the command. */
function isOption(arg: ToolArg): boolean {
  return writtenFlagOf(arg)?.startsWith("-") === true;
}
