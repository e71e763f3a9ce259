/** Where a client's file is on this machine. */
import { posix, win32 } from "node:path";
import type { BaseFolder, ClientFacts, Scope } from "./clients.ts";

/** What the paths depend on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The project, for the scope of that name. */
  readonly workingFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The full path of the file; undefined where the client has none for the scope. An empty variable counts as unset. */
export function locateConfig(client: ClientFacts, scope: Scope, machine: Machine): string | undefined {
  const paths = pathsOf(machine);
  switch (scope) {
    case "project":
      return client.project && paths.join(machine.workingFolder, client.project);
    case "user": {
      const { base, path, override } = client.user;
      const folder = override && machine.env[override.variable];
      return override && folder ? paths.join(folder, override.path) : paths.join(baseFolder(base, machine), path);
    }
  }
}

/** `application-data` is what Electron calls `appData`; `dot-config` is for programs that keep to `~/.config` on macOS as well. */
function baseFolder(base: BaseFolder, machine: Machine): string {
  const { platform, home, env } = machine;
  const paths = pathsOf(machine);
  if (base === "home") return home;
  if (platform === "win32") return env["APPDATA"] || paths.join(home, "AppData/Roaming");
  if (platform === "darwin") return paths.join(home, base === "dot-config" ? ".config" : "Library/Application Support");
  return env["XDG_CONFIG_HOME"] || paths.join(home, ".config");
}

function pathsOf({ platform }: Machine): typeof posix {
  return platform === "win32" ? win32 : posix;
}
