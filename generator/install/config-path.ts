/** Locates the configuration file of a client. */
import { posix, win32 } from "node:path";
import type { BaseDirectory, ClientFacts, ClientScope } from "./clients.ts";

/** Facts about the machine that determine the paths. */
export interface ClientMachine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Project directory, for the scope `project`. */
  readonly workingDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the path of the file, or undefined if the client does not support the scope. Empty variables are ignored. The path is absolute
 * if those of the machine and of the variables are.
 */
export function locateConfig(client: ClientFacts, scope: ClientScope, machine: ClientMachine): string | undefined {
  const paths = pathsOf(machine);
  switch (scope) {
    case "project":
      return client.project && paths.join(machine.workingDirectory, client.project);
    case "user": {
      const { base, path, override } = client.user;
      const directory = override && machine.env[override.variable];
      return override && directory ? paths.join(directory, override.path) : paths.join(baseDirectory(base, machine), path);
    }
  }
}

/** Resolves a base directory. `application-data` equals `appData` of Electron; `dot-config` is `~/.config` on Linux and macOS. */
function baseDirectory(base: BaseDirectory, machine: ClientMachine): string {
  const { platform, home, env } = machine;
  const paths = pathsOf(machine);
  if (base === "home") return home;
  if (platform === "win32") return env["APPDATA"] || paths.join(home, "AppData/Roaming");
  if (platform === "darwin") return paths.join(home, base === "dot-config" ? ".config" : "Library/Application Support");
  return env["XDG_CONFIG_HOME"] || paths.join(home, ".config");
}

function pathsOf({ platform }: ClientMachine): typeof posix {
  return platform === "win32" ? win32 : posix;
}
