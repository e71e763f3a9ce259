/** Tools for the tests of policies. */
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import type { FlatCli, FlatTool } from "../../fixtures/tools.ts";
import { toCommandTool } from "../../fixtures/tools.ts";

/** Returns a tool `t` of a CLI `c` with these arguments. */
export function toolOf(args: readonly ToolArg[], more: Partial<Omit<FlatTool, "cli">> = {}, cli: Partial<FlatCli> = {}): Tool {
  return toCommandTool({
    name: "t",
    description: "What t does",
    command: [],
    args,
    cli: { name: "c", description: "", command: ["c"], global_args: [], tool_count: 1, ...cli },
    ...more,
  });
}
