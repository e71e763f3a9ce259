/** From the command line of a call to what is really started: the command itself, or the engine that a policy puts around it. */
import { unquoteWords } from "../tool/command-words.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import type { CommandHandler } from "../tool/tool.ts";
import { toBubblewrap } from "./bubblewrap.ts";
import { toDocker } from "./docker.ts";
import type { ExecutorHost, PlainCommand, WrappedCommand } from "./plain-command.ts";
import { workingDirectoryOf } from "./plain-command.ts";
import { fixProgram } from "./program-path.ts";

export type { ExecutorHost, PlainCommand, WrappedCommand } from "./plain-command.ts";
export { workingDirectoryOf } from "./plain-command.ts";

/**
 * Wraps the command. `nameContainer` gives each call's container a name of its own, for nothing else ends one: the engine's client
 * can be killed without it. Where there is no program to start there is nothing to wrap: an image must not run its own instead.
 */
export function wrapCommand(
  executor: ExecutorSpec,
  command: PlainCommand,
  host: ExecutorHost,
  nameContainer: () => string,
): WrappedCommand {
  if (executor.type === "local" || command.argv.length === 0) return toLocal(fixProgram(command, host.directory), host);
  switch (executor.type) {
    case "docker":
      return toDocker(executor, command, host, nameContainer());
    case "bubblewrap":
      return toBubblewrap(executor, fixProgram(command, host.directory), host);
  }
}

/** The handler whose command line the executor can run: `~` and `$VAR` of the host mean nothing in a container. */
export function toBuildableHandler(executor: ExecutorSpec, handler: CommandHandler): CommandHandler {
  if (executor.type !== "docker") return handler;
  const { program, command } = handler;
  return { ...handler, command: [...unquoteWords(program.command), ...command], program: { ...program, command: [] } };
}

function toLocal({ argv, stdin, env, ...places }: PlainCommand, { inherited }: ExecutorHost): WrappedCommand {
  const cwd = workingDirectoryOf({ type: "local" }, places);
  return {
    argv,
    ...(stdin === undefined ? {} : { stdin }),
    ...(cwd === undefined ? {} : { cwd }),
    // The config's variables win over the server's (vector call.env.004). Only a config that has some pays for a copy.
    env: Object.keys(env).length === 0 ? inherited : { ...inherited, ...env },
    cleanup: [],
  };
}
