/** Drives the YAML package step by step, so that hostile nesting ends before its recursion does. */
import { Composer, Lexer, Parser, type Document } from "yaml";

/** Lists and mappings inside each other. A config needs 8. */
const maxDepth = 100;

export type ParsedYaml =
  | {
      readonly kind: "parsed";
      /** The first document, with its errors; an empty file has one too. */
      readonly document: Document.Parsed;
      /** Where a second document starts, which is not read. */
      readonly secondStart?: number;
    }
  /** The nesting at the offset is deeper than 100 levels. */
  | { readonly kind: "too_deep"; readonly offset: number };

/**
 * The composer calls itself for each level. Deep enough, it does not fail with an error that can be caught, but ends the whole
 * process: V8 cannot compile a regular expression without stack. So the depth is watched while the parser, which needs no
 * stack, builds the tokens.
 */
export function parseYaml(text: string): ParsedYaml {
  const parser = new Parser();
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    resolveKnownTags: false,
    stringKeys: true,
    prettyErrors: false,
    // `readValues` looks for them: in linear time, and with the place of the first.
    uniqueKeys: false,
  });
  const documents: Document.Parsed[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (parser.stack.length > maxDepth) return { kind: "too_deep", offset: parser.offset };
    if (documents.length > 1) break;
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, text.length));
  const [document, second] = documents;
  if (document === undefined) throw new Error("the composer was asked for a document and made none");
  return { kind: "parsed", document, ...(second !== undefined && { secondStart: second.range[0] }) };
}
