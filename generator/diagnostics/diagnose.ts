/** The one way to make a diagnostic. */
import { codes, type DetailsOf, type DiagnosticCode } from "./codes.ts";
import type { Diagnostic, SourceLocation } from "./diagnostic.ts";

/** Where a diagnostic points: into a text, or at a path only, where there is no text. */
export type DiagnosticPlace = SourceLocation | { readonly path: string };

/** A diagnostic of the given code; the details are those that the code's message asks for. */
export function diagnose<Code extends DiagnosticCode>(code: Code, place: DiagnosticPlace, ...details: DetailsOf<Code>): Diagnostic {
  // TypeScript does not see that the row of `Code` takes the details of `Code`.
  const row = codes[code] as { readonly severity: Diagnostic["severity"]; readonly message: (...details: DetailsOf<Code>) => string };
  const said = { code, severity: row.severity, message: row.message(...details) };
  return "source" in place ? { ...said, path: place.source.path, source: place.source, span: place.span } : { ...said, path: place.path };
}

/** The same diagnostic with a second place that belongs to it, such as the first of two definitions. */
export function withRelated(diagnostic: Diagnostic, message: string, place: SourceLocation): Diagnostic {
  return { ...diagnostic, related: { message, source: place.source, span: place.span } };
}
