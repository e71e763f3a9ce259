/** Reads, checks and resolves the inputs of every command that reads configs. */
import type { CheckedInputs } from "../check-inputs.ts";
import { chooseCommands } from "../check/files/command-choice.ts";
import { checkInputs } from "../check-inputs.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import { assumeRisks } from "../hazards/find-hazards.ts";
import { readEnvironment } from "../host/environment.ts";
import { findProgram } from "../host/find-program.ts";
import { readInputs } from "../host/inputs.ts";
import type { ServerModel } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";

/** Options of all commands that read inputs. */
export interface InputFlags {
  /** Paths of the policies. */
  readonly policy?: readonly string[];
  readonly json?: boolean;
}

/** Inputs without an error. */
export interface ReadModel extends CheckedInputs {
  readonly model: ServerModel;
}

/** Reads inputs and policies and prints their warnings. On an error, prints the diagnostics and returns the exit status. */
export async function readModel(inputs: readonly string[], flags: InputFlags, terminal: Terminal): Promise<ReadModel | number> {
  return await readAdapted(inputs, flags, { terminal, adapt: ({ configs }) => configs });
}

/**
 * Does the same, with the commands that are installed on this machine.
 * @param tool the only tool whose command is needed; defaults to all tools
 */
export async function readInstalled(
  inputs: readonly string[],
  flags: InputFlags,
  terminal: Terminal,
  tool?: string,
): Promise<ReadModel | number> {
  const lookup = { env: readEnvironment(), find: findProgram };
  return await readAdapted(inputs, flags, { terminal, adapt: ({ configs, policies }) => chooseCommands(configs, policies, lookup, tool) });
}

interface Adaption {
  readonly terminal: Terminal;
  readonly adapt: (checked: CheckedInputs) => CheckedInputs["configs"];
}

async function readAdapted(inputs: readonly string[], flags: InputFlags, { terminal, adapt }: Adaption): Promise<ReadModel | number> {
  const { files, ...read } = readInputs(inputs, flags.policy);
  const checked = await checkInputs(files, { ...read, onProgress: terminal.progress.show });
  terminal.progress.clear();
  const { policies, diagnostics } = checked;
  if (hasError(diagnostics)) return refuseInputs(diagnostics, flags, terminal);
  printWarnings(diagnostics, flags, terminal);
  const configs = adapt(checked);
  return { ...checked, configs, model: resolveModel(assumeRisks({ configs, policies }), { policies: policies.map(({ spec }) => spec) }) };
}

/** Prints warnings. Prints nothing with `--json`: the result must then be the only output. `validate --json` reports the warnings. */
export function printWarnings(diagnostics: readonly Diagnostic[], { json }: InputFlags, terminal: Terminal): void {
  if (!json) terminal.err(formatDiagnostics(diagnostics, terminal.colors));
}

/** Prints the diagnostics of rejected inputs, as JSON with `--json`. Returns the exit status. */
export function refuseInputs(diagnostics: readonly Diagnostic[], { json }: InputFlags, terminal: Terminal): number {
  if (json) terminal.out(formatJson({ ok: false, diagnostics: toJson(diagnostics) }));
  else terminal.err(`${formatDiagnostics(diagnostics, terminal.colors)}${summarizeDiagnostics(diagnostics)}\n`);
  return 1;
}
