/** A short difference between a file of the output folder and what the inputs generate, as `--check` shows it. */
import { count, escapeUnprintable } from "../text/wording.ts";
import type { DiffColors, LineEdit } from "../text/line-diff.ts";
import { diffLines, paintEdit } from "../text/line-diff.ts";
import { isManifest } from "./manifest.ts";
import type { WritePlan } from "./plan-writes.ts";

export interface DriftColors extends DiffColors {
  readonly dim: (text: string) => string;
}

/** One file that differs. */
export interface Drift {
  /** As it is shown. */
  readonly path: string;
  /** What the folder holds. */
  readonly there: string;
  /** What the inputs generate. */
  readonly generated: string;
}

/** The rest is counted: somebody who sees five files differ does not need a sixth to know what to do. */
const MOST_FILES = 5;
const CONTEXT = 1;
/** Of a file; the rest is counted. A reviewer sees all of it by generating. */
const MOST_LINES = 12;
const WIDEST_LINE = 160;

/** The differences of the first few files, with an empty line before each. */
export function formatDrifts(drifts: readonly Drift[], colors: DriftColors): string {
  const more = drifts.length - MOST_FILES;
  const shown = drifts.slice(0, MOST_FILES).map((drift) => `\n${formatDrift(drift, colors)}`);
  return [
    ...shown,
    ...(more > 0 ? [`\n${colors.dim(`… and ${count(more, "more file")}`)}\n`] : []),
    ...(shown.length > 0 ? ["\n"] : []),
  ].join("");
}

/** The files whose text a run would replace, or would if nobody had edited it; the manifest follows them and is none. */
export function driftingPaths({ files }: WritePlan): readonly string[] {
  return files.flatMap((file) => {
    const isEdited = file.action === "conflict" && file.conflict.kind === "hand-edited";
    return (file.action === "update" || isEdited) && !isManifest(file.path) ? [file.path] : [];
  });
}

/** A unified difference, `-` for what is there and `+` for what is generated, cut after a few lines. Ends with a line feed. */
export function formatDrift({ path, there, generated }: Drift, colors: DriftColors): string {
  const lines = toHunks(diffLines(there, generated)).flatMap((hunk) => [
    colors.cyan(hunk.head),
    ...hunk.edits.map((edit) => formatEdit(edit, colors)),
  ]);
  const more = lines.length - MOST_LINES;
  const rest = more > 0 ? [colors.dim(`… ${count(more, "more line")}`)] : [];
  const shown = [`--- ${escapeUnprintable(path)}`, "+++ generated"].map(colors.bold);
  return [...shown, ...lines.slice(0, MOST_LINES), ...rest].map((line) => `${line}\n`).join("");
}

function formatEdit(edit: LineEdit, colors: DriftColors): string {
  const { line } = edit;
  const text = escapeUnprintable(line.length > WIDEST_LINE ? `${line.slice(0, WIDEST_LINE)}…` : line);
  return paintEdit(edit, text, colors);
}

interface Hunk {
  /** `@@ -3,2 +3,4 @@`: where it starts and how many lines it has, in both texts. */
  readonly head: string;
  readonly edits: readonly LineEdit[];
}

/** The changed lines with a line around them; changes that share one stand together. */
function toHunks(edits: readonly LineEdit[]): readonly Hunk[] {
  const isShown = edits.map((_, index) =>
    edits.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== "same"),
  );
  const hunks: Hunk[] = [];
  let [old, young] = [1, 1];
  for (let start = 0, end = 0; start < edits.length; start = end) {
    const other = isShown.indexOf(isShown[start] === false, start);
    end = other === -1 ? edits.length : other;
    const part = edits.slice(start, end);
    const [oldCount, youngCount] = [
      part.filter(({ kind }) => kind !== "added").length,
      part.filter(({ kind }) => kind !== "removed").length,
    ];
    if (isShown[start]) hunks.push({ head: `@@ -${old},${oldCount} +${young},${youngCount} @@`, edits: part });
    old += oldCount;
    young += youngCount;
  }
  return hunks;
}
