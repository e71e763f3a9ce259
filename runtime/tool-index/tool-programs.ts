/** Lists the programs that tools run. */
import type { Program, Tool, ToolProgram } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";

/** Returns the programs of the tools, each once, in index order. */
export function collectPrograms(tools: readonly Tool[]): readonly ToolProgram[] {
  return unique(
    tools.flatMap((tool): readonly ToolProgram[] => {
      const handler = commandOf(tool);
      if (handler === undefined) return [];
      const own = handler.changes?.env?.["PATH"];
      const program = programOf(handler.program);
      return [own === undefined ? program : { ...program, path: own, expandsPath: true }];
    }),
  );
}

/** Returns the programs of the CLIs, each once. They are those of the tools, unless a tool changes its program. */
export function cliPrograms(clis: readonly { readonly cli: Tool["cli"] }[]): readonly ToolProgram[] {
  return unique(clis.flatMap(({ cli }) => (cli.program === undefined ? [] : [programOf(cli.program)])));
}

function programOf({ command, env }: Program): ToolProgram {
  const path = env?.["PATH"];
  return { command, ...(path !== undefined && { path }) };
}

function unique(programs: readonly ToolProgram[]): readonly ToolProgram[] {
  return [...new Map(programs.map((program) => [JSON.stringify(program), program])).values()];
}
