/** The lines that the command prints about the files of a client's rules. Pure. */
import { toShownPath } from "../../text/shown-path.ts";
import { escapeUnprintable } from "../../text/wording.ts";

/** Returns a path as it is printed. */
export function shownPath(path: string): string {
  return escapeUnprintable(toShownPath(path));
}

/** The files of a run. */
export interface RuleOutcome {
  /** Omitted if the run plans no rules. */
  readonly rules?: { readonly planned: readonly { readonly file: { readonly path: string } }[] };
  /** The files that were written, with their backups. Omitted if none was to be written. */
  readonly written?: readonly { readonly path: string; readonly isRemoved: boolean; readonly backup?: string }[];
}

/** Returns the lines about the files of the client's rules, and the limit of such rules. */
export function describeRuleFiles(
  { rules, written = [] }: RuleOutcome,
  { dryRun, permissions, uninstall }: { readonly dryRun?: boolean; readonly permissions?: boolean; readonly uninstall?: boolean },
): readonly string[] {
  const planned = rules?.planned ?? [];
  const lines = dryRun
    ? planned.map(({ file }) => `${shownPath(file.path)}: would change, nothing was written`)
    : written.flatMap(({ path, isRemoved, backup }) => [
        `${shownPath(path)}: ${isRemoved ? "removed" : "written"}`,
        ...(backup === undefined ? [] : [`backup: ${shownPath(backup)}`]),
      ]);
  if (permissions !== true || uninstall === true) return lines;
  return [...lines, ...(planned.length === 0 ? ["the client's rules are written already, nothing to change"] : []), CAVEAT];
}

const CAVEAT =
  "note: rules about the start of a shell command are not a boundary: a full path or another shell can avoid them, see docs/guard.md";
