/** Reads inputs from a Git revision. Besides `run-program.ts`, this is the only file of the generator that starts a program: git. */
import { spawnSync } from "node:child_process";
import * as paths from "node:path";
import { byPath } from "../text/code-unit-order.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isConfigPath } from "./inputs.ts";
import { toShownPath } from "../text/shown-path.ts";
import type { InputFile } from "../load/decode.ts";
import { maxFileBytes } from "../load/decode.ts";
import { isManifest, listedPaths } from "../write/manifest.ts";

/** Parts of `git:<revision>:<path>`. */
export interface GitPath {
  /** The complete text as the user wrote it. */
  readonly label: string;
  readonly revision: string;
  readonly path: string;
}

/** Inputs of a revision. */
export interface GitInputs {
  readonly files: readonly InputFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum output, in bytes. git fails for a larger tree. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** A revision: a single argument that is not an option of git. */
const REVISION = /^[^-:\s\0][^:\s\0]*$/;

/** Parses `git:<revision>:<path>`. Returns undefined if the text has another form or an invalid revision. */
export function parseGitPath(label: string): GitPath | undefined {
  const [, revision = "", path = ""] = /^git:([^:]*):(.+)$/s.exec(label) ?? [];
  return REVISION.test(revision) && path !== "" ? { label, revision, path: toShownPath(path) } : undefined;
}

/**
 * Reads the configs at a path of a revision with the rules of `readInputs`. Paths are relative to the current directory. Symbolic links are
 * not followed. Messages refer to a file as `git:<revision>:<path>`.
 */
export function readGitInputs({ label, revision, path: named }: GitPath): GitInputs {
  // git prints paths without `./` and `..`.
  const path = toShownPath(paths.relative("", named)) || ".";
  const commit = runGit(["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (commit.kind === "unusable") return refuse(diagnose("git-unusable", { path: label }, { reason: commit.reason }));
  if (commit.status !== 0) return refuse(diagnose("git-revision", { path: label }, { revision }));
  const commitId = commit.output.toString("utf8").trim();
  const listed = runGit(["ls-tree", "-r", "-z", "-l", commitId, "--", path]);
  if (listed.kind === "unusable") return refuse(diagnose("git-unusable", { path: label }, { reason: listed.reason }));
  const entries = readEntries(listed.output.toString("utf8"));
  const isProject = entries.some((entry) => entry.path === `${path}/.climax-gen.json`);
  if (isProject) return refuse(diagnose("git-project", { path: label }));
  const written = readListed(entries);
  const configs = entries.filter((entry) => entry.path === path || (isConfigPath(path, entry.path) && !written.has(entry.path)));
  if (configs.length === 0) return refuse(diagnose("git-path", { path: label }, { revision }));
  const toLabel = (entry: TreeEntry): string => `git:${revision}:${entry.path}`;
  const large = configs.filter(({ bytes }) => bytes > maxFileBytes);
  const diagnostics = large.map((entry) =>
    diagnose("file-too-large", { path: toLabel(entry) }, { bytes: entry.bytes, limit: maxFileBytes }),
  );
  if (diagnostics.length > 0) return { files: [], diagnostics };
  const contents = readObjects(configs.map(({ object }) => object));
  if (contents === undefined) return refuse(diagnose("git-unusable", { path: label }, { reason: "cat-file failed" }));
  const files = configs.map((entry, index): InputFile => ({
    path: toLabel(entry),
    bytes: contents[index] ?? new Uint8Array(),
    readIncluded: (relative) => readIncluded(paths.posix.join(entry.path, "..", relative), { label: `git:${revision}`, commit: commitId }),
    ...(entry.path !== path && { isFromFolder: true }),
  }));
  return { files, diagnostics: [] };
}

/** Reads a file that another one includes, from the same revision. */
function readIncluded(path: string, at: { readonly label: string; readonly commit: string }): InputFile | Diagnostic {
  const label = `${at.label}:${path}`;
  const answer = runGit(["cat-file", "blob", `${at.commit}:./${path}`]);
  if (answer.kind === "unusable" || answer.status !== 0) return diagnose("file-not-found", { path: label }, { near: [] });
  return { path: label, bytes: answer.output, readIncluded: (relative) => readIncluded(paths.posix.join(path, "..", relative), at) };
}

/** Returns the files that climax-gen wrote, such as those of packages. */
function readListed(entries: readonly TreeEntry[]): ReadonlySet<string> {
  const manifests = entries.filter(({ path }) => isManifest(path));
  const contents = (manifests.length > 0 && readObjects(manifests.map(({ object }) => object))) || [];
  return new Set(contents.flatMap((bytes, index) => listedPaths(manifests[index]?.path ?? "", Buffer.from(bytes).toString("utf8"))));
}

function refuse(diagnostic: Diagnostic): GitInputs {
  return { files: [], diagnostics: [diagnostic] };
}

interface TreeEntry {
  readonly object: string;
  readonly bytes: number;
  readonly path: string;
}

/** Parses a listing of `<mode> blob <object> <size>\t<path>\0`. Returns regular files only, sorted by path. */
function readEntries(listing: string): readonly TreeEntry[] {
  const entries = listing.split("\0").flatMap((line): readonly TreeEntry[] => {
    const [, object = "", bytes = "", path = ""] = /^100\d+ blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? [];
    return path === "" ? [] : [{ object, bytes: Number(bytes), path }];
  });
  return entries.toSorted(byPath);
}

/** Reads all objects with one process. Its output is `<object> blob <size>\n<bytes>\n` in the order of the request. */
function readObjects(objects: readonly string[]): readonly Uint8Array[] | undefined {
  const answer = runGit(["cat-file", "--batch"], objects.map((object) => `${object}\n`).join(""));
  if (answer.kind === "unusable" || answer.status !== 0) return undefined;
  let at = 0;
  return objects.map(() => {
    const end = answer.output.indexOf("\n", at);
    const size = Number(answer.output.toString("utf8", at, end).split(" ")[2] ?? 0);
    at = end + 1 + size + 1;
    return answer.output.subarray(end + 1, end + 1 + size);
  });
}

type GitAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly output: Buffer }
  | { readonly kind: "unusable"; readonly reason: string };

/** Runs git. A failure with a message, for example outside a repository, is `unusable`, because it does not concern the revision. */
function runGit(args: readonly string[], input = ""): GitAnswer {
  const env = { ...process.env, GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0" };
  const { error, status, stdout, stderr } = spawnSync("git", [...args], { input, env, maxBuffer: MAX_OUTPUT_BYTES });
  if (error !== undefined) return { kind: "unusable", reason: "code" in error ? String(error.code) : error.message };
  const [complaint = ""] = stderr.toString("utf8").trim().split("\n", 1);
  if (status !== 0 && complaint !== "") return { kind: "unusable", reason: complaint.replace(/^fatal: /, "") };
  return { kind: "answer", status: status ?? 1, output: stdout };
}
