/** Reads inputs from a Git revision. Starts git. */
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

/** Time limit of a git command, in milliseconds. */
const TIME_LIMIT_MS = 60_000;

/** A revision: a single argument that is not an option of git. */
const REVISION = /^[^-:\s\0][^:\s\0]*$/;

/** Parses `git:<revision>:<path>`. Returns undefined if the text has another form or an invalid revision. */
export function parseGitPath(label: string): GitPath | undefined {
  const [, revision = "", path = ""] = /^git:([^:]*):(.+)$/s.exec(label) ?? [];
  return REVISION.test(revision) && path !== "" ? { label, revision, path: toShownPath(path) } : undefined;
}

/**
 * Reads the configs at a path of a revision with the rules of `readInputs`. Paths are relative to the current directory. Symbolic links
 * to files are followed inside the revision. Messages refer to a file as `git:<revision>:<path>`.
 */
export function readGitInputs({ label, revision, path: named }: GitPath): GitInputs {
  // git prints paths without `./` and `..`.
  const path = toShownPath(paths.relative("", named)) || ".";
  const commit = runGit(["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (commit.kind === "unusable") return refuse(diagnose("git-unusable", { path: label }, { reason: commit.reason }));
  if (commit.status !== 0) return refuse(diagnose("git-revision", { path: label }, { revision }));
  const commitId = commit.output.toString("utf8").trim();
  const listed = listTree(commitId, path);
  if (listed.kind === "unusable") return refuse(diagnose("git-unusable", { path: label }, { reason: listed.reason }));
  const entries = readEntries(listed.output.toString("utf8"));
  const isConfig = (entry: TreeEntry): boolean => entry.path === path || isConfigPath(path, entry.path);
  const isProject = entries.some((entry) => entry.path === `${path}/.climax-gen.json`);
  if (isProject) return refuse(diagnose("git-project", { path: label }));
  const toLabel = (entry: TreeEntry): string => `git:${revision}:${entry.path}`;
  // The manifests decide which files are configs, so they are needed, too.
  const missing = entries.filter((entry) => isMissing(entry) && (isConfig(entry) || isManifest(entry.path)));
  if (missing.length > 0) return { files: [], diagnostics: missing.map((entry) => toMissingObject(entry, toLabel(entry))) };
  const written = readListed(entries);
  const configs = entries.filter((entry) => isConfig(entry) && (entry.path === path || !written.has(entry.path)));
  if (configs.length === 0) return refuse(diagnose("git-path", { path: label }, { revision }));
  const large = configs.filter(({ bytes }) => bytes > maxFileBytes);
  const diagnostics = large.map((entry) =>
    diagnose("file-too-large", { path: toLabel(entry) }, { bytes: entry.bytes, limit: maxFileBytes }),
  );
  if (diagnostics.length > 0) return { files: [], diagnostics };
  const contents = readObjects(configs.map((entry) => (entry.isLink ? nameObject(commitId, entry.path) : entry.object)));
  if (contents === undefined) return refuse(diagnose("git-unusable", { path: label }, { reason: "cat-file failed" }));
  const files = configs.map((entry, index): InputFile | Diagnostic => {
    const content = contents[index] ?? MISSING;
    if (content.kind !== "read") return toDiagnostic(content, toLabel(entry));
    return {
      path: toLabel(entry),
      bytes: content.bytes,
      readIncluded: (relative) =>
        readIncluded(paths.posix.join(entry.path, "..", relative), { label: `git:${revision}`, commit: commitId }),
      ...(entry.path !== path && { isFromFolder: true }),
    };
  });
  return {
    files: files.flatMap((file) => ("bytes" in file ? [file] : [])),
    diagnostics: files.flatMap((file) => ("bytes" in file ? [] : [file])),
  };
}

/** Reads a file that another one includes, from the same revision. */
function readIncluded(path: string, at: { readonly label: string; readonly commit: string }): InputFile | Diagnostic {
  const label = `${at.label}:${path}`;
  const [content = MISSING] = readObjects([nameObject(at.commit, path)]) ?? [];
  const entry = content.kind === "missing" ? listEntries(at.commit, path).find((one) => one.path === path) : undefined;
  if (entry !== undefined && isMissing(entry)) return toMissingObject(entry, label);
  if (content.kind !== "read") return toDiagnostic(content, label);
  return { path: label, bytes: content.bytes, readIncluded: (relative) => readIncluded(paths.posix.join(path, "..", relative), at) };
}

/** Returns a name of the file at a path of a commit, relative to the current directory. */
function nameObject(commit: string, path: string): string {
  return `${commit}:./${path}`;
}

function toDiagnostic(content: Exclude<ObjectContent, { readonly kind: "read" }>, path: string): Diagnostic {
  if (content.kind === "missing") return diagnose("file-not-found", { path }, { near: [] });
  if (content.kind === "large") return diagnose("file-too-large", { path }, { bytes: content.bytes, limit: maxFileBytes });
  return diagnose("unreadable-file", { path }, { reason: content.reason });
}

/** Returns the files that climax-gen wrote, such as those of packages. */
function readListed(entries: readonly TreeEntry[]): ReadonlySet<string> {
  const manifests = entries.filter(({ path }) => isManifest(path));
  const contents = (manifests.length > 0 && readObjects(manifests.map(({ object }) => object))) || [];
  return new Set(
    contents.flatMap((content, index) =>
      content.kind === "read" ? listedPaths(manifests[index]?.path ?? "", Buffer.from(content.bytes).toString("utf8")) : [],
    ),
  );
}

function refuse(diagnostic: Diagnostic): GitInputs {
  return { files: [], diagnostics: [diagnostic] };
}

/** Returns the files at a path of a commit. Empty if git fails. */
function listEntries(commit: string, path: string): readonly TreeEntry[] {
  const listed = listTree(commit, path);
  return listed.kind === "answer" ? readEntries(listed.output.toString("utf8")) : [];
}

function listTree(commit: string, path: string): GitAnswer {
  const listed = runGit(["ls-tree", "-r", "-z", "-l", commit, "--", path]);
  if (listed.kind === "unusable" || listed.status === 0) return listed;
  return { kind: "unusable", reason: "ls-tree failed" };
}

/** Reports whether this clone lacks the content of a file. A partial clone lacks files that were never checked out. */
function isMissing({ bytes }: TreeEntry): boolean {
  return Number.isNaN(bytes);
}

function toMissingObject({ object }: TreeEntry, path: string): Diagnostic {
  return diagnose("git-object", { path }, { object });
}

interface TreeEntry {
  readonly object: string;
  /** NaN if this clone lacks the object. */
  readonly bytes: number;
  readonly path: string;
  /** True if the entry is a symbolic link. */
  readonly isLink: boolean;
}

/** Parses a listing of `<mode> blob <object> <size>\t<path>\0`. The size of a missing object is `BAD`. Returns regular files and symbolic links, sorted by path. */
function readEntries(listing: string): readonly TreeEntry[] {
  const entries = listing.split("\0").flatMap((line): readonly TreeEntry[] => {
    const [, type, object = "", bytes = "", path = ""] = /^(10|12)0\d+ blob ([0-9a-f]+) +(\d+|BAD)\t(.*)$/s.exec(line) ?? [];
    return path === "" ? [] : [{ object, bytes: Number(bytes), path, isLink: type === "12" }];
  });
  return entries.toSorted(byPath);
}

/** The content of a file, or the reason why it cannot be read. */
type ObjectContent =
  | { readonly kind: "read"; readonly bytes: Uint8Array }
  | { readonly kind: "missing" }
  | { readonly kind: "large"; readonly bytes: number }
  | { readonly kind: "unreadable"; readonly reason: string };

const MISSING: ObjectContent = { kind: "missing" };

/**
 * Reads all objects with one process, and follows symbolic links. Its output is `<object> blob <size>\n<bytes>\n` for each object, in the
 * order of the request, `<name> missing\n`, or `<reason> <size>\n<bytes>\n` for a link that leads to no file of the revision.
 */
function readObjects(objects: readonly string[]): readonly ObjectContent[] | undefined {
  // A name with a line feed would be two requests. No object has the number 0.
  const requests = objects.map((object) => (object.includes("\n") ? "0".repeat(40) : object));
  const answer = runGit(["cat-file", "--batch", "--follow-symlinks"], requests.map((object) => `${object}\n`).join(""));
  if (answer.kind === "unusable" || answer.status !== 0) return undefined;
  let at = 0;
  return objects.map(() => {
    const end = answer.output.indexOf("\n", at);
    const header = answer.output.toString("utf8", at, end);
    at = end + 1;
    if (header.endsWith(" missing")) return MISSING;
    const parts = header.split(" ");
    const size = Number(parts.at(-1));
    at += size + 1;
    return toContent(parts.length === 3 ? parts[1] : parts[0], answer.output.subarray(end + 1, end + 1 + size));
  });
}

/** `kind` is the type of an object, or the fault of a symbolic link. */
function toContent(kind: string | undefined, bytes: Uint8Array): ObjectContent {
  switch (kind) {
    case "blob":
      return bytes.length > maxFileBytes ? { kind: "large", bytes: bytes.length } : { kind: "read", bytes };
    case "loop":
      return { kind: "unreadable", reason: "ELOOP" };
    case "symlink":
      return { kind: "unreadable", reason: "a link out of the repository" };
    case "dangling":
    case "notdir":
      return { kind: "unreadable", reason: "broken link" };
    default:
      return { kind: "unreadable", reason: "EISDIR" };
  }
}

type GitAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly output: Buffer }
  | { readonly kind: "unusable"; readonly reason: string };

/**
 * Variables that keep git from starting other programs and from using the network. In a partial clone, git fetches missing objects with the
 * transport that the repository's configuration names. Versions before 2.45 ignore the first variable, and fail because of the second.
 */
const OFFLINE = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };

/** Runs git. A failure with a message, for example outside a repository, is `unusable`, because it does not concern the revision. */
function runGit(args: readonly string[], input = ""): GitAnswer {
  const env = { ...process.env, ...OFFLINE, GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0" };
  const limits = { maxBuffer: MAX_OUTPUT_BYTES, timeout: TIME_LIMIT_MS, killSignal: "SIGKILL" } as const;
  const { error, status, stdout, stderr } = spawnSync("git", [...args], { input, env, ...limits });
  if (error !== undefined) return { kind: "unusable", reason: toReason(error) };
  const complaints = stderr.toString("utf8").trim().split("\n");
  const complaint = complaints.find((line) => line.startsWith("fatal: ")) ?? complaints[0] ?? "";
  // A warning alone does not explain a failure.
  if (status !== 0 && complaint !== "" && !complaint.startsWith("warning: "))
    return { kind: "unusable", reason: complaint.replace(/^fatal: /, "") };
  return { kind: "answer", status: status ?? 1, output: stdout };
}

function toReason(error: Error): string {
  if (!("code" in error)) return error.message;
  return error.code === "ETIMEDOUT" ? `no result within ${TIME_LIMIT_MS / 1000} s` : String(error.code);
}
