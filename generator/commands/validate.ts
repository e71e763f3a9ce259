/** `climax-gen validate`: diagnostics only, and whether the programs are there; writes nothing. */
import { expandCommand, splitCommand } from "@climax-gen/runtime";
import type { CheckedConfig } from "../check/config.ts";
import { checkInputs } from "../check-inputs.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../diagnostics/format.ts";
import { count } from "../diagnostics/wording.ts";
import { hasProgram, readInputs } from "../host.ts";
import { hasFailure } from "./generate.ts";
import type { Terminal } from "./terminal.ts";

export interface ValidateFlags {
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Runs the command; returns the exit status: 1 where there are errors, or with `strict` any diagnostic. */
export async function runValidate(inputs: readonly string[], flags: ValidateFlags, terminal: Terminal): Promise<number> {
  const read = readInputs(inputs);
  const { configs, diagnostics: found } = await checkInputs(read.files, { onProgress: terminal.progress.show });
  terminal.progress.clear();
  const diagnostics = [...read.diagnostics, ...found, ...configs.flatMap(missingProgram)];
  const isFailure = hasFailure(diagnostics, flags.strict);
  if (flags.json) {
    terminal.out(`${JSON.stringify({ ok: !isFailure, diagnostics: toJson(diagnostics) }, null, 2)}\n`);
  } else {
    terminal.err(formatDiagnostics(diagnostics, terminal.colors));
    const tools = count(
      configs.reduce((sum, { config }) => sum + config.tools.length, 0),
      "tool",
    );
    terminal.err(`${summarizeDiagnostics(diagnostics) || `${tools} in ${count(configs.length, "file")}, no problems`}\n`);
  }
  return isFailure ? 1 : 0;
}

/** A program that only the serving machine has is no mistake, so this is a warning. */
function missingProgram({ source, config, commandSpan }: CheckedConfig): readonly Diagnostic[] {
  const command = splitCommand(config.command);
  const [program] = command.ok ? expandCommand(command.words, { ...process.env } as Record<string, string>) : [];
  if (program === undefined || hasProgram(program, config.env["PATH"] ?? process.env["PATH"] ?? "")) return [];
  return [diagnose("command-not-found", { source, span: commandSpan }, { command: program })];
}
