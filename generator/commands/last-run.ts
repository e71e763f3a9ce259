/** Whether a run would come to what the last one came to: then it is not gone through again. */
import { relative } from "node:path";
import type { CommandPart } from "@climax-gen/runtime/compiler";
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

/** What a run left that the same run would leave again. */
export interface LastRun {
  /** What the stages had to say, without what reading the inputs had. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every generated file, all untouched; sorted. */
  readonly paths: readonly string[];
}

/**
 * The run of these inputs and settings, as this build of climax-gen and this Node.js (which compiles the code cache) would do it;
 * undefined where climax-gen runs from its sources, and so does not know whether it has changed.
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

/** What the last run into the folder left, where it was this one and nothing has been touched since. */
export function recallRun({ output, key, inputs }: Run): LastRun | undefined {
  const text = readRecord(output);
  const record = text === undefined ? undefined : parseRecord(text);
  if (record?.key !== key) return undefined;
  const paths = Object.keys(record.files);
  // A manifest lists all files but itself.
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

/** Writes the record of a completed run, which `command` did: its arguments, with paths from the current folder. */
export function recordRun(run: Run, command: readonly CommandPart[], { files, diagnostics }: Generated): void {
  const stored = { files: Object.fromEntries(checksumTree(files)), diagnostics: diagnostics.map(storeDiagnostic) };
  const fromOutput = command.map((part) => (typeof part === "string" ? part : { path: relative(run.output, part.path) }));
  writeRecord(run.output, formatRecord({ key: run.key, command: fromOutput, ...stored }));
}
