/**
 * Lays out the declarations that json-schema-to-typescript prints, line by line, as Prettier would, and replaces the tokens with the
 * strings of the schema. The text is not parsed: it has one member per line, and does not contain strings of the schema yet.
 */
import { docText, memberName, stringLiteral } from "./escape.ts";
import { WIDTH } from "./literal.ts";
import { printDoc } from "./print.ts";

/** One declaration as the library prints it: a doc comment, if it has one, and the lines from `export` on. */
export interface Declaration {
  readonly name: string;
  readonly comment: readonly string[];
  readonly lines: readonly string[];
}

/** Replacements for tokens and names in the library's text. */
export interface Words {
  /** Token → string of the schema. */
  readonly texts: ReadonlyMap<string, string>;
  /** Name of a declared type → its name in the module. */
  readonly types: ReadonlyMap<string, string>;
}

const INDENT = "  ";

/** Splits the library's text into declarations, without empty lines. */
export function splitDeclarations(text: string): readonly Declaration[] {
  const declarations: Declaration[] = [];
  let open: string[] = [];
  let depth = 0;
  // The library omits the line feed between an interface in a tuple and the interface of the tuple's rest.
  for (const line of text.split(/\n|(?<=^\})(?=export|\/\*)/m).filter(Boolean)) {
    open.push(line);
    if (isComment(line)) continue;
    depth += Number(line.endsWith("{")) - Number(line.startsWith("}"));
    if (depth > 0) continue;
    declarations.push(toDeclaration(open));
    open = [];
  }
  return declarations;
}

function toDeclaration(all: readonly string[]): Declaration {
  const start = all.findIndex((line) => !isComment(line));
  const lines = all.slice(start);
  const name = /^export (?:interface|type) (\w+) /.exec(lines[0] ?? "")?.[1];
  if (name === undefined) throw new Error(`not a declaration: ${lines[0]}`);
  return { name, comment: all.slice(0, start), lines };
}

function isComment(line: string): boolean {
  return line.startsWith("/**") || line.startsWith(" *");
}

/** Returns the doc comment of a declaration, with its line feed; empty if it has none. */
export function layOutComment({ comment }: Declaration, words: Words): string {
  return printComment(comment, "", words);
}

/** Lays out a declaration without its doc comment. */
export function layOutDeclaration({ lines }: Declaration, words: Words): string {
  let text = "";
  let indent = "";
  let comment: string[] = [];
  for (const line of lines) {
    if (isComment(line)) {
      comment.push(line);
      continue;
    }
    if (line.startsWith("}")) indent = indent.slice(INDENT.length);
    text += printComment(comment, indent, words);
    comment = [];
    // An empty object stays on one line.
    if (line.startsWith("}") && text.endsWith("{\n")) text = text.slice(0, -1) + layOutLine(line, indent, words);
    else text += indent + layOutLine(line, indent, words);
    text += "\n";
    if (line.endsWith("{")) indent += INDENT;
  }
  return text.trimEnd();
}

/** Prints the descriptions of a comment; the library's own tags are omitted. */
function printComment(lines: readonly string[], indent: string, { texts }: Words): string {
  const about = lines.map((line) => line.slice(" * ".length)).filter((line) => /^(Items: )?t_\d+_$/.test(line));
  return printDoc(docText(about.map((line) => line.replace(/t_\d+_/, (token) => known(texts, token))).join("\n")), indent);
}

/** A line that opens or closes an object, or one that ends with a type. */
function layOutLine(line: string, indent: string, words: Words): string {
  if (line.endsWith("{")) return translate(line, words);
  // The end of an interface has no semicolon.
  if (line.startsWith("}")) return indent === "" ? line : `${translate(line, words)};`;
  const [, head = "", type] = /^(export type \w+ =|\[k: string\]:|\w+\??:) (.+)$/.exec(line) ?? [];
  if (type === undefined) throw new Error(`unknown line in a printed type: ${line}`);
  return layOutType(translate(head, words), withoutParentheses(type), indent, words);
}

/** Removes parentheses that TypeScript does not need, and adds spaces that the library omits. */
function withoutParentheses(type: string): string {
  const plain = type.replaceAll("]|[", "] | [").replaceAll(/\(([^()|&]+)\)\[\]/g, "$1[]");
  return plain.startsWith("(") && plain.endsWith(")") && splitUnion(plain).length === 1 ? plain.slice(1, -1) : plain;
}

/** Moves a union that is too long for its line to the next line. If it is too long for one line, prints one member per line. */
function layOutType(head: string, type: string, indent: string, words: Words): string {
  const flat = `${head} ${translate(type, words)};`;
  if (indent.length + flat.length <= WIDTH) return flat;
  const isUnion = splitUnion(type).length > 1;
  const [, listed, brackets = ""] = (isUnion ? undefined : /^\((.*)\)((?:\[\])+)$/.exec(type)) ?? [];
  const members = splitUnion(listed ?? type);
  if (members.length === 1) return flat;
  const below = `\n${indent}${INDENT}`;
  const each = members.map((member) => `${below}| ${translate(member, words)}`).join("");
  const together = below + translate(listed ?? type, words);
  const broken = together.length <= WIDTH ? together : each;
  return listed === undefined ? `${head}${broken};` : `${head} (${broken}\n${indent})${brackets};`;
}

/** Splits a union into its members, outside of brackets. */
function splitUnion(type: string): readonly string[] {
  let depth = 0;
  return type.split(" | ").reduce<string[]>((members, part) => {
    if (depth > 0) members.push(`${members.pop()} | ${part}`);
    else members.push(part);
    depth += (part.match(/[([]/g)?.length ?? 0) - (part.match(/[)\]]/g)?.length ?? 0);
    return members;
  }, []);
}

/** Replaces tokens and names in one pass, so that inserted strings of the schema are not searched again. */
function translate(line: string, { texts, types }: Words): string {
  return line.replaceAll(/"(\w+)"|\bt_\d+_|\b[A-Z]\w*/g, (word, quoted?: string) => {
    if (quoted !== undefined) return stringLiteral(known(texts, quoted));
    return word.startsWith("t_") ? memberName(known(texts, word)) : known(types, word);
  });
}

function known(meanings: ReadonlyMap<string, string>, word: string): string {
  const meaning = meanings.get(word);
  if (meaning === undefined) throw new Error(`unknown word in a printed type: ${word}`);
  return meaning;
}
