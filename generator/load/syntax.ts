/** Converts the parser's errors to diagnostics with a suggested fix. */
import { isCollection, isScalar, visit, type Document, type ErrorCode, type ParsedNode, type YAMLError } from "yaml";
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { quote } from "../text/wording.ts";
import type { ParsedYaml } from "./parser.ts";
import { findTextFaults } from "./text-faults.ts";
import { spanOf } from "./values.ts";

type ParsedDocument = Extract<ParsedYaml, { kind: "parsed" }>;

/** Maximum number of syntax errors per file. A file with more is not YAML, and each error requires a walk through all nodes. */
const maxErrors = 100;

/** Faults after which the parser reads the next value correctly. */
const LOCAL: ReadonlySet<string> = new Set(["yaml-anchor", "yaml-directive", "yaml-escape", "yaml-reserved-character", "yaml-tag"]);

/** Faults whose every occurrence is reported, although the parser misreads the text after the first one. */
const REPEATED: ReadonlySet<string> = new Set(["yaml-tab", "yaml-colon-in-value"]);

/**
 * Returns at most one diagnostic per line, in the order of the text: further errors in a line are consequences of the first. Errors after a
 * fault of the structure, such as a missing bracket, are consequences too, and are omitted.
 */
export function diagnoseSyntax(source: SourceText, { document, second, unindented }: ParsedDocument): readonly Diagnostic[] {
  const causes = document.errors.length === 0 ? [] : findTextFaults(source);
  if (causes.length > 0) return causes.slice(0, maxErrors);
  const lineOf = (offset: number): number => source.text.lastIndexOf("\n", offset - 1);
  const told = new Set<number>();
  const diagnostics: Diagnostic[] = unindented
    .slice(0, maxErrors)
    .map((offset) => diagnose("yaml-flow-indentation", { source, span: restOfLine(source.text, offset) }));
  let misread: string | undefined;
  for (const problem of [...document.errors, ...document.warnings].toSorted(compareProblems)) {
    if (diagnostics.length >= maxErrors) break;
    const diagnostic = diagnoseProblem(source, document, problem);
    const { code } = diagnostic;
    if (misread !== undefined && (code !== misread || !REPEATED.has(code))) continue;
    if (!LOCAL.has(code) && !isAfterQuote(source.text, problem)) misread = code;
    const lines = [lineOf(problem.pos[0]), lineOf(diagnostic.span?.start ?? 0)];
    if (!lines.some((line) => told.has(line))) diagnostics.push(diagnostic);
    for (const line of lines) told.add(line);
  }
  if (second === undefined) return diagnostics;
  const place = { source, span: restOfLine(source.text, second.start) };
  return [...diagnostics, diagnose("yaml-multiple-documents", place, { isEmpty: second.isEmpty })];
}

/** Compares by location. At equal locations, a missing comma comes first, because it explains the others. */
function compareProblems(a: YAMLError, b: YAMLError): number {
  return a.pos[0] - b.pos[0] || Number(b.code === "BLOCK_IN_FLOW") - Number(a.code === "BLOCK_IN_FLOW");
}

/** Reports whether an error is text after a closing quote, which ends with its line. */
function isAfterQuote(text: string, { code, pos }: YAMLError): boolean {
  return code === "UNEXPECTED_TOKEN" && /["'][ \t]*[^[\]{}|>]$/.test(text.slice(text.lastIndexOf("\n", pos[0] - 1) + 1, pos[0] + 1));
}

function diagnoseProblem(source: SourceText, document: Document.Parsed, { code, pos, message }: YAMLError): Diagnostic {
  const { text } = source;
  const span = { start: Math.min(pos[0], text.length), end: Math.min(pos[1], text.length) };
  const written = text.slice(span.start, span.end);
  const place = { source, span };
  switch (code) {
    case "TAB_AS_INDENT":
      return diagnose("yaml-tab", place);
    case "TAG_RESOLVE_FAILED":
      return diagnose("yaml-tag", place, { tag: written });
    case "BAD_DIRECTIVE":
      return diagnose("yaml-directive", { source, span: wholeLine(text, span) }, { directive: sliceOf(text, wholeLine(text, span)) });
    case "BAD_DQ_ESCAPE":
      return diagnose("yaml-escape", place, { escape: text.slice(span.start, span.start + 2) });
    case "BAD_SCALAR_START":
      return diagnose("yaml-reserved-character", place, { character: quote(written) });
    case "BLOCK_IN_FLOW":
      if (/^-[\s,\]}]/.test(text.slice(span.start, span.start + 2)) && !startsLine(text, span.start))
        return diagnose("yaml-reserved-character", { source, span: { start: span.start, end: span.start + 1 } }, { character: quote("-") });
      return diagnose("yaml-missing-comma", { source, span: firstLine(text, span) });
    case "BLOCK_AS_IMPLICIT_KEY":
      return diagnoseBlockInLine(source, span.start);
    case "ALIAS_PROPS":
    case "BAD_ALIAS":
    case "MULTIPLE_ANCHORS":
      return diagnose("yaml-anchor", place);
    case "NON_STRING_KEY": {
      const next = findNextEntry(text, document, span.start);
      if (next !== undefined) return diagnose("yaml-missing-comma", { source, span: { start: next, end: next + 1 } });
      return diagnose("yaml-complex-key", { source, span: restOfLine(text, span.start) });
    }
    case "MULTILINE_IMPLICIT_KEY":
    case "BAD_INDENT":
    case "MISSING_CHAR":
    case "UNEXPECTED_TOKEN":
    case "BAD_PROP_ORDER":
    case "DUPLICATE_KEY":
    case "IMPOSSIBLE":
    case "KEY_OVER_1024_CHARS":
    case "MULTIPLE_DOCS":
    case "MULTIPLE_TAGS":
    case "RESOURCE_EXHAUSTION":
    case "BAD_COLLECTION_TYPE":
      return diagnoseStructure(place, document, { code, message });
  }
}

