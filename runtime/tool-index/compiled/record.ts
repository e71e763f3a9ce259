/** Converts tools to and from the records of the compiled index. The data of a CLI is in the header, not in its records. */
import type { Cli, Tool } from "../../tool/tool.ts";
import { changeProgram } from "../../tool/tool.ts";
import type { ToolRecord } from "./format.ts";

/** Converts a tool to a record. `cli` is the index of its CLI. Throws for a function tool, which cannot be serialized. */
export function toRecord({ handler, ...tool }: Tool, cli: number): ToolRecord {
  switch (handler.kind) {
    case "command": {
      const { program: _, ...own } = handler;
      return { ...tool, cli, handler: own };
    }
    case "directive":
      return { ...tool, cli, handler };
    case "function":
      throw new Error(`the tool ${tool.name} runs a function and cannot be compiled`);
  }
}

/** Converts a record to a tool. Throws if the record runs a command and its CLI has no program, because the files are then inconsistent. */
export function toTool({ handler, ...tool }: ToolRecord, cli: Cli): Tool {
  if (handler.kind === "directive") return { ...tool, cli, handler };
  const { program } = cli;
  if (program === undefined) throw new Error(`the CLI ${cli.name} of the compiled index has no program`);
  return { ...tool, cli, handler: { ...handler, program: changeProgram(program, handler.changes) } };
}
