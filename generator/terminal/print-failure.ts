/** Prints the diagnostics because of which a command does nothing. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format.ts";
import type { Terminal } from "./terminal.ts";

/** Prints the diagnostics. Returns the exit status. */
export function printFailure(diagnostics: readonly Diagnostic[], { err, colors }: Terminal): number {
  err(formatDiagnostics(diagnostics, colors));
  return 1;
}
