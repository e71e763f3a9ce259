/** Converts a plan to steps, in an order that allows the next run to continue an interrupted one. */
import { dirname, join } from "node:path";
import { SOURCES_COPY } from "@climax-gen/runtime/internal/launch/stale-dist";
import type { FileContent } from "./manifest.ts";
import type { WritePlan } from "./plan-writes.ts";
import { isManifest } from "./manifest.ts";

/** The steps that change the output directory, in order. */
export interface WriteSteps {
  /** Journals first, so that a manifest then lists every file, with its old or its new content. */
  readonly replacements: readonly StagedFile[];
  /** Paths of the files to delete after the replacements. */
  readonly removals: readonly string[];
  /** Files that mark completion, written last: the copy of the sources' manifest in `dist/`, then manifests. */
  readonly manifests: readonly StagedFile[];
}

/** A file with its content and its temporary path. */
export interface StagedFile {
  readonly target: string;
  readonly content: FileContent;
  /** Path of the temporary file, in the target's directory, so that renaming stays in one file system. */
  readonly temporary: string;
}

const SOURCES_PATH = `dist/${SOURCES_COPY}`;

/** Name of the lock that a run creates in the output directory while it compares and writes. */
export const LOCK_NAME = ".climax-gen-lock.tmp";

/** Name of a temporary file, with the id of the process that writes it. */
const TEMPORARY_FILE = /^\.climax-gen-(\d+)-\w+\.tmp$/;

/** Returns the name of a temporary file. `part` distinguishes the temporary files of one process. */
export function temporaryName(processId: number, part: number | string): string {
  return `.climax-gen-${processId}-${part}.tmp`;
}

/** Returns the id of the process that writes a temporary file. Returns undefined for another name. */
export function writerOf(name: string): number | undefined {
  const [, processId] = TEMPORARY_FILE.exec(name) ?? [];
  return processId === undefined ? undefined : Number(processId);
}

/** Reports whether a file of this name is not output: a killed run can leave it, and no manifest lists it. */
export function isTransient(name: string): boolean {
  return name === LOCK_NAME || TEMPORARY_FILE.test(name);
}

/** Returns the steps of a plan without conflicts, with paths through the output directory. `processId` separates concurrent runs. */
export function toWriteSteps({ files, journals }: WritePlan, outFolder: string, processId: number): WriteSteps {
  const contents = files.flatMap((file) => ("content" in file ? [[file.path, file.content] as const] : []));
  const staged = [...journals, ...contents].map(([path, content], index) => {
    const target = join(outFolder, path);
    return { path, file: { target, content, temporary: join(dirname(target), temporaryName(processId, index)) } };
  });
  const isCopy = ({ path }: { readonly path: string }): boolean => path === SOURCES_PATH;
  const isLast = (one: { readonly path: string }, index: number): boolean =>
    isCopy(one) || (isManifest(one.path) && index >= journals.size);
  const last = staged.filter(isLast);
  return {
    replacements: staged.filter((one, index) => !isLast(one, index)).map(({ file }) => file),
    removals: files.flatMap(({ action, path }) => (action === "remove" ? [join(outFolder, path)] : [])),
    manifests: [...last.filter(isCopy), ...last.filter((one) => !isCopy(one))].map(({ file }) => file),
  };
}

/** Returns the path to name for a failed step: the target file, not its temporary file. */
export function failedTarget(error: unknown, staged: readonly StagedFile[]): string | undefined {
  const path = error instanceof Error && "path" in error ? String(error.path) : undefined;
  return staged.find(({ temporary }) => temporary === path)?.target ?? path;
}
