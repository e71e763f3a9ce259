/** What a stage has to say about the user's input: data with a place, printed in one place only (`format.ts`). */
import type { DiagnosticCode } from "./codes.ts";
import type { Severity } from "./code-entry.ts";

/** A place in a source text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text as it was read: what diagnostics point into. */
export interface SourceText {
  /** The path as the user wrote it, or as it was found below a folder that the user named; `/` on every system. */
  readonly path: string;
  readonly text: string;
}

/** A part of a text. */
export interface SourceLocation {
  readonly source: SourceText;
  readonly span: Span;
}

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Lower case, no final full stop: what is wrong in the user's words, and what to write instead. */
  readonly message: string;
  /** Absent where there is no text to point into: a missing file, an empty folder. */
  readonly source?: SourceText;
  readonly path: string;
  readonly span?: Span;
  /** A second place that belongs to it: the first definition of a duplicate. */
  readonly related?: { readonly message: string; readonly source: SourceText; readonly span: Span };
}

/** Whether there is an error, with which nothing is generated. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
