/** Skips a run whose result would equal that of the previous one. */
import { relative } from "node:path";
import type { CommandPart } from "@climax-gen/runtime";
import type { Diagnostic, SourceText } from "../diagnostics/diagnostic.ts";
import { readBuildId, readRecord, writeRecord } from "../host/output-folder.ts";
import type { ReadInputs } from "../host/inputs.ts";
import { readExistingTree } from "../host/output-tree.ts";
import { decodeFile } from "../load/decode.ts";
import type { Templates } from "../emit/project-files.ts";
import { checksumParts, checksumTree } from "../write/checksum.ts";
import type { Generated } from "../generate.ts";
import { isManifest } from "../write/manifest.ts";
import { formatRecord, hashRun, isUntouched, parseRecord, restoreDiagnostic, storeDiagnostic } from "../write/run-record.ts";

/** A run that can be recorded. */
export interface Run {
  readonly output: string;
  readonly key: string;
  readonly inputs: ReadInputs;
}

export interface RunSettings {
  readonly name?: string;
  readonly version?: string;
  readonly classic?: boolean;
  readonly runtime: string;
  readonly templates: Templates;
}

/** Result of a previous run that would be the same now. */
export interface LastRun {
  /** Diagnostics of the stages, without those of reading the inputs. */
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of all generated files, all unchanged. Sorted. */
  readonly paths: readonly string[];
}

/**
 * Describes a run by its inputs, its settings, the build of climax-gen, and the version of Node.js, which compiles the code cache. Returns
 * undefined if climax-gen runs from its sources, because it then cannot detect its own changes.
 */
export function describeRun(output: string, inputs: ReadInputs, { templates, ...settings }: RunSettings): Run | undefined {
  const build = readBuildId();
  if (build === undefined) return undefined;
  const given = inputs.files.map(({ path, bytes, isFromFolder }) => ({ path, bytes, role: isFromFolder ? "found" : "named" }));
  const policies = inputs.policies.map(({ path, bytes }) => ({ path, bytes, role: "policy" }));
  const texts = Array.from(templates, ([path, bytes]) => ({ path, bytes, role: "template" }));
  const { name = null, version = null, classic = null, runtime } = settings;
  const decisive = JSON.stringify({ build, node: process.version, name, version, classic, runtime });
  return { output, inputs, key: hashRun(decisive, [...given, ...policies, ...texts]) };
}

/** Returns the result of the previous run if it was the same run and no file has changed since. */
export function loadPreviousRun({ output, key, inputs }: Run): LastRun | undefined {
  const text = readRecord(output);
  const record = text === undefined ? undefined : parseRecord(text);
  if (record?.key !== key) return undefined;
  const paths = Object.keys(record.files);
  // A manifest lists all files except itself.
  const manifests = new Map(paths.filter(isManifest).map((path) => [path, ""]));
  if (!isUntouched(record, readExistingTree(output, manifests, checksumParts))) return undefined;
  const pointedAt = new Set(record.diagnostics.flatMap(({ sourcePath, related }) => [sourcePath, related?.sourcePath]));
  const sources = new Map<string, SourceText>();
  for (const file of [...inputs.files, ...inputs.policies]) {
    const source = pointedAt.has(file.path) ? decodeFile(file).source : undefined;
    if (source !== undefined) sources.set(file.path, source);
  }
  const diagnostics = record.diagnostics.map((stored) => restoreDiagnostic(stored, sources)).filter((one) => one !== undefined);
  return diagnostics.length === record.diagnostics.length ? { diagnostics, paths } : undefined;
}

/** Records a completed run. `command` contains its arguments, with paths relative to the current directory. */
export function recordRun(run: Run, command: readonly CommandPart[], { files, diagnostics }: Generated): void {
  const stored = { files: Object.fromEntries(checksumTree(files)), diagnostics: diagnostics.map(storeDiagnostic) };
  const fromOutput = command.map((part) => (typeof part === "string" ? part : { path: relative(run.output, part.path) }));
  writeRecord(run.output, formatRecord({ key: run.key, command: fromOutput, ...stored }));
}
