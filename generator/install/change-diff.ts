/** Formats the change of one entry in a client's file. Nothing else of the file is shown, because other entries can contain tokens. */
import type { Colors } from "../text/colors.ts";
import { diffLines } from "../text/line-diff.ts";
import { formatEdits } from "../text/print-diff.ts";
import type { ShownChange } from "./plan-install.ts";

/** The file that contains the entry. */
export interface ChangedFile {
  readonly path: string;
  readonly isNew: boolean;
  /** Key of the servers. */
  readonly container: string;
}

/** Formats a diff of all lines of the entry, under the header of a unified diff. */
export function formatChange({ path, isNew, container }: ChangedFile, { before, after }: ShownChange, colors: Colors): string {
  const head = [colors.bold(`--- ${isNew ? "/dev/null" : path}`), colors.bold(`+++ ${path}`), colors.cyan(`@@ ${container} @@`)];
  return [...head, ...formatEdits(diffLines(before, after), colors), ""].join("\n");
}
