/** Tools for the tests of policies. */
import type { Cli, Tool, ToolArg } from "../../../runtime/tool/tool.ts";

/** A tool `t` of a CLI `c` with these arguments. */
export function toolOf(args: readonly ToolArg[], more: Partial<Omit<Tool, "cli">> = {}, cli: Partial<Cli> = {}): Tool {
  return {
    name: "t",
    description: "What t does",
    command: [],
    args,
    cli: { name: "c", description: "", command: ["c"], global_args: [], tool_count: 1, ...cli },
    ...more,
  };
}
