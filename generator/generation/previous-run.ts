/** Skips a run with the same inputs and settings as the previous run if no generated file has changed since. */
import { createCipheriv, createHash } from "node:crypto";
import { join, relative } from "node:path";
import type { CommandPart } from "@climax-gen/runtime/internal/launch/stale-dist";
import { isJsonObject, parseJson } from "@climax-gen/runtime/internal/text/json";
import type { Templates } from "../emit/fill-template.ts";
import type { Generated, ToolCounts } from "../generate.ts";
import type { ReadInputs } from "../host/inputs.ts";
import { readIfThere } from "../host/file-system.ts";
import { readBuildId } from "../host/own-package.ts";
import { readRecord, writeRecord } from "../host/output-folder.ts";
import { createFileHash } from "../host/output-tree.ts";
import type { ServerSettings } from "../resolve/resolve-model.ts";
import type { FileContent } from "../write/manifest.ts";

/** Settings that determine the output of a run. */
export interface RunSettings extends ServerSettings {
  readonly runtime: string;
  readonly templates: Templates;
}

/** Record of a run, in `dist/`. It is not committed, and runs work without it. */
interface RunRecord {
  /** Key of the run (`hashRun`). Omitted if the run had diagnostics or ran from sources, so that the next run is not skipped. */
  readonly key?: string;
  /** The arguments that repeat the run, with paths relative to the output directory. The server prints them if `dist/` is stale. */
  readonly command: readonly CommandPart[];
  /** Paths of the included files, relative to the output directory. Omitted if empty. */
  readonly included?: readonly string[];
  /** Checksum of each generated file, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Numbers of tools, which every run prints. */
  readonly tools?: ToolCounts;
  /** Messages of the hazards without a decision. Omitted if empty. */
  readonly hazards?: readonly string[];
}

/** The parts of a previous run that a skipped run prints. */
export interface PreviousRun {
  /** Paths of the generated files, sorted. */
  readonly paths: readonly string[];
  readonly tools?: ToolCounts;
}

/**
 * Hashes everything that affects the output of a run: inputs, settings, templates, the build of climax-gen, and the version of Node.js,
 * whose code cache is part of the output. Returns undefined if climax-gen runs from its sources, because their changes are not tracked.
 */
export function hashRun(
  { files, policies }: ReadInputs,
  { templates, included, ...settings }: RunSettings & { readonly included: readonly string[] },
): string | undefined {
  const build = readBuildId();
  if (build === undefined) return undefined;
  const hash = createHash("sha256").update(JSON.stringify([build, process.version, settings]));
  const add = (head: readonly unknown[], bytes: string | Uint8Array): void => {
    // The length of each input is hashed too, so that different lists of inputs never have the same bytes.
    hash.update(`\n${JSON.stringify([...head, Buffer.byteLength(bytes)])}\n`).update(bytes);
  };
  for (const { path, bytes, isFromFolder } of files) add(["input", path, isFromFolder], bytes);
  for (const { path, bytes } of policies) add(["policy", path], bytes);
  for (const path of included) add(["included", path], readIfThere(path) ?? "");
  for (const [name, text] of templates) add(["template", name], text);
  return hash.digest("base64");
}

/** Returns the paths of the files that the previous run into the directory included. */
export function listIncluded(output: string): readonly string[] {
  const { included } = readJson(readRecord(output) ?? "");
  return Array.isArray(included) ? included.filter((path) => typeof path === "string").map((path) => join(output, path)) : [];
}

/**
 * Returns the messages of the hazards that the last run into the directory reported. Returns none without a record, which is not committed:
 * the hazards of a clone were reported when it was generated.
 */
export function listOpenHazards(output: string): readonly string[] {
  const { hazards } = readJson(readRecord(output) ?? "");
  return Array.isArray(hazards) ? hazards.filter((message) => typeof message === "string") : [];
}

/** Returns the previous run into the directory if it has this key and no file has changed since. */
export function findUnchangedRun(output: string, key: string): PreviousRun | undefined {
  const record = parseRecord(readRecord(output) ?? "");
  if (record?.key !== key) return undefined;
  const { files, tools } = record;
  const paths = Object.keys(files);
  // `files` includes the manifest, which lists all generated files.
  const hashFile = createFileHash(output, checksumParts);
  return paths.every((path) => hashFile(path) === files[path]) ? { paths, ...(tools && { tools }) } : undefined;
}

/** A completed run. */
interface RunResult extends Pick<Generated, "files" | "included" | "tools"> {
  readonly key: string | undefined;
  readonly command: readonly CommandPart[];
  /** Messages of the hazards without a decision. */
  readonly hazards: readonly string[];
}

/** Writes the record of a completed run. Paths in `command` are relative to the current directory. */
export function recordRun(output: string, { key, command, files, included, tools, hazards }: RunResult): void {
  const fromOutput = command.map((part) => (typeof part === "string" ? part : { path: relative(output, part.path) }));
  const record: RunRecord = {
    ...(key !== undefined && { key }),
    command: fromOutput,
    ...(included.length > 0 && { included: included.map((path) => relative(output, path)) }),
    files: Object.fromEntries(checksumTree(files)),
    ...(tools && { tools }),
    ...(hazards.length > 0 && { hazards }),
  };
  writeRecord(output, `${JSON.stringify(record)}\n`);
}

/** Parses a record. Returns undefined for any other text, so that the run is not skipped. */
function parseRecord(text: string): RunRecord | undefined {
  const { key, command, files, included = [], tools } = readJson(text);
  if (typeof key !== "string" || command === undefined || typeof files !== "object") return undefined;
  return { key, command, included, files, ...(tools && { tools }) };
}

/** Parses a JSON object as a record without checking the types of its values. Returns an empty object for any other text. */
function readJson(text: string): Partial<RunRecord> {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

const KEY = Buffer.from("climax-gen's own");
const NONCE = Buffer.alloc(12);

/**
 * Computes the checksum of bytes that come in parts: `gmac-` and base64. GMAC (NIST SP 800-38D) has 128 bits, which makes accidental
 * collisions negligible, and is eight times as fast as SHA-256. The key is public, so the checksum does not detect deliberate changes. This
 * is not needed: anyone who can change the files can also change the run record.
 */
export function checksumParts(parts: Iterable<FileContent>): string {
  const cipher = createCipheriv("aes-128-gcm", KEY, NONCE);
  for (const part of parts) cipher.setAAD(typeof part === "string" ? Buffer.from(part) : part);
  cipher.final();
  return `gmac-${cipher.getAuthTag().toString("base64")}`;
}

/** Computes the checksum of every file of a generated tree, by path. */
export function checksumTree(files: ReadonlyMap<string, FileContent>): ReadonlyMap<string, string> {
  return new Map(Array.from(files, ([path, content]) => [path, checksumParts([content])]));
}
