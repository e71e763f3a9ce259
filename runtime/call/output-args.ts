/** The arguments of `output_read` and `output_stop`. */
import type { ToolArg } from "../tool/tool.ts";

const ID: ToolArg = { name: "id", type: "string", required: true, description: "The id in the reply of the call" };

/** The arguments of `output_read`. */
export const READ_ARGS: readonly ToolArg[] = [
  ID,
  { name: "from_line", type: "integer", description: "First line, from 1" },
  { name: "lines", type: "integer", description: "Number of lines; with match, of lines around each match" },
  { name: "match", type: "string", description: "Literal text to find" },
  { name: "offset", type: "integer", description: "First byte, instead of a line" },
];

/** The arguments of `output_read` of a server with `reply_after`. */
export const FOLLOW_ARGS: readonly ToolArg[] = [
  ...READ_ARGS,
  {
    name: "wait",
    type: "number",
    description: "Seconds to wait for new output of a command that still runs; default and maximum: reply_after",
  },
  { name: "whole", type: "boolean", description: "Only wait for the end of the command, and return its whole reply" },
];

/** The arguments of `output_stop`. */
export const STOP_ARGS: readonly ToolArg[] = [ID];
