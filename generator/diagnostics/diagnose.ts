/** Creates diagnostics. */
import type { CodeEntry } from "./code-entry.ts";
import { printText } from "./code-entry.ts";
import { codes, type DetailsOf, type DiagnosticCode } from "./codes.ts";
import type { Diagnostic, SourceLocation } from "./diagnostic.ts";
import { escapeUnprintable } from "../text/wording.ts";

/** Location of a diagnostic: a span of a text, or only a path if there is no text. */
export type DiagnosticLocation = SourceLocation | { readonly path: string };

/** Creates a diagnostic of a code. The code's row determines the details. Escapes invisible characters of names that the text contains. */
export function diagnose<Code extends DiagnosticCode>(code: Code, place: DiagnosticLocation, ...details: DetailsOf<Code>): Diagnostic {
  const { severity, message, help }: CodeEntry = codes[code];
  // Safe cast: the details of every row are an object.
  const given = details.at(0) as object | undefined;
  const remedy = printText(help, given);
  const fault = {
    code,
    severity,
    message: escapeUnprintable(printText(message, given) ?? ""),
    ...(remedy !== undefined && { help: escapeUnprintable(remedy) }),
  };
  return "source" in place ? { ...fault, path: place.source.path, source: place.source, span: place.span } : { ...fault, path: place.path };
}

/** Adds a related location to a diagnostic, such as the first of two definitions. */
export function withRelated(diagnostic: Diagnostic, message: string, place: SourceLocation): Diagnostic {
  return { ...diagnostic, related: { message, source: place.source, span: place.span } };
}
