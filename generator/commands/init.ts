/** `climax-gen init`: creates the files of a project, and prints the commands that come next. */
import { basename, join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { kindOf } from "../host/file-system.ts";
import { readInputs } from "../host/inputs.ts";
import { isThere } from "../host/file-system.ts";
import { createNewFiles } from "../host/new-files.ts";
import { findOwnPackages, readTemplates } from "../host/own-package.ts";
import { escapeUnprintable } from "../text/wording.ts";
import { readVersion } from "../host/version.ts";
import { draftPath, starterFiles, starterTemplates } from "../init/starter-files.ts";
import { shellPath, shellWords } from "../text/shell-word.ts";
import type { DraftFlags, ProjectDraft } from "./import.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Options of `climax-gen init`. */
export interface InitFlags extends DraftFlags {
  /** Program whose draft replaces the sample. */
  readonly program?: string;
}

/** Runs the command. Overwrites nothing. Returns the exit status: 1 if a file cannot be written, or the program cannot be read. */
export async function runInit(folder: string, { program, ...flags }: InitFlags, terminal: Terminal): Promise<number> {
  const draft = program === undefined ? undefined : await draftProgram(program, flags, terminal);
  if (draft !== undefined && "code" in draft) {
    terminal.err(formatDiagnostics([draft], terminal.colors));
    return 1;
  }
  const configs = join(folder, "configs");
  const hasConfigs = kindOf(configs) === "folder" && readInputs([configs]).files.length > 0;
  const files = starterFiles({
    name: basename(resolve(folder)),
    hasConfigs,
    ...(draft && { draft }),
    templates: readTemplates(starterTemplates),
  });
  const { created, kept, failure } = createNewFiles(folder, files);
  for (const path of created) terminal.out(`created ${path}\n`);
  for (const path of kept) terminal.out(`kept    ${path}\n`);
  if (failure !== undefined) {
    terminal.err(formatDiagnostics([failure], terminal.colors));
    return 1;
  }
  if (draft !== undefined) {
    const config = draftPath(draft.program);
    if (kept.includes(config)) terminal.err(`${describeKept(config, program ?? "")}\n`);
    else draft.report();
  }
  const commands = isThere(join(folder, "node_modules/climax-gen"))
    ? use(draft === undefined && !hasConfigs ? CALL : VERIFY)
    : install(readVersion());
  const place = resolve(folder) === resolve("") ? "" : ` in ${escapeUnprintable(shellPath(folder))}`;
  terminal.out(`\nRun next${place}:\n${commands.map((command) => `  ${command}\n`).join("")}`);
  return 0;
}

const BUILD = "npx climax-gen configs -o out --policy policy.yaml";

const CALL = "npx climax-gen call configs git_status --policy policy.yaml";
const VERIFY = "npx climax-gen verify configs";

/** Returns the next commands for a project in which climax-gen is installed. `second` is the command that tries the config. */
function use(second: string): readonly string[] {
  return [BUILD, second, "npx climax-gen install out --client claude-code"];
}

/** Returns the message about a draft that was not written because the config exists. `program` is the program as named by the user. */
function describeKept(config: string, program: string): string {
  const path = program.includes("/") ? resolve(program) : program;
  const merge = shellWords(["npx", "climax-gen", "import", path, "--merge", config]);
  return `${escapeUnprintable(`${config} exists, so the draft was not written`)}\nhelp: ${escapeUnprintable(`run \`${merge}\` to complete it`)}`;
}

/** Loads the import only for `--program`. */
async function draftProgram(program: string, flags: DraftFlags, terminal: Terminal): Promise<ProjectDraft | Diagnostic> {
  const { draftForProject } = await import("./import.ts");
  return await draftForProject(program, flags, terminal);
}

/**
 * Returns the next commands for a project without climax-gen. They install the packages from committed files, because the packages are not
 * published.
 */
function install(version: string): readonly string[] {
  const packages = ["climax-gen-runtime", "climax-gen"].map((name) => `./vendor/${name}-${version}.tgz`);
  const pack = shellWords(["npm", "pack", "--ignore-scripts", "--pack-destination", "vendor", ...findOwnPackages()]);
  return [`mkdir -p vendor && ${pack}`, shellWords(["npm", "install", "--save-dev", ...packages]), BUILD];
}
