/** Wraps a command in `docker run`. */
import { expandVariables } from "../tool/environment-variables.ts";
import type { DockerExecutor } from "../policy/policy-spec.ts";
import { toBytes, toProcessCount } from "../policy/docker-values.ts";
import { engineOf } from "./engine.ts";
import { FIRST_DESCRIPTOR } from "../process/process-request.ts";
import type { ExecutorHost, PlainCommand, WrappedCommand } from "./plain-command.ts";
import { option } from "./plain-command.ts";
import { cpuRange } from "./resource-limits.ts";
import { fixContainedProgram } from "./program-path.ts";
import type { Environment } from "../tool/environment-variables.ts";

const DOCKER = engineOf("docker");

/**
 * Builds the `docker run` command of CLImax (vectors argv.docker.*), with additional options between `--rm` and the volumes. The client
 * inherits the server's variables, because they contain settings of the client. The container receives only the config's variables. Their
 * values are passed in the client's environment or in a file, because every user can read a command line.
 */
export function toDocker(executor: DockerExecutor, command: PlainCommand, host: ExecutorHost, container: string): WrappedCommand {
  const { stdin, passesInput = false, directory, workingDir, fileFolder } = command;
  const argv = fixContainedProgram(executor, command);
  const { inherited, file, unpassable } = toDockerEnvironment(command.env);
  const env = Object.keys(inherited).length === 0 ? host.inherited : { ...host.inherited, ...inherited };
  if (unpassable !== undefined) return { argv: [], env, problem: { reason: "unpassable_variable", subject: unpassable }, cleanup: [] };
  if (argv === undefined) return { argv: [], env, problem: { reason: "relative_program", subject: command.argv[0] ?? "" }, cleanup: [] };
  const options = [
    ...option("--name", container),
    ...option("--security-opt", "no-new-privileges"),
    ...(stdin || passesInput ? ["-i"] : []),
    ...option("--user", executor.user),
    ...option("--memory", smallestMemory(executor.memory, host.resources?.memory)),
    ...option("--pids-limit", smallestCount(executor.pids, host.resources?.processes)),
    ...option("--ulimit", host.resources?.cpu_seconds === undefined ? undefined : `cpu=${cpuRange(host.resources.cpu_seconds)}`),
    ...(executor.read_only ? ["--read-only"] : []),
    ...Object.keys(inherited).flatMap((name) => ["-e", name]),
    ...option("--env-file", file && `/dev/fd/${FIRST_DESCRIPTOR}`),
    ...(executor.volumes ?? []).flatMap((volume) => ["-v", expandVariables(volume, host.variables)]),
    ...option("-v", fileFolder && `${fileFolder}:${fileFolder}:ro`),
    ...option("--network", executor.network),
    // An empty directory counts as absent, as for a local command.
    ...option("-w", directory || executor.working_dir),
  ];
  return {
    argv: [DOCKER, "run", "--rm", ...options, executor.image, ...argv],
    ...(stdin === undefined ? {} : { stdin }),
    ...(workingDir === undefined ? {} : { cwd: workingDir }),
    env,
    starter: { name: "docker", hasFailed },
    ...(file === "" ? {} : { files: [new TextEncoder().encode(file)] }),
    // `kill` stops a running container immediately. `rm` removes a container that was only created. podman's `rm` alone would wait ten
    // seconds.
    cleanup: [
      [DOCKER, "kill", container],
      [DOCKER, "rm", "--force", container],
    ],
  };
}

/** Exit code of the clients of docker and podman if they fail themselves. A program in a container can exit with it, too. */
const CLIENT_FAILED = 125;

/**
 * Reports whether the client has failed before the program started: by its exit code, and a line of docker (`docker: …`) or podman
 * (`Error: …`). An error while docker waits for the container is no such failure.
 */
function hasFailed(exit: number, stderr: string): boolean {
  return exit === CLIENT_FAILED && /^(?:docker|Error): (?!error waiting for container)/m.test(stderr);
}

/** Returns the smaller amount of memory: the executor's, as written in the policy, or `limit`, in bytes. */
function smallestMemory(memory: string | undefined, limit: number = Infinity): string | undefined {
  return limit < toBytes(memory) ? String(limit) : memory;
}

function smallestCount(pids: number | undefined, limit: number = Infinity): number | undefined {
  return limit < toProcessCount(pids) ? limit : pids;
}

/** The variables of a config in the form that `docker run` accepts. */
interface DockerEnvironment {
  /** Variables that the client forwards from its own environment: `-e NAME`. */
  readonly inherited: Environment;
  /** Text of `--env-file`; empty if no variable needs it. */
  readonly file: string;
  /** Name of a variable that cannot be passed either way. If set, nothing may run. */
  readonly unpassable?: string;
}

/**
 * Names of variables that affect the client, a shell script that replaces it, or the dynamic loader. A config must not control the client,
 * because it runs on the host with the server's privileges.
 */
const CLIENT_NAMES =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|TE?MP|TMPDIR|TZ|TZDIR|TERM|LANG|LANGUAGE|ENV|IFS|PS4|CDPATH|SHELLOPTS|BASHOPTS|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|GCONV_PATH|LOCPATH|NLSPATH|GLIBC_TUNABLES|NOTIFY_SOCKET|REGISTRY_AUTH_FILE)$|^(?:DOCKER|CONTAINERS?|PODMAN|STORAGE|NETAVARK|BUILDKIT|BUILDX|COMPOSE|MOBY|LD|DYLD|XDG|SSL|LC|MALLOC|OTEL|BASH|LISTEN|DBUS|SNAP|NIX)_|^GO(?:DEBUG|GC|MAXPROCS|MEMLIMIT|TRACEBACK|COVERDIR)$|^SSH_(?:AUTH_SOCK|ASKPASS|SK_|PKCS11_)|_PROXY$/i;

/** Names of variables that every client interprets in the same way. podman, for example, treats `*` as a wildcard. */
const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/;

/** Divides the variables into `inherited` and `file`. The file has no quoting, so its values cannot contain a line break. */
function toDockerEnvironment(env: Environment): DockerEnvironment {
  const entries = Object.entries(env);
  const isInherited = ([name]: readonly [string, string]): boolean => PLAIN_NAME.test(name) && !CLIENT_NAMES.test(name);
  const lines = entries.filter((entry) => !isInherited(entry));
  const unpassable = lines.find(([name, value]) => !/^[^\s=#][^\s=]*$/.test(name) || /[\r\n\0]/.test(value));
  return {
    inherited: Object.fromEntries(entries.filter(isInherited)),
    file: lines.map(([name, value]) => `${name}=${value}\n`).join(""),
    ...(unpassable === undefined ? {} : { unpassable: unpassable[0] }),
  };
}
