/** Converts the command of a call to the command to start: the command itself, or the engine that the policy requires. */
import { unquoteWords } from "../tool/command-words.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import type { CommandHandler } from "../tool/tool.ts";
import { toBubblewrap } from "./bubblewrap.ts";
import { toDocker } from "./docker.ts";
import type { ExecutorHost, PlainCommand, WrappedCommand } from "./plain-command.ts";
import { workingDirectoryOf } from "./plain-command.ts";
import { fixProgram } from "./program-path.ts";
import { prlimitWords } from "./resource-limits.ts";

/**
 * Wraps the command for the executor. `nameContainer` returns a unique name for each container. The name is needed to stop the container
 * after its client was killed. An empty command is not wrapped, because an image would run its default command instead.
 */
export function wrapCommand(
  executor: ExecutorSpec,
  command: PlainCommand,
  host: ExecutorHost,
  nameContainer: () => string,
): WrappedCommand {
  if (executor.type === "local" || command.argv.length === 0) return withLimits(toLocal(fixProgram(command, host.directory), host), host);
  switch (executor.type) {
    case "docker":
      return toDocker(executor, command, host, nameContainer());
    case "bubblewrap":
      return withLimits(toBubblewrap(executor, fixProgram(command, host.directory), host), host);
  }
}

/** Starts the command with `prlimit`, which replaces itself with the command. Process, descriptors and environment are unchanged. */
function withLimits(command: WrappedCommand, { resources = {}, prlimit = "prlimit" }: ExecutorHost): WrappedCommand {
  if (command.argv.length === 0) return command;
  const words = prlimitWords(resources, prlimit);
  return words.length === 0 ? command : { ...command, argv: [...words, ...command.argv] };
}

/** Returns the handler in the form that the executor can run: `~` and `$VAR` of the host are not expanded for a container. */
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
    // The config's variables override the server's (vector call.env.004). Copying is skipped if the config has none.
    env: Object.keys(env).length === 0 ? inherited : { ...inherited, ...env },
    cleanup: [],
  };
}
