/** Lays out the declarations that json-schema-to-typescript makes, as Prettier would, and fills in the texts that tokens stand for. */
import { docText, memberName, stringLiteral } from "./escape.ts";
import { WIDTH } from "./literal.ts";
import { printDoc } from "./print.ts";

export interface Declaration {
  readonly name: string;
  /** Its lines without indentation; a line of a comment starts with `*`. */
  readonly lines: readonly string[];
}

/** What stands in generated code for the words that the library was given and has made. */
export interface Words {
  /** Token → text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Name of a declared type → its name in the module. */
  readonly types: ReadonlyMap<string, string>;
}

/** The declarations of the library's text, with the comment above each of them. */
export function splitDeclarations(text: string): readonly Declaration[] {
  const declarations: { name: string; lines: string[] }[] = [];
  const comments: string[] = [];
  let depth = 0;
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line === "" || line.startsWith("/**") || line.startsWith("*/")) continue;
    const [, name] = /^export (?:interface|type) (\w+)/.exec(line) ?? [];
    if (name !== undefined) declarations.push({ name, lines: [...comments.splice(0), line] });
    else if (depth === 0) comments.push(line);
    else declarations.at(-1)?.lines.push(line);
    depth += Number(line.endsWith("{")) - Number(line.startsWith("}"));
  }
  return declarations;
}

/** One declaration as generated code has it. */
export function layOutDeclaration({ lines }: Declaration, words: Words): string {
  const laidOut: string[] = [];
  let depth = 0;
  for (const line of lines) {
    const indent = INDENT.repeat(depth);
    if (line.startsWith("*")) {
      // What is no token is a tag of the library's own.
      const about = words.texts.get(line.slice(1).trim());
      if (about !== undefined) laidOut.push(printDoc(docText(about), indent).slice(0, -1));
    } else if (line.startsWith("}")) {
      depth -= 1;
      closeBlock(laidOut, `${INDENT.repeat(depth)}${line}${depth === 0 ? "" : ";"}`);
    } else if (line.endsWith("{")) {
      laidOut.push(indent + fillIn(line, words));
      depth += 1;
    } else laidOut.push(layOutType(line, indent, words));
  }
  return laidOut.join("\n");
}

const INDENT = "  ";

/** A block with nothing in it stands on one line. */
function closeBlock(laidOut: string[], line: string): void {
  const last = laidOut.at(-1) ?? "";
  if (last.endsWith("{")) laidOut[laidOut.length - 1] = `${last}${line.trimStart()}`;
  else laidOut.push(line);
}

/** A property or an alias on a line of its own; a long union has each of its members on one. */
function layOutType(line: string, indent: string, words: Words): string {
  const [, head = "", type = ""] = /^(export type \w+ =|\[k: string\]:|[^:]+:) (.*)$/.exec(line) ?? [];
  const plain = withoutParentheses(type.replaceAll("]|[", "] | [").replaceAll(/\((\w+|"\w+")\)\[\]/g, "$1[]"));
  const flat = `${indent}${fillIn(`${head} ${plain}`, words)};`;
  if (flat.length <= WIDTH) return flat;
  const isList = /^\(([^()]*)\)\[\]$/.exec(plain);
  const members = (isList?.[1] ?? plain).split(" | ");
  // A union inside an intersection stays as it is.
  if (members.length === 1 || (isList === null && plain.includes("("))) return flat;
  const below = members.map((member) => `\n${indent}${INDENT}| ${fillIn(member, words)}`).join("");
  return isList ? `${indent}${fillIn(head, words)} (${below}\n${indent})[];` : `${indent}${fillIn(head, words)}${below};`;
}

/** Without a pair of parentheses around the whole, which the library puts around every union. */
function withoutParentheses(type: string): string {
  let depth = 0;
  for (const [place, character] of Array.from(type).entries()) {
    depth += Number(character === "(") - Number(character === ")");
    if (depth === 0) return place > 0 && place === type.length - 1 ? type.slice(1, -1) : type;
  }
  return type;
}

/** Every word that starts with a capital is the name of a type. */
function fillIn(line: string, { texts, types }: Words): string {
  return line.replaceAll(/"(t_\d+_)"|\b(t_\d+_|[A-Z]\w*)\b/g, (word, literal?: string, name = "") => {
    const filled = types.get(name) ?? texts.get(literal ?? name);
    if (filled === undefined) throw new Error(`nothing is known of ${word}`);
    if (types.has(name)) return filled;
    return literal === undefined ? memberName(filled) : stringLiteral(filled);
  });
}
