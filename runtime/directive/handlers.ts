/** Implements the three handlers of Directive tools. Files are read at the time of the call. */
import type { Bundle, BundleSource, TextFile } from "./bundle.ts";
import { readBundle } from "./bundle.ts";
import type { DirectiveHandler } from "../tool/directive-spec.ts";
import type { DirectiveFailure } from "./failure.ts";
import { folderName, isListable, pathArgument, toRelativePath } from "./paths.ts";
import type { ReadOnlyFolder } from "./read-only-folder.ts";
import { openReadOnlyFolder } from "./read-only-folder.ts";

/** Location of a definition's files. */
export interface DirectiveLocation {
  /** The server's working directory, or the value of `--root`. */
  readonly directory: string;
  /** See `DirectiveSpec.root`. */
  readonly root: string;
}

/** Result of a handler, in the wire format. */
export type DirectiveResult = { readonly files: readonly string[] } | TextFile | Bundle;

/** The outcome of a handler of Directive tools. */
export type DirectiveOutcome =
  | { readonly kind: "answered"; readonly result: DirectiveResult }
  | { readonly kind: "failed"; readonly failure: DirectiveFailure };

/** Runs a handler with arguments that `findArgumentProblems` has accepted. Problems of the directory are returned as failures. */
export async function runDirectiveHandler(
  handler: DirectiveHandler,
  given: Readonly<Record<string, unknown>>,
  location: DirectiveLocation,
): Promise<DirectiveOutcome> {
  const opened = await openReadOnlyFolder(location.directory, location.root);
  if (opened.kind !== "open") {
    return { kind: "failed", failure: { kind: opened.kind === "missing" ? "root_missing" : "root_outside", root: location.root } };
  }
  const result = await answer(handler, given, toSource(opened.folder, folderName(location.root)));
  return "kind" in result ? { kind: "failed", failure: result } : { kind: "answered", result };
}

interface Source extends BundleSource {
  readonly folder: string;
}

function toSource(files: ReadOnlyFolder, folder: string): Source {
  const toListed = (path: string): string => `${folder}/${path}`;
  return { files, folder, toListed, read: (path) => readFile(files, toListed(path), folder) };
}

async function answer(
  handler: DirectiveHandler,
  given: Readonly<Record<string, unknown>>,
  source: Source,
): Promise<DirectiveResult | DirectiveFailure> {
  if (typeof handler === "object") return await readBundle(handler.bundle, source);
  switch (handler) {
    case "files.list":
      return { files: (await source.files.list()).filter((path) => isListable(path, source.folder)).map(source.toListed) };
    case "file.get":
      return await readFile(source.files, pathArgument(given), source.folder);
  }
}

/** Reads a file. The result contains the path as the caller wrote it, as the Directive contract requires. */
async function readFile(files: ReadOnlyFolder, path: string, folder: string): Promise<TextFile | DirectiveFailure> {
  const relative = toRelativePath(path, folder);
  const read = relative === undefined ? ({ kind: "outside" } as const) : await files.read(relative);
  switch (read.kind) {
    case "read":
      return { path, content: read.text };
    case "missing":
      return { kind: "file_missing", path, folder };
    case "outside":
      return { kind: "path_refused", path, folder };
    case "too_large":
    case "not_utf8":
      return { kind: read.kind, path, folder };
    case "unreadable":
      return { kind: "unreadable", path, code: read.code };
  }
}
