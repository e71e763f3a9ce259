/** Reads one side of a comparison: YAML files, a Git revision, or a generated project. */
import type { PackagedServer } from "@climax-gen/runtime/internal/tool-index/compiled/packaged-server";
import { checkInputs } from "../check-inputs.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import type { ReviewedHazard } from "../hazards/acknowledgements.ts";
import { assumeRisks, listHazards } from "../hazards/find-hazards.ts";
import { parseGitPath, readGitInputs } from "../host/git.ts";
import { readInput, readInputs } from "../host/inputs.ts";
import { toShownPath } from "../text/shown-path.ts";
import { isGeneratedProject, readDist } from "../host/project.ts";
import type { InputFile } from "../load/decode.ts";
import type { Side } from "../review/side.ts";
import { toCompiledSide } from "../review/side.ts";
import { toYamlSide } from "../review/yaml-side.ts";
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";

/** Options of reading one side of a comparison. */
export interface SideOptions {
  /** Each is a path or `git:<revision>:<path>`. */
  readonly policies: readonly string[];
  readonly onProgress?: (text: string) => void;
}

/** One side of a comparison, and the diagnostics of its files. */
export interface ReadSide {
  /** Omitted if there is an error. */
  readonly side?: Side;
  /** Hazards in the YAML. Omitted for a generated project. */
  readonly hazards?: readonly ReviewedHazard[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a side: a config, a directory of configs, `git:<revision>:<path>`, or a generated project with its `dist/`. */
export async function readSide(named: string, { policies: policyPaths, onProgress }: SideOptions): Promise<ReadSide> {
  if (!named.startsWith("git:") && isGeneratedProject(named)) return readProject(named, policyPaths);
  const read = readConfigs(named, policyPaths);
  if (hasError(read.diagnostics)) return { diagnostics: read.diagnostics };
  const found = policyPaths.map(readPolicy);
  const unread = found.filter((policy) => "code" in policy);
  if (unread.length > 0) return { diagnostics: [...read.diagnostics, ...unread] };
  const policies = found.filter((policy): policy is InputFile => !("code" in policy));
  // As for files on disk, a file that is passed as a policy is not also a config.
  const configs = read.files.filter(({ path }) => !policies.some((policy) => policy.path === path));
  const checked = await checkInputs(configs, { policies, diagnostics: read.diagnostics, ...(onProgress && { onProgress }) });
  const { diagnostics } = checked;
  if (hasError(diagnostics)) return { diagnostics };
  return { side: toYamlSide(named, assumeRisks(checked), checked.policies), hazards: await listHazards(checked), diagnostics };
}

function readConfigs(named: string, policyPaths: readonly string[]): { files: readonly InputFile[]; diagnostics: readonly Diagnostic[] } {
  if (!named.startsWith("git:")) {
    const read = readInputs(
      [named],
      policyPaths.filter((path) => !path.startsWith("git:")),
    );
    return { ...read, diagnostics: read.diagnostics.map(adviseGit) };
  }
  const git = parseGitPath(named);
  return git === undefined ? { files: [], diagnostics: [diagnose("git-side", { path: named })] } : readGitInputs(git);
}

function readPolicy(named: string): InputFile | Diagnostic {
  if (!named.startsWith("git:")) {
    const file = readInput(toShownPath(named));
    return "code" in file ? adviseGit(file) : file;
  }
  const git = parseGitPath(named);
  if (git === undefined) return diagnose("git-side", { path: named });
  const { files, diagnostics } = readGitInputs(git);
  const file = files.find(({ isFromFolder = false }) => !isFromFolder);
  return file ?? diagnostics[0] ?? diagnose("git-path", { path: named }, { revision: git.revision });
}

/** Suggests `git:HEAD:configs` if a missing file is written as `HEAD:configs`, as for git. */
function adviseGit(diagnostic: Diagnostic): Diagnostic {
  const { code, path } = diagnostic;
  const meant = `git:${path}`;
  if (code !== "file-not-found" || parseGitPath(meant) === undefined) return diagnostic;
  return diagnose(code, { path }, { near: [], advice: `write \`${shellWord(meant)}\` for a file of a git revision` });
}

function readProject(folder: string, policies: readonly string[]): ReadSide {
  const { server, diagnostics } = readProjectServer(folder, { policies, isCompared: true });
  return { ...(server && { side: toCompiledSide(toShownPath(folder), server) }), diagnostics };
}

/** Options of reading the server of a generated project. */
export interface ProjectOptions {
  /** Paths of policies, which are rejected: the project has its own. */
  readonly policies: readonly string[];
  /** True if the project is a side of a comparison. */
  readonly isCompared: boolean;
}

/** Reads the server of a generated project. Returns diagnostics if it cannot be read, or if there are policies. */
export function readProjectServer(
  folder: string,
  { policies, isCompared }: ProjectOptions,
): { readonly server?: PackagedServer; readonly diagnostics: readonly Diagnostic[] } {
  if (policies.length > 0) return { diagnostics: [diagnose("project-policy", { path: toShownPath(folder) }, { isCompared })] };
  const dist = readDist(folder);
  return dist.kind === "refused" ? { diagnostics: dist.diagnostics } : { server: dist.server, diagnostics: [] };
}
