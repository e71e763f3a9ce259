/** Skips a run that would repeat the previous one: same inputs and settings, and no file changed since. */
import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import type { CommandPart } from "@climax-gen/runtime/compiler";
import { isJsonObject, parseJson } from "@climax-gen/runtime/compiler";
import type { Templates } from "../emit/fill-template.ts";
import type { Generated, ToolCounts } from "../generate.ts";
import type { ReadInputs } from "../host/inputs.ts";
import { readIfThere } from "../host/file-system.ts";
import { readBuildId } from "../host/own-package.ts";
import { readRecord, writeRecord } from "../host/output-folder.ts";
import { createFileHash } from "../host/output-tree.ts";
import type { ServerSettings } from "../resolve/resolve-model.ts";
import { checksumParts, checksumTree } from "../write/checksum.ts";

/** Settings that decide what a run generates. */
export interface RunSettings extends ServerSettings {
  readonly runtime: string;
  readonly templates: Templates;
}

/** Record of a run, in `dist/`. It is not committed and never needed. */
interface RunRecord {
  /** See `hashRun`. Omitted if the run had diagnostics, or ran from sources: the next run is then not skipped. */
  readonly key?: string;
  /** The arguments that repeat the run, paths relative to the output folder. The server prints them if `dist/` is stale. */
  readonly command: readonly CommandPart[];
  /** Paths of the included files, relative to the output folder. Omitted if empty. */
  readonly included?: readonly string[];
  /** Checksum of each generated file, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Numbers of tools, which every run prints. */
  readonly tools?: ToolCounts;
}

/** The parts of a previous run that a skipped run prints. */
export interface PreviousRun {
  /** Paths of the generated files, sorted. */
  readonly paths: readonly string[];
  readonly tools?: ToolCounts;
}

/**
 * Hashes everything that decides a run: inputs, settings, templates, the build of climax-gen, and the version of Node.js, whose code cache
 * is part of the output. Returns undefined if climax-gen runs from its sources, because their changes are not tracked.
 */
export function hashRun(
  { files, policies }: ReadInputs,
  { templates, included, ...settings }: RunSettings & { readonly included: readonly string[] },
): string | undefined {
  const build = readBuildId();
  if (build === undefined) return undefined;
  const hash = createHash("sha256").update(JSON.stringify([build, process.version, settings]));
  const add = (head: readonly unknown[], bytes: string | Uint8Array): void => {
    // Each input with its length, so that no two lists of inputs have the same bytes.
    hash.update(`\n${JSON.stringify([...head, Buffer.byteLength(bytes)])}\n`).update(bytes);
  };
  for (const { path, bytes, isFromFolder } of files) add(["input", path, isFromFolder], bytes);
  for (const { path, bytes } of policies) add(["policy", path], bytes);
  for (const path of included) add(["included", path], readIfThere(path) ?? "");
  for (const [name, text] of templates) add(["template", name], text);
  return hash.digest("base64");
}

/** Returns the paths of the files that the previous run into the folder included. */
export function listIncluded(output: string): readonly string[] {
  const { included } = readJson(readRecord(output) ?? "");
  return Array.isArray(included) ? included.filter((path) => typeof path === "string").map((path) => join(output, path)) : [];
}

/** Returns the previous run into the directory if it has this key and no file has changed since. */
export function findUnchangedRun(output: string, key: string): PreviousRun | undefined {
  const record = parseRecord(readRecord(output) ?? "");
  if (record?.key !== key) return undefined;
  const { files, tools } = record;
  const paths = Object.keys(files);
  // The manifest, which lists all files, is one of them.
  const hashFile = createFileHash(output, checksumParts);
  return paths.every((path) => hashFile(path) === files[path]) ? { paths, ...(tools && { tools }) } : undefined;
}

/** A completed run. */
interface RunResult extends Pick<Generated, "files" | "included" | "tools"> {
  readonly key: string | undefined;
  readonly command: readonly CommandPart[];
}

/** Writes the record of a completed run. `command`: its arguments, paths relative to the current folder. */
export function recordRun(output: string, { key, command, files, included, tools }: RunResult): void {
  const fromOutput = command.map((part) => (typeof part === "string" ? part : { path: relative(output, part.path) }));
  const record: RunRecord = {
    ...(key !== undefined && { key }),
    command: fromOutput,
    ...(included.length > 0 && { included: included.map((path) => relative(output, path)) }),
    files: Object.fromEntries(checksumTree(files)),
    ...(tools && { tools }),
  };
  writeRecord(output, `${JSON.stringify(record)}\n`);
}

/** Returns undefined for any text that is not a record, so that the run is not skipped. */
function parseRecord(text: string): RunRecord | undefined {
  const { key, command, files, included = [], tools } = readJson(text);
  if (typeof key !== "string" || command === undefined || typeof files !== "object") return undefined;
  return { key, command, included, files, ...(tools && { tools }) };
}

/** Returns the record as far as it can be read: its values can have any type. */
function readJson(text: string): Partial<RunRecord> {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
