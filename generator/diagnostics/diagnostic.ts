/** Defines diagnostics: faults in the user's input, as data with a location. Only `format.ts` prints it. */
import type { DiagnosticCode } from "./codes.ts";
import type { Severity } from "./code-entry.ts";

/** A location in a source text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An input text, unchanged. */
export interface SourceText {
  /** Path as specified by the user, or below a directory that the user specified. Separator `/` on every system. */
  readonly path: string;
  readonly text: string;
}

/** A part of a text. */
export interface SourceLocation {
  readonly source: SourceText;
  readonly span: Span;
}

/** A problem in an input, with its location and remedy. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** The fault: lower case, no final period. */
  readonly message: string;
  /** The remedy: an imperative or a question. Omitted if no remedy is known. */
  readonly help?: string;
  /** Omitted if there is no text, such as for a missing file or an empty directory. */
  readonly source?: SourceText;
  readonly path: string;
  readonly span?: Span;
  /** Related location, such as the first definition of a duplicate. */
  readonly related?: { readonly message: string; readonly source: SourceText; readonly span: Span };
}

/** Reports whether there is an error. If so, nothing is generated. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Reports whether the exit status is 1: for an error, or with `--strict` for a warning too. */
export function hasFailure(diagnostics: readonly Diagnostic[], strict = false): boolean {
  return strict ? diagnostics.some(({ severity }) => severity !== "note") : hasError(diagnostics);
}
