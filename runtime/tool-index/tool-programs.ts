/** Lists the programs that tools run. */
import type { CommandHandler, Program, Tool, ToolProgram } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";

/** Returns the programs of the tools, each once, in index order. */
export function collectPrograms(tools: readonly Tool[]): readonly ToolProgram[] {
  return unique(
    tools.flatMap((tool) => {
      const handler = commandOf(tool);
      return handler === undefined ? [] : [programOfHandler(handler)];
    }),
  );
}

/** Returns the program of a tool that runs a command. */
export function programOfHandler({ program, changes }: CommandHandler): ToolProgram {
  const own = changes?.env?.["PATH"];
  return own === undefined ? programOf(program) : { ...programOf(program), path: own, expandsPath: true };
}

/** Returns the programs of the CLIs, each once. They are those of the tools, unless a tool changes its program. */
export function cliPrograms(clis: readonly { readonly cli: Tool["cli"] }[]): readonly ToolProgram[] {
  return unique(clis.flatMap(({ cli }) => (cli.program === undefined ? [] : [programOf(cli.program)])));
}

function programOf({ command, any_of, env }: Program): ToolProgram {
  const path = env?.["PATH"];
  return { command, ...(any_of !== undefined && { any_of }), ...(path !== undefined && { path }) };
}

function unique(programs: readonly ToolProgram[]): readonly ToolProgram[] {
  return [...new Map(programs.map((program) => [JSON.stringify(program), program])).values()];
}
