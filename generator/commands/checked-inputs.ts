/** What the commands that read configs begin with: the inputs that a user names, read, checked and resolved, or refused. */
import type { CheckedInputs } from "../check-inputs.ts";
import { checkInputs } from "../check-inputs.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import type { ReadInputs } from "../host/inputs.ts";
import { readInputs } from "../host/inputs.ts";
import type { ServerModel } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import type { Progress, Terminal } from "./terminal.ts";

export interface InputFlags {
  /** Paths of the policies. */
  readonly policy?: readonly string[];
  readonly json?: boolean;
}

/** Checks what was read; the diagnostics are those of both. Policies are not held against the rest of inputs that cannot all be read. */
export async function checkReadInputs({ files, policies, diagnostics }: ReadInputs, progress: Progress): Promise<CheckedInputs> {
  const options = { isPartial: hasError(diagnostics), onProgress: progress.show, policies };
  const checked = await checkInputs(files, options);
  return { ...checked, diagnostics: [...diagnostics, ...checked.diagnostics] };
}

/** Inputs without an error. */
export interface ReadModel extends CheckedInputs {
  readonly model: ServerModel;
}

/** What the inputs and the policies come to, after their warnings; or the exit status, where there is an error and that is said. */
export async function readModel(inputs: readonly string[], flags: InputFlags, terminal: Terminal): Promise<ReadModel | number> {
  const checked = await checkReadInputs(readInputs(inputs, flags.policy), terminal.progress);
  terminal.progress.clear();
  const { configs, policies, diagnostics } = checked;
  if (hasError(diagnostics)) return refuseInputs(diagnostics, flags, terminal);
  printWarnings(diagnostics, flags, terminal);
  return { ...checked, model: resolveModel(configs, { policies: policies.map(({ spec }) => spec) }) };
}

/** For commands that have another result than diagnostics: with `--json` that is all they print, and `validate --json` tells the rest. */
export function printWarnings(diagnostics: readonly Diagnostic[], { json }: InputFlags, terminal: Terminal): void {
  if (!json) terminal.err(formatDiagnostics(diagnostics, terminal.colors));
}

/** Prints why there is no result, with `--json` as data; returns the exit status. */
export function refuseInputs(diagnostics: readonly Diagnostic[], { json }: InputFlags, terminal: Terminal): number {
  if (json) terminal.out(`${JSON.stringify({ ok: false, diagnostics: toJson(diagnostics) }, null, 2)}\n`);
  else terminal.err(`${formatDiagnostics(diagnostics, terminal.colors)}${summarizeDiagnostics(diagnostics)}\n`);
  return 1;
}
