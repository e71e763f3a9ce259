/** Converts the tools of vectors, which have the keys of YAML, to those of the runtime. */
import { splitCommand, unquoteWords } from "../../runtime/tool/command-words.ts";
import type { Tool, ToolArg } from "../../runtime/tool/tool.ts";
import { toCommandTool } from "../fixtures/tools.ts";

/** Any key but `name` may be absent or null. */
export interface VectorArg {
  readonly name: string;
  readonly [key: string]: unknown;
}

export interface VectorTool {
  readonly name: string;
  readonly description?: string;
  readonly command?: string | null;
  readonly args?: readonly VectorArg[];
}

/** Converts values without a check: another file of vectors tests the check of configs. */
export function toToolArg(arg: VectorArg): ToolArg {
  const written = Object.entries(arg).filter(([, value]) => value !== null);
  return Object.fromEntries([["type", "string"], ...written]) as unknown as ToolArg;
}

/** Creates a tool of a CLI with this base command. Returns undefined if a command has an unclosed quote. */
export function toTool(command: string, tool: VectorTool, globalArgs: readonly VectorArg[]): Tool | undefined {
  const base = splitCommand(command);
  const own = splitCommand(tool.command ?? "");
  if (base.kind !== "words" || own.kind !== "words") return undefined;
  return toCommandTool({
    name: tool.name,
    description: tool.description ?? "",
    command: unquoteWords(own.words),
    args: (tool.args ?? []).map(toToolArg),
    cli: { name: "vectors", description: "", command: base.words, global_args: globalArgs.map(toToolArg), tool_count: 1 },
  });
}
