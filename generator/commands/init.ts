/** `climax-gen init`: creates the files of a project, and prints the commands that come next. */
import { basename, join, resolve } from "node:path";
import { mainPolicy } from "../catalog/project-files.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { readInputs } from "../host/inputs.ts";
import { isThere, kindOf, readIfThere } from "../host/file-system.ts";
import { createNewFiles } from "../host/new-files.ts";
import { findOwnPackages, readTemplates } from "../host/own-package.ts";
import { escapeUnprintable } from "../text/wording.ts";
import { readVersion } from "../host/version.ts";
import { describeAccess } from "../init/access-summary.ts";
import { describeAddition } from "../init/policy-addition.ts";
import { draftPath, POLICY, starterFiles, starterTemplates } from "../init/starter-files.ts";
import type { CatalogProgram } from "../inputs/catalog-program.ts";
import { describePrograms, readProgram } from "../inputs/catalog-program.ts";
import { loadDocument } from "../load/document.ts";
import { shellPath, shellWords } from "../text/shell-word.ts";
import type { DraftFlags, ProjectDraft } from "./import.ts";
import { printFailure } from "../terminal/print-failure.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Options of `climax-gen init`. */
export interface InitFlags extends DraftFlags {
  /** Program whose config replaces the sample: that of the catalog, otherwise a draft. */
  readonly program?: string;
  /** Whether to draft the config of a program in the catalog too. Defaults to false. */
  readonly draft?: boolean;
}

/** Runs the command. Overwrites nothing. Returns the exit status: 1 if a file cannot be written, or the program cannot be read. */
export async function runInit(
  folder: string,
  { program, draft: isDraft = false, ...flags }: InitFlags,
  terminal: Terminal,
): Promise<number> {
  const copied = program === undefined || isDraft ? undefined : await findProgram(program);
  const draft = program === undefined || copied !== undefined ? undefined : await draftProgram(program, flags, terminal);
  if (draft !== undefined && "code" in draft) return printFailure([draft], terminal);
  const configs = join(folder, "configs");
  const hasConfigs = kindOf(configs) === "folder" && readInputs([configs]).files.length > 0;
  const files = starterFiles({
    name: basename(resolve(folder)),
    hasConfigs,
    ...(draft && { draft }),
    ...(copied && {
      copied: {
        files: copied.files,
        policy: mainPolicy([copied.policy], [copied.entry]),
        hasFragments: copied.entry.fragments.length > 0,
      },
    }),
    templates: readTemplates(starterTemplates),
  });
  const { created, kept, failure } = createNewFiles(folder, files);
  for (const path of created) terminal.out(`created ${path}\n`);
  for (const path of kept) terminal.out(`kept    ${path}\n`);
  if (failure !== undefined) return printFailure([failure], terminal);
  if (copied !== undefined) terminal.err(`${describePrograms(folder, [copied], kept).join("\n")}\n`);
  if (draft !== undefined) {
    const config = draftPath(draft.program);
    if (kept.includes(config)) terminal.err(`${describeKept(config, program ?? "")}\n`);
    else {
      draft.report(!kept.includes(POLICY));
      terminal.err(`${describeRules(draft, kept.includes(POLICY) ? join(folder, POLICY) : undefined).join("\n")}\n`);
    }
  }
  const { commands, place } = chooseNext(folder, draft === undefined && copied === undefined && !hasConfigs ? CALL : VERIFY);
  terminal.out(`\nRun next${place}:\n${commands.map((command) => `  ${command}\n`).join("")}`);
  return 0;
}

interface NextCommands {
  readonly commands: readonly string[];
  /** The directory to run them in, for the heading. Empty for the current one. */
  readonly place: string;
}

/** Returns the next commands. `second` is the command that tries the config in a project with climax-gen. */
function chooseNext(folder: string, second: string): NextCommands {
  const place = resolve(folder) === resolve("") ? "" : ` in ${escapeUnprintable(shellPath(folder))}`;
  if (isThere(join(folder, "node_modules/climax-gen"))) return { commands: use(second), place };
  // In a clone, `npx` finds climax-gen.
  if (findOwnPackages().includes(resolve(""))) return { commands: useFromClone(folder), place: "" };
  return { commands: install(readVersion()), place };
}

/** Returns the commands that generate and register the server of a project elsewhere, in a clone of climax-gen. */
function useFromClone(folder: string): readonly string[] {
  const path = (name: string): string => join(folder, name);
  return [
    shellWords(["npx", "climax-gen", path("configs"), "-o", path("out"), "--policy", path(POLICY), "--strict"]),
    shellWords(["npx", "climax-gen", "install", path("out"), "--client", "claude-code"]),
  ];
}

/** Returns what agents can do with a draft, or the rules to add to a policy that exists. `kept` is the path of this policy. */
function describeRules({ tools }: ProjectDraft, kept: string | undefined): readonly string[] {
  if (kept === undefined) return describeAccess(tools);
  const bytes = readIfThere(kept);
  return [
    `${POLICY} exists, so it enables none of these tools unless its default does`,
    ...describeAddition(tools, bytes && loadDocument({ path: POLICY, bytes }).document),
  ];
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

/** Returns a program of the catalog. Returns undefined if the catalog does not have it, as for a path of a program. */
async function findProgram(program: string): Promise<CatalogProgram | undefined> {
  const read = await readProgram(program);
  return "code" in read ? undefined : read;
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
