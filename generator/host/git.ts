/** Reads inputs out of a git revision: the only file of the generator that starts a program, and that program is git. */
import { spawnSync } from "node:child_process";
import { byPath } from "../text/code-unit-order.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isConfigPath, toShownPath } from "./inputs.ts";
import type { InputFile } from "../load/decode.ts";
import { maxFileBytes } from "../load/decode.ts";
import { isManifest, listedPaths } from "../write/manifest.ts";

/** `git:<revision>:<path>` in its parts. */
export interface GitPath {
  /** As the user wrote it all. */
  readonly label: string;
  readonly revision: string;
  readonly path: string;
}

export interface GitInputs {
  readonly files: readonly InputFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes of output that are read; a larger tree is refused by git's own failure. */
const MOST_OUTPUT = 512 * 1024 * 1024;

/** Nothing that could be an option of git, or more than one word. */
const REVISION = /^[^-:\s\0][^:\s\0]*$/;

/** The parts of a side in git; `undefined` where the text is no such side, or its revision cannot be one. */
export function parseGitPath(label: string): GitPath | undefined {
  const [, revision = "", path = ""] = /^git:([^:]*):(.+)$/s.exec(label) ?? [];
  return REVISION.test(revision) && path !== "" ? { label, revision, path: toShownPath(path) } : undefined;
}

/**
 * The configs at a path of a revision, found as `readInputs` finds them on the disk; paths start at the current folder. Links are
 * not followed. Their names in messages are `git:<revision>:<path>`.
 */
export function readGitInputs({ label, revision, path }: GitPath): GitInputs {
  const commit = runGit(["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (commit.kind === "unusable") return refuse(diagnose("git-unusable", { path: label }, { reason: commit.reason }));
  if (commit.status !== 0) return refuse(diagnose("git-revision", { path: label }, { revision }));
  const listed = runGit(["ls-tree", "-r", "-z", "-l", commit.output.toString("utf8").trim(), "--", path]);
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
    ...(entry.path !== path && { isFromFolder: true }),
  }));
  return { files, diagnostics: [] };
}

/** The files that climax-gen wrote, as those of packages. */
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

/** Regular files only, sorted by path: `<mode> blob <object> <size>\t<path>\0`. */
function readEntries(listing: string): readonly TreeEntry[] {
  const entries = listing.split("\0").flatMap((line): readonly TreeEntry[] => {
    const [, object = "", bytes = "", path = ""] = /^100\d+ blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? [];
    return path === "" ? [] : [{ object, bytes: Number(bytes), path }];
  });
  return entries.toSorted(byPath);
}

/** One process for all files: `<object> blob <size>\n<bytes>\n`, in the order of the question. */
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
  { readonly kind: "answer"; readonly status: number; readonly output: Buffer } | { readonly kind: "unusable"; readonly reason: string };

/** What git complains about is no answer: that the folder is no repository says nothing about a revision. */
function runGit(args: readonly string[], input = ""): GitAnswer {
  const env = { ...process.env, GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0" };
  const { error, status, stdout, stderr } = spawnSync("git", [...args], { input, env, maxBuffer: MOST_OUTPUT });
  if (error !== undefined) return { kind: "unusable", reason: "code" in error ? String(error.code) : error.message };
  const [complaint = ""] = stderr.toString("utf8").trim().split("\n", 1);
  if (status !== 0 && complaint !== "") return { kind: "unusable", reason: complaint.replace(/^fatal: /, "") };
  return { kind: "answer", status: status ?? 1, output: stdout };
}
