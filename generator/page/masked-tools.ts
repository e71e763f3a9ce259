/** Removes what a page must not publish: values of the config's variables, and defaults of secret arguments. */
import type { ToolRecord } from "@climax-gen/runtime/internal/tool-index/compiled/format";
import type { Cli, Program, ProgramChanges, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { maskDefault } from "@climax-gen/runtime/internal/command-line/shown-line";
import { MASK } from "@climax-gen/runtime/internal/text/mask";
import { toRecord } from "@climax-gen/runtime/internal/tool-index/compiled/record";

/** Returns the CLI without secret values. */
export function maskCli(cli: Cli): Cli {
  const { program } = cli;
  if (program === undefined) return cli;
  const masked: Program = { ...program, ...maskVariables(program), global_args: program.global_args.map(maskDefault) };
  return { ...cli, program: masked };
}

/** Returns the record of a tool without secret values. `cli` is the index of its CLI. */
export function maskTool(tool: Tool, cli: number): ToolRecord {
  const record = toRecord({ ...tool, args: tool.args.map(maskDefault) }, cli);
  const { handler } = record;
  if (handler.kind !== "command" || handler.changes === undefined) return record;
  return { ...record, handler: { ...handler, changes: { ...handler.changes, ...maskVariables(handler.changes) } } };
}

/** Masks the values of variables. `explain` prints only the names of the config's variables, too. */
function maskVariables({ env }: ProgramChanges): Pick<ProgramChanges, "env"> {
  return env === undefined ? {} : { env: Object.fromEntries(Object.keys(env).map((name) => [name, MASK])) };
}
