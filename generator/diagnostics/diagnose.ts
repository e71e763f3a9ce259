/** Creates diagnostics. */
import type { Severity } from "./code-entry.ts";
import { codes, type DetailsOf, type DiagnosticCode } from "./codes.ts";
import type { Diagnostic, SourceLocation } from "./diagnostic.ts";
import { escapeUnprintable } from "../text/wording.ts";

/** Location of a diagnostic: a span of a text, or only a path if there is no text. */
export type DiagnosticLocation = SourceLocation | { readonly path: string };

/** Creates a diagnostic of a code. The code's row determines the details. Escapes invisible characters of names that the text contains. */
export function diagnose<Code extends DiagnosticCode>(code: Code, place: DiagnosticLocation, ...details: DetailsOf<Code>): Diagnostic {
  // Safe cast: the details of `Code` are those of its row.
  const row = codes[code] as Row;
  const help = printText(row.help, details);
  const message = escapeUnprintable(printText(row.message, details));
  const fault = { code, severity: row.severity, message, ...(help !== undefined && { help: escapeUnprintable(help) }) };
  return "source" in place ? { ...fault, path: place.source.path, source: place.source, span: place.span } : { ...fault, path: place.path };
}

interface Row {
  readonly severity: Severity;
  readonly message: Text<string>;
  readonly help?: Text<string | undefined>;
}

type Text<Printed> = Printed | ((...details: readonly unknown[]) => Printed);

function printText<Printed extends string | undefined>(text: Text<Printed>, details: readonly unknown[]): Printed {
  return typeof text === "function" ? text(...details) : text;
}

/** Adds a related location to a diagnostic, such as the first of two definitions. */
export function withRelated(diagnostic: Diagnostic, message: string, place: SourceLocation): Diagnostic {
  return { ...diagnostic, related: { message, source: place.source, span: place.span } };
}
