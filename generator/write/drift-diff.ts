/** Formats short diffs between files of the output directory and the generated content, for `--check`. */
import { count, escapeUnprintable } from "../text/wording.ts";
import type { Colors } from "../text/colors.ts";
import type { LineEdit } from "../text/line-diff.ts";
import { diffLines } from "../text/line-diff.ts";
import { formatHunks } from "../text/print-diff.ts";
import { isManifest } from "./manifest.ts";
import type { WritePlan } from "./plan-writes.ts";

/** One file that differs. */
export interface Drift {
  /** Path for display. */
  readonly path: string;
  /** Text in the output directory. */
  readonly there: string;
  /** Generated text. */
  readonly generated: string;
}

/** Maximum number of files to print. The others are counted. */
const MAX_FILES = 5;
/** Number of unchanged lines around each change. */
const CONTEXT = 1;
/** Maximum number of lines per file. The others are counted; generating shows all of them. */
const MAX_LINES = 12;
const WIDEST_LINE = 160;

/** Formats the diffs of the first few files, each after an empty line. */
export function formatDrifts(drifts: readonly Drift[], colors: Colors): string {
  const more = drifts.length - MAX_FILES;
  const shown = drifts.slice(0, MAX_FILES).map((drift) => `\n${formatDrift(drift, colors)}`);
  return [
    ...shown,
    ...(more > 0 ? [`\n${colors.dim(`… and ${count(more, "more file")}`)}\n`] : []),
    ...(shown.length > 0 ? ["\n"] : []),
  ].join("");
}

/**
 * Returns the files whose text a run would replace, including files edited by hand. Excludes the manifest, which changes with every other
 * file.
 */
export function driftingPaths({ files }: WritePlan): readonly string[] {
  return files.flatMap((file) => {
    const isEdited = file.action === "conflict" && file.conflict.kind === "hand-edited";
    return (file.action === "update" || isEdited) && !isManifest(file.path) ? [file.path] : [];
  });
}

/** Formats a unified diff, `-` for existing and `+` for generated lines, limited to a few lines. Ends with a line feed. */
export function formatDrift({ path, there, generated }: Drift, colors: Colors): string {
  const lines = formatHunks(diffLines(there, generated).map(shorten), CONTEXT, colors);
  const more = lines.length - MAX_LINES;
  const rest = more > 0 ? [colors.dim(`… ${count(more, "more line")}`)] : [];
  const shown = [`--- ${escapeUnprintable(path)}`, "+++ generated"].map(colors.bold);
  return [...shown, ...lines.slice(0, MAX_LINES), ...rest].map((line) => `${line}\n`).join("");
}

function shorten({ kind, line }: LineEdit): LineEdit {
  return { kind, line: line.length > WIDEST_LINE ? `${line.slice(0, WIDEST_LINE)}…` : line };
}
