/** Reads the files under the key `include`: of a config and its fragments, and of a policy. */
import type { InputFile } from "../../load/decode.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { YamlValue } from "../../load/values.ts";
import { isList } from "../../load/values.ts";
import type { Report } from "./report.ts";

/** A file that can include others. */
export type IncludingFile = Pick<InputFile, "path" | "identity" | "readIncluded">;

/** A document with the key `include`. */
export interface Including {
  readonly report: Report;
  readonly file: IncludingFile;
  /** Identities of the files that include this one, directly or through others. */
  readonly ancestors: readonly string[];
}

/** A file that was read, and its entry in the including document. */
export interface IncludedFile {
  readonly file: InputFile;
  /** Path of the file, as written. */
  readonly path: string;
  /** Location of the entry in the document. */
  readonly at: YamlPath;
}

/** Progress of reading all files below one document. */
export interface IncludeWalk {
  /** Identities of the files that are not read again. The caller adds to it. */
  readonly seen: Set<string>;
  /** Paths of all files that were read, or that do not exist, for `--watch` and repeated runs. */
  readonly paths: string[];
}

/** Returns the identity of a file: two names of one file, such as a link and its target, have the same. */
export function identityOf({ path, identity = path }: IncludingFile): string {
  return identity;
}

/**
 * Yields the included files of a document that are not in `seen`. Reads each file only after the caller has finished with the previous
 * file. Reports paths that are not relative, files that cannot be read, and cycles.
 */
export function* readIncludes({ report, file, ancestors }: Including, { seen, paths }: IncludeWalk): Iterable<IncludedFile> {
  const written: YamlValue = report.document.value["include"] ?? null;
  // Values of other types are reported with the keys of the document.
  for (const [index, path] of isList(written) ? written.entries() : []) {
    if (typeof path !== "string") continue;
    const at = ["include", index];
    if (path === "" || path.startsWith("/") || path.includes("\\")) {
      report.atValue("include-absolute", at, { path });
      continue;
    }
    const read = file.readIncluded?.(path);
    if (read !== undefined) paths.push(read.path);
    if (read === undefined) report.atValue("include-unreadable", at, { path, reason: "this input has no directory" });
    else if ("code" in read) report.atValue("include-unreadable", at, { path, reason: read.message });
    else if ([...ancestors, identityOf(file)].includes(identityOf(read))) report.atValue("include-cycle", at, { path });
    else if (!seen.has(identityOf(read))) yield { file: read, path, at };
  }
}