/**
 * Returns the offset of the list or mapping between brackets that follows the list or mapping at `start` without a comma. The parser reads
 * the first one as a key.
 */
function findNextEntry(text: string, document: Document.Parsed, start: number): number | undefined {
  const found = { end: -1, isInFlow: false };
  visit(document, {
    Collection: (_key, given) => {
      const { flow, range } = given as ParsedNode & { readonly flow?: boolean };
      if (range[0] < start && range[1] > start) found.isInFlow ||= flow === true;
      if (range[0] === start) [, found.end] = range;
    },
  });
  if (found.end === -1 || !found.isInFlow) return undefined;
  const blanks = /^\s*(?=[{[])/.exec(text.slice(found.end))?.[0];
  return blanks === undefined ? undefined : found.end + blanks.length;
}

/** Diagnoses `a: b: c` on one line, or a value on the key's line that is followed by nested keys. */
function diagnoseBlockInLine(source: SourceText, offset: number): Diagnostic {
  const line = restOfLine(source.text, offset);
  const text = sliceOf(source.text, line);
  const before = source.text.slice(source.text.lastIndexOf("\n", line.start) + 1, line.start);
  // The item is indented less than the others.
  if (text.startsWith("- ") && before.trim() === "") return diagnoseIndentation(source, line);
  if (/^\?(\s|$)/.test(text)) return diagnose("yaml-reserved-character", { source, span: line }, { character: quote("?") });
  if (/:(\s|$)/.test(text)) return diagnose("yaml-colon-in-value", { source, span: line }, { isBelow: false });
  const gap = source.text.slice(line.end).search(/\S/);
  const below = gap === -1 ? line : restOfLine(source.text, line.end + gap);
  // A key is one word.
  if (/^[^\s:"']+\s[^:]*:(\s|$)/.test(sliceOf(source.text, below)) && !sliceOf(source.text, below).startsWith("- "))
    return diagnose("yaml-colon-in-value", { source, span: below }, { isBelow: true });
  return diagnoseIndentation(source, below);
}

/** Diagnoses a missing part, by the text at the error. */
function diagnoseStructure(
  place: { readonly source: SourceText; readonly span: Span },
  document: Document.Parsed,
  { code, message }: { readonly code: ErrorCode; readonly message: string },
): Diagnostic {
  const { source, span } = place;
  const around = findAround(source.text, document, span.start);
  if (around?.isOpen === true && !isInsideWord(source.text, span.start)) {
    const hasComment = / #/.test(sliceOf(source.text, restOfLine(source.text, around.opening.start)));
    return diagnose("yaml-unclosed", { source, span: around.opening }, { closing: around.closing, hasComment });
  }
  if (around !== undefined && code === "MISSING_CHAR") return diagnose("yaml-missing-comma", place);
  const line = restOfLine(source.text, span.start);
  const mark = findBlockMark(source.text, line.start);
  if (mark !== undefined) return diagnose("yaml-block-indentation", { source, span: line }, { mark });
  if (code === "MULTILINE_IMPLICIT_KEY")
    return diagnose("yaml-missing-colon", { source, span: line }, { isText: findKind(source.text, line) === "text" });
  if (code === "BAD_INDENT" || (code === "MISSING_CHAR" && startsLine(source.text, span.start))) return diagnoseIndentation(source, line);
  // `'a'#b`: a comment needs a space before it.
  if (code === "UNEXPECTED_TOKEN" || source.text[span.start] === "#") {
    const [text = ""] = sliceOf(source.text, line).split(/\s/, 1);
    const before = source.text[line.start - 1];
    const endedBy = !text.startsWith("#") && (before === "'" || before === '"') ? before : undefined;
    const found = { source, span: { start: line.start, end: line.start + text.length } };
    return diagnose("yaml-unexpected", found, { text, endedBy });
  }
  const problem = message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, "");
  return diagnose("yaml-syntax", place, { problem });
}

/** Reports whether a bracket or brace follows a letter of an unquoted text, as in `^[a-z]+$`. The parser treats it as the end of the text. */
function isInsideWord(text: string, offset: number): boolean {
  return /^[^\s,[\]{}"'][[{]$/.test(text.slice(offset - 1, offset + 1));
}

/** Reports whether only indentation precedes an offset in its line. */
function startsLine(text: string, offset: number): boolean {
  return /^[ \t]*$/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
}

/** Diagnoses indentation. After `-name: x`, the next keys are indented like those of an item, because the dash is part of the key. */
function diagnoseIndentation(source: SourceText, line: Span): Diagnostic {
  const lineStart = source.text.lastIndexOf("\n", line.start - 1) + 1;
  const tab = source.text.slice(lineStart, line.start).indexOf("\t");
  if (tab !== -1) return diagnose("yaml-tab", { source, span: { start: lineStart + tab, end: lineStart + tab + 1 } });
  const above = source.text.slice(0, line.start).trimEnd();
  const [, dash = "", key = ""] = /\n( *)-([a-z_]+):(?: [^\n]*)?$/.exec(above) ?? [];
  const kind = findKind(source.text, line);
  if (key === "" && kind === "text") return diagnose("yaml-missing-colon", { source, span: line }, { isText: true });
  const empty = findEmptyValue(above, line.start - lineStart);
  if (empty !== undefined) return diagnose("yaml-indentation", { source, span: line }, { isItem: false, empty });
  if (key === "") return diagnose("yaml-indentation", { source, span: line }, { isItem: kind === "item" });
  const start = above.lastIndexOf("\n") + 1 + dash.length;
  return diagnose("yaml-dash", { source, span: { start, end: start + 1 + key.length } }, { key });
}

/** Returns the empty list or mapping, as in `tools: {}`, above lines that are indented below its key. */
function findEmptyValue(above: string, column: number): { readonly key: string; readonly brackets: string } | undefined {
  const nearest = above.split("\n").findLast((line) => /\S/.test(line) && !/^\s*#/.test(line)) ?? "";
  const [, key, brackets] = /^\s*(?:- )*([\w-]+):\s*(\{\s*\}|\[\s*\])\s*(?:#.*)?$/.exec(nearest) ?? [];
  if (key === undefined || brackets === undefined || nearest.indexOf(key) >= column) return undefined;
  return { key, brackets };
}

/**
 * Returns the kind of a line that is in the column of the key above it: an item of a list, or text without a colon. Undefined for other
 * lines.
 */
function findKind(text: string, line: Span): "item" | "text" | undefined {
  const lineStart = text.lastIndexOf("\n", line.start - 1) + 1;
  const column = line.start - lineStart;
  const nearest = text
    .slice(0, lineStart)
    .split("\n")
    .findLast((above) => /\S/.test(above) && !/^\s*#/.test(above) && above.search(/\S/) <= column);
  if (nearest === undefined || nearest.search(/\S/) !== column || nearest.trimStart().startsWith("- ")) return undefined;
  const written = sliceOf(text, line);
  if (/^-(\s|$)/.test(written)) return "item";
  return written.includes(":") ? undefined : "text";
}

/** Returns the `|` or `>` that ends the line above, if it has no text because the line at the offset is not indented. */
function findBlockMark(text: string, offset: number): string | undefined {
  const [, mark] = /:[ \t]+([|>][-+0-9]*)[ \t\r]*\n\s*$/.exec(text.slice(Math.max(0, offset - 1000), offset)) ?? [];
  return mark;
}

/** A quoted string, list or mapping with an opening and a closing character. */
interface Enclosure {
  readonly opening: Span;
  readonly closing: string;
  readonly isOpen: boolean;
}

/** Returns the innermost enclosure around the offset that lacks its closing character, or otherwise the innermost list or mapping. */
function findAround(text: string, document: Document.Parsed, offset: number): Enclosure | undefined {
  let found: Enclosure | undefined;
  visit(document, {
    Node: (_key, given) => {
      const node = given as ParsedNode;
      const { start, end } = spanOf(node);
      if (start > offset || node.range[2] < Math.min(offset, text.length)) return;
      const closing = closingOf(text, node);
      if (closing === undefined) return;
      const isOpen = end - start < 2 || text[end - 1] !== closing;
      if (isOpen || (isCollection(node) && found?.isOpen !== true)) found = { opening: { start, end: start + 1 }, closing, isOpen };
    },
  });
  return found;
}

function closingOf(text: string, node: ParsedNode): string | undefined {
  const opening = text[node.range[0]];
  if (isScalar(node)) return node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE" ? opening : undefined;
  if (!isCollection(node) || node.flow !== true) return undefined;
  if (opening === "{") return "}";
  return opening === "[" ? "]" : undefined;
}

function wholeLine(text: string, { start }: Span): Span {
  return restOfLine(text, text.lastIndexOf("\n", start - 1) + 1);
}

function restOfLine(text: string, start: number): Span {
  return firstLine(text, { start, end: text.length });
}

/** Returns the part of the span on its first line, without surrounding whitespace. */
function firstLine(text: string, { start, end }: Span): Span {
  const [line = ""] = text.slice(start, end).split("\n", 1);
  const indentation = line.length - line.trimStart().length;
  return { start: start + indentation, end: Math.max(start + line.trimEnd().length, start + indentation) };
}

function sliceOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
