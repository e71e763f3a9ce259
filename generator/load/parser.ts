/**
 * Runs the parser of the YAML package step by step, so that deep nesting is rejected before the package's recursion overflows the stack.
 */
import { Composer, isScalar, Lexer, Parser, type Document } from "yaml";
import { lexUnindented, type UnindentedLines } from "./lexemes.ts";

/** Maximum depth of nested lists and mappings. A config needs 8. */
const maxDepth = 100;

/** Result of parsing a text as YAML. */
export type ParsedYaml =
  | {
      readonly kind: "parsed";
      /** The first document, with its errors. Also present for an empty file. */
      readonly document: Document.Parsed;
      /** The second document. The file must not have one, even if one of the two is empty. */
      readonly second?: { readonly start: number; readonly isEmpty: boolean };
      /** Offsets of lines that YAML 1.2 requires to be indented, the first of each list, mapping or text. */
      readonly unindented: readonly number[];
    }
  /** The nesting at the offset is deeper than 100 levels. */
  | { readonly kind: "too_deep"; readonly offset: number };

/**
 * Parses a text. The composer recurses for each level. A stack overflow in it would not throw but crash the process, because V8 cannot
 * compile a regular expression without stack. So the depth is checked on the tokens of the parser, which does not recurse.
 */
export function parseYaml(text: string): ParsedYaml {
  const strict = parseLexemes(text, new Lexer().lex(text));
  if (strict.kind === "too_deep" || strict.document.errors.length === 0) return strict;
  // YAML 1.1 allows unindented lines between brackets and quotes, and so do PyYAML and CLImax.
  const found: UnindentedLines = { offsets: [], isOpen: false };
  const lenient = parseLexemes(text, lexUnindented(text, found));
  if (lenient.kind === "too_deep" || found.offsets.length === 0 || found.isOpen) return strict;
  const isReadable = lenient.document.errors.length === 0 || isUnclosedCollection(strict.document);
  return isReadable ? { ...lenient, unindented: found.offsets } : strict;
}

/** Reports whether the first error is a list or mapping without an end. An unindented line causes this error. */
function isUnclosedCollection({ errors }: Document.Parsed): boolean {
  return errors[0]?.code === "BAD_INDENT" && errors[0].message.startsWith("Flow ");
}

/** Reports whether a document has no values. */
function isEmpty({ contents, errors }: Document.Parsed): boolean {
  return errors.length === 0 && (contents === null || (isScalar(contents) && contents.value === null && contents.source === ""));
}

function parseLexemes(text: string, lexemes: Iterable<string>): ParsedYaml {
  const parser = new Parser();
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    resolveKnownTags: false,
    stringKeys: true,
    prettyErrors: false,
    // `readValues` finds duplicate keys in linear time, with the location of the first.
    uniqueKeys: false,
  });
  const documents: Document.Parsed[] = [];
  for (const lexeme of lexemes) {
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (parser.stack.length > maxDepth) return { kind: "too_deep", offset: parser.offset };
    if (documents.length > 1) break;
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, text.length));
  const [document, second] = documents;
  if (document === undefined) throw new Error("the composer was asked for a document and made none");
  return {
    kind: "parsed",
    document,
    unindented: [],
    ...(second !== undefined && { second: { start: second.range[0], isEmpty: [document, second].some(isEmpty) } }),
  };
}
