/** Prints diagnostics as text and as JSON. No other file does. */
import { compareTexts } from "@climax-gen/runtime/internal/text/code-unit-order";
import type { CodeEntry, Severity } from "./code-entry.ts";
import { codes } from "./codes.ts";
import type { Colors } from "../text/colors.ts";
import { noColors } from "../text/colors.ts";
import type { Diagnostic, SourceText, Span } from "./diagnostic.ts";
import { findLineStarts, positionAt, type LineStarts, type Position } from "../text/lines.ts";
import { drawFrame } from "./frame.ts";
import { count, escapeUnprintable, joinWords } from "../text/wording.ts";

/**
 * Prints `path:line:col: error[code]: message`, the source line with carets, `help: …`, and then the related location as a note. Sorted,
 * without duplicates and empty lines. Consecutive faults with the same code, location and help share the lines after the message, such as
 * faults of one constraint for many tools. Prints at most 100 of one code, and the number of the others. Ends with a line feed, or is empty without diagnostics. Plain text by default.
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], colors: Colors = noColors): string {
  const findLines = rememberLines();
  const { shown, omitted } = limitByCode(sortDiagnostics(diagnostics));
  const lines = shown.flatMap((diagnostic, index, sorted) => {
    const { code, severity, message, help, related, source, span } = diagnostic;
    const label = colors[severity === "error" ? "red" : severity === "warning" ? "yellow" : "cyan"](severity);
    const head = `${formatLocation(diagnostic, findLines, colors)} ${label}[${colors.bold(code)}]: ${message}`;
    if (hasSameDetails(diagnostic, sorted[index + 1])) return [head];
    const { hidesLine }: CodeEntry = codes[code];
    const frame = source && span && !hidesLine ? formatFrame(source, span, findLines, colors) : [];
    const fault = [head, ...frame, ...(help === undefined ? [] : [`${colors.cyan("help")}: ${help}`])];
    if (related === undefined) return fault;
    const relatedLocation = formatLocation({ ...related, path: related.source.path }, findLines, colors);
    const relatedHead = `${relatedLocation} ${colors.cyan("note")}: ${related.message}`;
    return [...fault, relatedHead, ...formatFrame(related.source, related.span, findLines, colors)];
  });
  const rest = Array.from(omitted, ([code, number]) => `${colors.cyan("note")}: ${number} more of [${code}] are not shown`);
  return [...lines, ...rest].map((line) => `${line}\n`).join("");
}

/** Maximum number of printed diagnostics of one code. */
const MAX_PER_CODE = 100;

/** Splits diagnostics into the first ones of each code, which are printed, and the number of the others by code. */
function limitByCode(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly omitted: ReadonlyMap<string, number>;
} {
  const counts = new Map<string, number>();
  const shown = diagnostics.filter(({ code }) => {
    const number = (counts.get(code) ?? 0) + 1;
    counts.set(code, number);
    return number <= MAX_PER_CODE;
  });
  return { shown, omitted: new Map([...counts].flatMap(([code, all]) => (all > MAX_PER_CODE ? [[code, all - MAX_PER_CODE]] : []))) };
}

/** Reports whether two diagnostics differ only in their messages. */
function hasSameDetails(one: Diagnostic, other: Diagnostic | undefined): boolean {
  const isSamePlace = one.path === other?.path && one.span?.start === other.span?.start && one.span?.end === other.span?.end;
  return isSamePlace && one.code === other.code && one.help === other.help && !one.related && !other.related;
}

/** A diagnostic as `--json` prints it. Lines and columns count from 1, columns in UTF-16 code units, ends exclusive. */
export interface DiagnosticJson extends Partial<RangeJson> {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string;
  readonly path: string;
  readonly related?: { readonly message: string; readonly path: string } & RangeJson;
}

interface RangeJson {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Converts diagnostics to JSON, in the order of the text output. */
export function toJson(diagnostics: readonly Diagnostic[]): readonly DiagnosticJson[] {
  const findLines = rememberLines();
  const rangeOf = (source: SourceText, span: Span): RangeJson => {
    const start = positionAt(findLines(source), span.start);
    const end = positionAt(findLines(source), span.end);
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  };
  return sortDiagnostics(diagnostics).map(({ code, severity, message, help, path, source, span, related }) => ({
    code,
    severity,
    message,
    ...(help !== undefined && { help }),
    path,
    ...(source && span && rangeOf(source, span)),
    ...(related && { related: { message: related.message, path: related.source.path, ...rangeOf(related.source, related.span) } }),
  }));
}

/** Prints `2 errors and 1 warning`. Empty without errors and warnings. */
export function summarizeDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const unique = sortDiagnostics(diagnostics);
  const errors = unique.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = unique.filter((diagnostic) => diagnostic.severity === "warning").length;
  const parts = [...(errors > 0 ? [count(errors, "error")] : []), ...(warnings > 0 ? [count(warnings, "warning")] : [])];
  return joinWords(parts, "and");
}

/** Sorts by path, location and code, and removes duplicates: the value of an anchor is checked again at each alias. */
function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { path, span, code, message, help } = diagnostic;
    const identity = JSON.stringify([path, span?.start, span?.end, code, message, help]);
    if (!unique.has(identity)) unique.set(identity, diagnostic);
  }
  return [...unique.values()].toSorted(
    (a, b) =>
      compareTexts(a.path, b.path) ||
      (a.span?.start ?? -1) - (b.span?.start ?? -1) ||
      compareTexts(a.code, b.code) ||
      compareTexts(a.message, b.message),
  );
}

type FindLines = (source: SourceText) => LineStarts;

/** Caches the line table of each text. */
function rememberLines(): FindLines {
  const known = new Map<SourceText, LineStarts>();
  return (source) => {
    const lines = known.get(source) ?? findLineStarts(source.text);
    known.set(source, lines);
    return lines;
  };
}

function formatLocation(place: { path: string; source?: SourceText; span?: Span }, findLines: FindLines, colors: Colors): string {
  const path = colors.bold(escapeUnprintable(place.path));
  if (place.source === undefined || place.span === undefined) return `${path}:`;
  const { line, column } = positionAt(findLines(place.source), place.span.start);
  return `${path}:${line}:${column}:`;
}

function formatFrame(source: SourceText, span: Span, findLines: FindLines, colors: Colors): readonly string[] {
  const lines = findLines(source);
  const start: Position = positionAt(lines, span.start);
  const lineStart = span.start - start.column + 1;
  const lineEnd = (lines[start.line] ?? source.text.length + 1) - 1;
  const text = source.text.slice(lineStart, lineEnd).replace(/\r$/, "");
  const { shown, marks } = drawFrame(text, start.column - 1, span.end - lineStart);
  const number = String(start.line);
  const margin = " ".repeat(number.length);
  return [`${colors.dim(`${number} |`)} ${shown}`.trimEnd(), `${colors.dim(`${margin} |`)} ${colors.red(marks)}`];
}
