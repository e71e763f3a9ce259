/** `climax-gen init`: creates the files of a project, and prints the commands that come next. */
import { basename, join, resolve } from "node:path";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { isThere, kindOf } from "../host/inputs.ts";
import { createNewFiles, findOwnPackages, readTemplates } from "../host/output-folder.ts";
import { starterFiles, starterTemplates } from "../init/starter-files.ts";
import { shellWord, shellWords } from "../text/shell-word.ts";
import type { Terminal } from "./terminal.ts";

export interface InitOptions {
  /** Version of climax-gen, which is part of the names of its packages. */
  readonly version: string;
}

/** Runs the command. Overwrites nothing. Returns the exit status: 1 if a file cannot be written. */
export function runInit(folder: string, terminal: Terminal, { version }: InitOptions): number {
  const hasConfigs = kindOf(join(folder, "configs")) === "folder";
  const files = starterFiles({ name: basename(resolve(folder)), hasConfigs, templates: readTemplates(starterTemplates) });
  const { created, kept, failure } = createNewFiles(folder, files);
  for (const path of created) terminal.out(`created ${path}\n`);
  for (const path of kept) terminal.out(`kept    ${path}\n`);
  if (failure !== undefined) {
    terminal.err(formatDiagnostics([failure], terminal.colors));
    return 1;
  }
  const commands = isThere(join(folder, "node_modules/climax-gen")) ? USE : install(version);
  const place = resolve(folder) === resolve("") ? "" : ` in ${shellWord(folder)}`;
  terminal.out(`\nRun next${place}:\n${commands.map((command) => `  ${command}\n`).join("")}`);
  return 0;
}

const BUILD = "npx climax-gen configs -o out --policy policy.yaml";

/** For a project in which climax-gen is installed. */
const USE: readonly string[] = [
  BUILD,
  "npx climax-gen call configs git_status --policy policy.yaml",
  "npx climax-gen install out --client claude-code",
];

/** The packages are installed from files that are committed, because their names are not published. */
function install(version: string): readonly string[] {
  const packages = ["climax-gen-runtime", "climax-gen"].map((name) => `./vendor/${name}-${version}.tgz`);
  const pack = shellWords(["npm", "pack", "--ignore-scripts", "--pack-destination", "vendor", ...findOwnPackages()]);
  return [`mkdir -p vendor && ${pack}`, shellWords(["npm", "install", "--save-dev", ...packages]), BUILD];
}
