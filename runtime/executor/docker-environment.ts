/** Gives a container the config's variables without writing their values on the command line of the engine's client. */
import type { Environment } from "../tool/environment-variables.ts";

/** Variables of a config, as `docker run` gets them. */
export interface DockerEnvironment {
  /** Variables that the client passes on from its own environment: `-e NAME`. */
  readonly inherited: Environment;
  /** Text of `--env-file`; empty if no variable needs it. */
  readonly file: string;
  /** Name of a variable that can be passed in neither way; nothing may run then. */
  readonly unpassable?: string;
}

/**
 * Names that the client, a shell script in its place, or the loader of either reads. A config is not to steer the host's client, which
 * runs with the rights of the server.
 */
const CLIENT_NAMES =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|TE?MP|TMPDIR|TZ|TZDIR|TERM|LANG|LANGUAGE|ENV|IFS|PS4|CDPATH|SHELLOPTS|BASHOPTS|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|GCONV_PATH|LOCPATH|NLSPATH|GLIBC_TUNABLES|NOTIFY_SOCKET|REGISTRY_AUTH_FILE)$|^(?:DOCKER|CONTAINERS?|PODMAN|STORAGE|NETAVARK|BUILDKIT|BUILDX|COMPOSE|MOBY|LD|DYLD|XDG|SSL|LC|MALLOC|OTEL|BASH|LISTEN|DBUS|SNAP|NIX)_|^GO(?:DEBUG|GC|MAXPROCS|MEMLIMIT|TRACEBACK|COVERDIR)$|^SSH_(?:AUTH_SOCK|ASKPASS|SK_|PKCS11_)|_PROXY$/i;

/** Names that mean the same to every client: podman, for one, takes `*` for all variables that begin so. */
const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/;

/** Sorts the variables by the way that each can take. A line of the file has no quotes, so a value there has no line break. */
export function toDockerEnvironment(env: Environment): DockerEnvironment {
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
