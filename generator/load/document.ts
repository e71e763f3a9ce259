/** Parses a file into plain values with source locations (the load stage). */
import type { ParsedNode } from "yaml";
import type { Diagnostic, SourceLocation, SourceText, Span } from "../diagnostics/diagnostic.ts";
import type { ExpectedContent } from "../diagnostics/codes-yaml.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { decodeFile, type InputFile } from "./decode.ts";
import { locatePath, type ValueLocation, type YamlPath } from "./locate.ts";
import { parseYaml } from "./parser.ts";
import { diagnoseSyntax } from "./syntax.ts";
import { describeValue, isMapping, type ReadValues, readValues, type YamlMapping } from "./values.ts";

/** A valid YAML file that contains one mapping. */
export interface LoadedDocument {
  readonly source: SourceText;
  readonly value: YamlMapping;
  /** Returns undefined if the value does not exist. Walks the nodes of the text: for diagnostics, not for reading values. */
  readonly locate: (path: YamlPath) => ValueLocation | undefined;
  /**
   * Releases the nodes of the text, which take most of a document's memory. A later call of `locate` parses the text again, which is rare
   * for valid documents.
   */
  readonly release: () => void;
}

/** Result of parsing a file. */
export interface LoadResult {
  /** Omitted if the contents cannot be checked; `diagnostics` then contains an error. A document can also have errors. */
  readonly document?: LoadedDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses a file as YAML 1.2 (core schema) with the merge keys `<<` of YAML 1.1. `yes` and `on` are strings and `012` is twelve; CLImax's
 * parser implements YAML 1.1. The check stage warns if the difference matters. `wanted` only selects the suggestion for a file without a
 * mapping; "config" includes policies.
 */
export function loadDocument(file: InputFile, wanted: ExpectedContent = "config"): LoadResult {
  const { source, diagnostics } = decodeFile(file);
  return source === undefined ? { diagnostics } : parse(source, diagnostics, wanted);
}

function parse(source: SourceText, diagnostics: readonly Diagnostic[], wanted: ExpectedContent): LoadResult {
  const parsed = parseYaml(source.text);
  if (parsed.kind === "too_deep") {
    const span = { start: parsed.offset, end: parsed.offset + 1 };
    return { diagnostics: [...diagnostics, diagnose("yaml-nesting-limit", { source, span })] };
  }
  const { contents, directives } = parsed.document;
  const found = [...diagnostics, ...diagnoseSyntax(source, parsed), ...diagnoseVersion(source, directives.yaml)];
  if (hasError(found)) return { diagnostics: found };
  const { value, targets, ...read } = readValues(source, contents);
  found.push(...read.diagnostics);
  if (value === undefined) return { diagnostics: found };
  if (isMapping(value)) return { document: { source, value, ...createLocator(source, { contents, targets }) }, diagnostics: found };
  return { diagnostics: [...found, diagnoseRoot(source, { value, range: contents?.range, wanted })] };
}

/** Returns the location of a value, or of the nearest enclosing part that is written. */
export function locateNearest(document: LoadedDocument, path: YamlPath): ValueLocation {
  const found = document.locate(path);
  if (found !== undefined) return found;
  return path.length === 0 ? { source: document.source, value: { start: 0, end: 0 } } : locateNearest(document, path.slice(0, -1));
}

/** Returns the location of a part of a text if the file contains the text verbatim, otherwise of the whole value. */
export function locateText(document: LoadedDocument, path: YamlPath, { text, part }: { text: string; part: Span }): SourceLocation {
  const { source, value } = locateNearest(document, path);
  const written = source.text.slice(value.start, value.end).indexOf(text);
  const start = value.start + written;
  return { source, span: written === -1 ? value : { start: start + part.start, end: start + part.end } };
}

/**
 * Returns the location of the first occurrence of a word in a text: between whitespace, otherwise in quotes or before `=`. Returns the location
 * of the whole value if the file does not contain the text verbatim.
 */
export function locateWord(document: LoadedDocument, path: YamlPath, { text, word }: { text: string; word: string }): SourceLocation {
  const start = [/\s/, /[\s'"=]/].map((edge) => findWord(text, word, edge)).find((found) => found !== undefined);
  const part = start === undefined ? { start: 0, end: text.length } : { start, end: start + word.length };
  return locateText(document, path, { text, part });
}

function findWord(text: string, word: string, edge: RegExp): number | undefined {
  // `at < text.length`: `indexOf` finds an empty word at the end of the text again and again.
  for (let at = text.indexOf(word); at !== -1 && at < text.length; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + word.length] ?? " "];
    if (edge.test(before) && edge.test(after)) return at;
  }
  return undefined;
}

/** The syntax tree in which locations are looked up. */
interface LocatedNodes {
  readonly contents: ParsedNode | null;
  readonly targets: ReadValues["targets"];
}

function createLocator(source: SourceText, given: LocatedNodes): Pick<LoadedDocument, "locate" | "release"> {
  let nodes: LocatedNodes | undefined = given;
  return {
    locate(path) {
      nodes ??= readNodes(source);
      const spans = locatePath(nodes.contents, nodes.targets, path);
      return spans && { source, ...spans };
    },
    release() {
      nodes = undefined;
    },
  };
}

/** Returns the nodes of a text that has already been parsed without errors. */
function readNodes(source: SourceText): LocatedNodes {
  const parsed = parseYaml(source.text);
  if (parsed.kind === "too_deep") throw new Error(`${source.path} is nested deeper than before`);
  const { contents } = parsed.document;
  return { contents, targets: readValues(source, contents).targets };
}

/** Reports `%YAML 1.1`, whose rules are not implemented. */
function diagnoseVersion(source: SourceText, { explicit, version }: { explicit?: boolean; version: string }): readonly Diagnostic[] {
  if (explicit !== true || version === "1.2") return [];
  const start = source.text.indexOf("%YAML");
  const [directive = ""] = source.text.slice(start).split(/[\r\n]/, 1);
  return [diagnose("yaml-directive", { source, span: { start, end: start + directive.length } }, { directive })];
}

interface Root {
  readonly value: unknown;
  readonly range: readonly number[] | undefined;
  readonly wanted: ExpectedContent;
}

function diagnoseRoot(source: SourceText, { value, range = [0, 0], wanted }: Root): Diagnostic {
  const isEmpty = value === null && source.text.slice(range[0], range[1]).trim() === "";
  if (isEmpty) return diagnose("empty-file", { source, span: { start: 0, end: 0 } }, { wanted });
  const span = { start: range[0] ?? 0, end: range[1] ?? 0 };
  return diagnose("not-a-mapping", { source, span }, { wanted, found: describeValue(value) });
}
