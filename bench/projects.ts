/** Generates projects to measure, in a directory that is removed when the run ends. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TimedCommand } from "./processes.ts";
import { timeProcess } from "./processes.ts";
import type { SyntheticOptions } from "./synthetic.ts";
import { syntheticConfigs } from "./synthetic.ts";

/** Path of the built `climax-gen`. */
export function climaxGen(args: readonly string[], cwd?: string): TimedCommand {
  return { command: process.execPath, args: [resolve("bin/climax-gen.cjs"), ...args], ...(cwd !== undefined && { cwd }) };
}

/** Directory of everything that a run of benchmarks writes. Omitted before the first write. */
let root: string | undefined;

/** Creates a folder, which is removed when this process exits, or by `removeTemporaryFolders`. */
export function temporaryFolder(name: string): string {
  if (root === undefined) {
    root = mkdtempSync(join(tmpdir(), "climax-bench-"));
    process.once("exit", removeTemporaryFolders);
  }
  return mkdtempSync(join(root, `${name}-`));
}

/** Removes all folders of this process. A worker of vitest does not emit `exit`. */
export function removeTemporaryFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
  root = undefined;
}

/** Writes synthetic configs to `configs/` in a new temporary folder. Returns the folder. */
export function writeConfigs(options: SyntheticOptions): string {
  return writeFiles(syntheticConfigs(options));
}

/** Writes configs, by file name, to `configs/` in a new temporary folder. Returns the folder. */
export function writeFiles(configs: ReadonlyMap<string, string>): string {
  const folder = temporaryFolder("project");
  mkdirSync(join(folder, "configs"));
  for (const [name, text] of configs) writeFileSync(join(folder, "configs", name), text);
  return folder;
}

/** Returns the number of configs that a real collection with this number of tools would have. */
export function configsFor(tools: number): number {
  return Math.max(1, Math.ceil(tools / 50));
}

/** Returns the command that starts the server in `out/` of this directory. `profile` names it in profiles. */
export function serverOf(folder: string, profile: string): TimedCommand {
  return { command: process.execPath, args: [join(folder, "out/dist/server.mjs")], cwd: folder, profile };
}

/** Generates a project whose tools run `true`. Returns the command that starts its server. */
export async function generateServer(tools: number, seed: number, flags: readonly string[] = []): Promise<TimedCommand> {
  const folder = writeConfigs({ tools, configs: configsFor(tools), seed, command: "true" });
  await timeProcess(climaxGen(["configs", "-o", "out", ...flags], folder));
  return serverOf(folder, `server of ${tools} tools`);
}
