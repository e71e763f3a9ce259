/** Passes the config's variables to a container without their values on the command line of the engine's client. */
import type { Environment } from "../tool/environment-variables.ts";

/** The variables of a config in the form that `docker run` accepts. */
export interface DockerEnvironment {
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
