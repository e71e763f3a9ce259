/** What the commands that read configs begin with: the inputs that a user names, read, checked and resolved, or refused. */
import type { CheckedInputs } from "../check-inputs.ts";
import { checkInputs } from "../check-inputs.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import type { ReadInputs } from "../host-inputs.ts";
import { readInputs } from "../host-inputs.ts";
import type { ServerModel } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import type { Progress, Terminal } from "./terminal.ts";

export interface InputFlags {
  /** Path of the policy. */
  readonly policy?: string;
  readonly json?: boolean;
}

/** Checks what was read; the diagnostics are those of both. A policy is not held against the rest of inputs that cannot all be read. */
export async function checkReadInputs({ files, policy, diagnostics }: ReadInputs, progress: Progress): Promise<CheckedInputs> {
  const options = { isPartial: hasError(diagnostics), onProgress: progress.show, ...(policy && { policy }) };
  const checked = await checkInputs(files, options);
  return { ...checked, diagnostics: [...diagnostics, ...checked.diagnostics] };
}

/** What the inputs and the policy come to; the model is absent where there is an error. */
export async function readModel(
  inputs: readonly string[],
  flags: InputFlags,
  { progress }: Terminal,
): Promise<CheckedInputs & { readonly model?: ServerModel }> {
  const checked = await checkReadInputs(readInputs(inputs, flags.policy), progress);
  progress.clear();
  const { configs, policy, diagnostics } = checked;
  return hasError(diagnostics) ? checked : { ...checked, model: resolveModel(configs, { ...(policy && { policy: policy.spec }) }) };
}

/** Prints why there is no result, with `--json` as data; returns the exit status. */
export function refuseInputs(diagnostics: readonly Diagnostic[], { json }: InputFlags, terminal: Terminal): number {
  if (json) terminal.out(`${JSON.stringify({ ok: false, diagnostics: toJson(diagnostics) }, null, 2)}\n`);
  else terminal.err(`${formatDiagnostics(diagnostics, terminal.colors)}${summarizeDiagnostics(diagnostics)}\n`);
  return 1;
}
