/** CLImax, the Python program whose configs climax-gen compiles. CLImax reads the configs at each start. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Peer } from "./peer.ts";
import { writeFiles } from "./projects.ts";

export const climaxPeer: Peer = {
  name: "CLImax",
  installation: (folder) => `python3 -m venv ${folder}/python && ${folder}/python/bin/pip install climax-mcp==0.5.0`,
  find(folder) {
    const command = join(folder, "python/bin/climax");
    if (!existsSync(command)) return undefined;
    return {
      version: "0.5.0",
      server(configs) {
        const cwd = writeFiles(configs);
        const args = Array.from(configs.keys(), (name) => ["--config", join(cwd, "configs", name)]).flat();
        return { command, args: [...args, "--log-level", "ERROR"], cwd };
      },
    };
  },
};
