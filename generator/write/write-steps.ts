/** A plan as the steps that carry it out, in the order that lets the next run take up an interrupted one. */
import { dirname, join } from "node:path";
import { SOURCES_COPY } from "@climax-gen/runtime/compiler";
import type { FileContent } from "./manifest.ts";
import type { WritePlan } from "./plan-writes.ts";
import { isManifest } from "./manifest.ts";

export interface WriteSteps {
  /** Journals first, so that from then on every file is one that a manifest knows, whether it is the old or the new one. */
  readonly replacements: readonly StagedFile[];
  /** Paths of the files to delete after that. */
  readonly removals: readonly string[];
  /** What says that all of the above is done, last: the copy of the sources' manifest in `dist/`, then manifests. */
  readonly manifests: readonly StagedFile[];
}

export interface StagedFile {
  readonly target: string;
  readonly content: FileContent;
  /** Where the content waits: in the target's folder, so that renaming never crosses a file system. */
  readonly temporary: string;
}

const SOURCES_PATH = `dist/${SOURCES_COPY}`;

/** What temporary files are called; they are no one's property, and a killed run may leave some. */
export const temporaryFile = /^\.climax-gen-\d+-\d+\.tmp$/;

/** The steps of a plan without conflicts, with paths through the output folder. `processId` keeps two runs apart. */
export function toWriteSteps({ files, journals }: WritePlan, outFolder: string, processId: number): WriteSteps {
  const contents = files.flatMap((file) => ("content" in file ? [[file.path, file.content] as const] : []));
  const staged = [...journals, ...contents].map(([path, content], index) => {
    const target = join(outFolder, path);
    return { path, file: { target, content, temporary: join(dirname(target), `.climax-gen-${processId}-${index}.tmp`) } };
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

/** The path to name for a failed step: the file that was to be written, not its temporary stand-in. */
export function failedTarget(error: unknown, staged: readonly StagedFile[]): string | undefined {
  const path = error instanceof Error && "path" in error ? String(error.path) : undefined;
  return staged.find(({ temporary }) => temporary === path)?.target ?? path;
}
