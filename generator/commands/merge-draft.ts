/** `import --merge`: adds what a program offers to a config that a person wrote. */
import { checkInputs } from "../check-inputs.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import { replaceConfig } from "../host/draft-file.ts";
import { readInputs } from "../host/inputs.ts";
import type { CliDescription } from "../import/description.ts";
import { mergeConfig } from "../import/merge/merge-config.ts";
import type { LineEdit } from "../text/line-diff.ts";
import { diffLines, paintEdit } from "../text/line-diff.ts";
import { count } from "../text/wording.ts";
import type { Terminal } from "./terminal.ts";

/** The config that a draft is merged into. */
export interface MergeTarget {
  readonly path: string;
  readonly isDryRun: boolean;
  readonly maxArgs: number;
}

/** Prints the difference, and writes the file unless it is a dry run. Returns the exit status. */
export async function mergeDraft(description: CliDescription, target: MergeTarget, terminal: Terminal): Promise<number> {
  const { path, isDryRun, maxArgs } = target;
  const { files, diagnostics: unread } = readInputs([path]);
  const { configs, diagnostics } = await checkInputs(files);
  const [config] = configs;
  const found = [...unread, ...diagnostics];
  if (config?.kind !== "cli" || hasError(found)) {
    return fail(hasError(found) ? found : [diagnose("merge-target", { path })], terminal);
  }
  const merged = mergeConfig(config, description, maxArgs);
  const { diagnostics: after } = await checkInputs([{ path, bytes: Buffer.from(merged.text) }]);
  if (hasError(after)) return fail(after, terminal);
  const edits = diffLines(config.document.source.text, merged.text);
  terminal.out(formatEdits(edits, terminal));
  const verb = isDryRun ? "would be added" : "added";
  terminal.err(`${count(merged.args, "argument")} and ${count(merged.tools, "tool")} ${verb} to ${path}\n`);
  if (merged.skipped.length > 0)
    terminal.err(`not extended, because \`args\` is in brackets, shared, or in written order: ${merged.skipped.join(", ")}\n`);
  if (isDryRun || merged.args + merged.tools === 0) return 0;
  const reason = replaceConfig(path, merged.text);
  return reason === undefined ? 0 : fail([diagnose("import-output", { path }, { reason })], terminal);
}

function fail(diagnostics: readonly Diagnostic[], terminal: Terminal): number {
  terminal.err(formatDiagnostics(diagnostics, terminal.colors));
  return 1;
}

const CONTEXT = 2;

/** Prints changed lines with two lines around them. */
function formatEdits(edits: readonly LineEdit[], { outColors }: Terminal): string {
  const isNear = (at: number): boolean => edits.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== "same");
  const shown = edits.flatMap((edit, at) => (isNear(at) ? [{ edit, at }] : []));
  return shown
    .map(
      ({ edit, at }, index) =>
        `${index > 0 && shown[index - 1]?.at !== at - 1 ? "\u2026\n" : ""}${paintEdit(edit, edit.line, outColors)}\n`,
    )
    .join("");
}
