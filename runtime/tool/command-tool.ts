/** Converts CLIs and their tools from the form of generated code to the runtime form. */
import type { AnyToolSpec, ArgSpec, CliSpec, ResolverSpec } from "./tool-spec.ts";
import type { Cli, CommandHandler, Program, ProgramChanges, Resolver, Tool, ToolArg } from "./tool.ts";
import { changeProgram } from "./tool.ts";
import { defined } from "../text/defined.ts";
import { keysOfOwner } from "./tool-keys.ts";

/** A CLI whose tools run commands. */
type CommandCli = Cli & { readonly program: Program };

/** Returns the group of a CLI's tools. */
export function toCommandCli(spec: CliSpec & { readonly tool_count: number }): CommandCli {
  const { command, any_of, env, secrets, working_dir, global_args = {}, ...group } = spec;
  const program: Program = { command, ...defined({ any_of, env, secrets, working_dir }), global_args: toArgs(global_args) };
  return { ...group, program };
}

/** Converts one tool of a CLI. `cli` is the result of `toCommandCli`. */
export function toCommandTool(spec: AnyToolSpec, cli: CommandCli): Tool {
  const { command, program: ownProgram, env, secrets, working_dir, resolve, args } = spec;
  const changes: ProgramChanges = defined({ command: ownProgram, env, secrets, working_dir });
  const program = changeProgram(cli.program, changes);
  const handler: CommandHandler = {
    kind: "command",
    program,
    ...(Object.keys(changes).length > 0 && { changes }),
    command: command.slice(program.command.length),
    ...keysOfOwner("handler", spec),
    ...(resolve && { resolve: Object.entries(resolve).map(([name, resolver]) => toResolver(name, resolver)) }),
  };
  return { ...keysOfOwner("tool", spec), cli, args: toArgs(args), handler };
}

function toResolver(name: string, { command, args = {}, words, timeout }: ResolverSpec): Resolver {
  return { name, command, args: Object.entries(args), ...defined({ words, timeout }) };
}

function toArgs(table: Readonly<Record<string, ArgSpec>>): readonly ToolArg[] {
  return Object.entries(table).map(([name, spec]) => ({ name, ...spec }));
}
