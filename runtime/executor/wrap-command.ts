/** From the command line of a call to what is really started: the command itself, or the engine that a policy puts around it. */
import { resolve } from "node:path";
import { unquoteWords } from "../tool/command-words.ts";
import type { Environment } from "../call/environment-variables.ts";
import { expandVariables } from "../call/environment-variables.ts";
import type { BubblewrapExecutor, DockerExecutor, ExecutorSpec } from "../policy/policy-spec.ts";
import type { CommandHandler } from "../tool/tool.ts";
import { engineOf } from "./engine.ts";

/** A call as it would run without an engine. */
export interface PlainCommand {
  readonly argv: readonly string[];
  readonly stdin?: string;
  /** The value of the tool's `cwd` argument. */
  readonly directory?: string;
  /** The config's `working_dir`. */
  readonly workingDir?: string;
  /** The config's `env`. */
  readonly env: Environment;
}

/** The machine that the server runs on. */
export interface ExecutorHost {
  /** The server's variables, for `$VAR` in a policy. */
  readonly variables: Environment;
  /** Those of them that `env.inherit` passes on. */
  readonly inherited: Environment;
  /** The server's own directory. */
  readonly directory: string;
}

/** What a process is started with. */
export interface WrappedCommand {
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env: Environment;
  /** Commands that end what outlives its process; see `ProcessRequest.cleanup`. */
  readonly cleanup: readonly (readonly string[])[];
}

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
  if (executor.type === "local" || command.argv.length === 0) return toLocal(command, host);
  switch (executor.type) {
    case "docker":
      return toDocker(executor, command, host, nameContainer());
    case "bubblewrap":
      return toBubblewrap(executor, command, host);
  }
}

/** The folder in which a path of the call is looked up. Relative where a config or a call says so; absent: the server's own. */
export function workingDirectoryOf(
  executor: ExecutorSpec,
  { directory, workingDir }: Pick<PlainCommand, "directory" | "workingDir">,
): string | undefined {
  if (executor.type === "local") return directory ?? workingDir;
  return directory ?? executor.working_dir ?? workingDir;
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

const DOCKER = engineOf("docker");

/**
 * `docker run` as CLImax writes it (vectors argv.docker.*), with ours between `--rm` and the volumes. The client keeps the
 * server's variables, which is where its own settings are; the container gets the config's and no others.
 */
function toDocker(executor: DockerExecutor, command: PlainCommand, host: ExecutorHost, container: string): WrappedCommand {
  const { argv, stdin, directory, workingDir, env } = command;
  const options = [
    ...option("--name", container),
    ...option("--security-opt", "no-new-privileges"),
    ...(stdin ? ["-i"] : []),
    ...option("--user", executor.user),
    ...option("--memory", executor.memory),
    ...option("--pids-limit", executor.pids),
    ...(executor.read_only ? ["--read-only"] : []),
    ...Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
    ...(executor.volumes ?? []).flatMap((volume) => ["-v", expandVariables(volume, host.variables)]),
    ...option("--network", executor.network),
    // An empty directory is none for a local command either.
    ...option("-w", directory || executor.working_dir),
  ];
  return {
    argv: [DOCKER, "run", "--rm", ...options, executor.image, ...argv],
    ...(stdin === undefined ? {} : { stdin }),
    ...(workingDir === undefined ? {} : { cwd: workingDir }),
    env: host.inherited,
    // `kill` ends the container at once and `rm` one that was only created; podman's `rm` alone would wait ten seconds.
    cleanup: [
      [DOCKER, "kill", container],
      [DOCKER, "rm", "--force", container],
    ],
  };
}

function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : [name, String(value)];
}

const READ_ONLY_MACHINE = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"];

/** With its capabilities, a program of a server that runs as root could mount everything writable again. */
const OWN_NAMESPACES = ["--cap-drop", "ALL", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--new-session"];

/**
 * A read-only view of the whole machine with named folders to write to, in namespaces that end with the program. `--new-session`
 * takes it out of its process group and SIGTERM ends bwrap, so an interrupted program is killed without a grace.
 */
function toBubblewrap(executor: BubblewrapExecutor, command: PlainCommand, host: ExecutorHost): WrappedCommand {
  const { argv, stdin, env } = command;
  const directory = resolve(host.directory, workingDirectoryOf(executor, command) ?? "");
  const options = [
    ...READ_ONLY_MACHINE,
    ...OWN_NAMESPACES,
    ...(executor.network === "host" ? [] : ["--unshare-net"]),
    // A project in /tmp would be hidden by the empty one.
    ...(directory.startsWith("/tmp/") ? ["--ro-bind", directory, directory] : []),
    ...writableFolders(executor, host).flatMap((folder) => ["--bind", folder, folder]),
    // Given here, so that bwrap itself is looked up in the server's PATH and not in the config's.
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    ...option("--chdir", directory),
  ];
  return {
    argv: [engineOf("bubblewrap"), ...options, "--", ...argv],
    ...(stdin === undefined ? {} : { stdin }),
    cwd: directory,
    env: host.inherited,
    cleanup: [],
  };
}

/** The folders of a bubblewrap executor that can be written to, as absolute paths. */
export function writableFolders(
  { writable = [] }: BubblewrapExecutor,
  host: Pick<ExecutorHost, "variables" | "directory">,
): readonly string[] {
  return writable.map((folder) => resolve(host.directory, expandVariables(folder, host.variables)));
}
