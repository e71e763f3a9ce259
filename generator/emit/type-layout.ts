/**
 * Reads the declarations that json-schema-to-typescript makes, as syntax, and lays them out as Prettier would, with the texts that tokens
 * stand for. Importing ts-morph costs a third of a second, so this module is imported where there is a Directive tool.
 */
import type { InterfaceDeclaration, JSDocableNode, TypeAliasDeclaration, TypeElementTypes, TypeLiteralNode, TypeNode } from "ts-morph";
import { Node, Project } from "ts-morph";
import { docText, memberName, stringLiteral } from "./escape.ts";
import { WIDTH } from "./literal.ts";
import { printDoc } from "./print.ts";

export type Declaration = InterfaceDeclaration | TypeAliasDeclaration;

/** What stands in generated code for the words that the library was given and has made. */
export interface Words {
  /** Token → text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Name of a declared type → its name in the module. */
  readonly types: ReadonlyMap<string, string>;
}

/** The declarations of the library's text. */
export function readDeclarations(text: string): readonly Declaration[] {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, skipFileDependencyResolution: true });
  return project
    .createSourceFile("types.ts", text)
    .getStatements()
    .map((statement) => {
      if (Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement)) return statement;
      throw unknownSyntax(statement);
    });
}

/** One declaration as generated code has it. */
export function layOutDeclaration(declaration: Declaration, words: Words): string {
  const layout: Layout = { words, indent: "" };
  const doc = layOutDoc(declaration, layout);
  const name = nameOf(declaration.getName(), words);
  if (Node.isInterfaceDeclaration(declaration)) return `${doc}export interface ${name} ${layOutMembers(declaration, layout)}`;
  return doc + layOutType(`export type ${name} =`, declaration.getTypeNodeOrThrow(), layout);
}

/** Where a piece of text goes. */
interface Layout {
  readonly words: Words;
  readonly indent: string;
}

const INDENT = "  ";

function layOutDoc(node: JSDocableNode, { words, indent }: Layout): string {
  // What is no token is a tag of the library's own.
  const about = node.getJsDocs().flatMap((doc) => words.texts.get(doc.getDescription().trim()) ?? []);
  return about.map((text) => printDoc(docText(text), indent)).join("");
}

function layOutMembers(owner: InterfaceDeclaration | TypeLiteralNode, { words, indent }: Layout): string {
  const inside: Layout = { words, indent: indent + INDENT };
  const members = owner.getMembers().map((member) => `${layOutMember(member, inside)}\n`);
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

function layOutMember(member: TypeElementTypes, layout: Layout): string {
  const { words, indent } = layout;
  if (Node.isIndexSignatureDeclaration(member)) return layOutType(`${indent}[k: string]:`, member.getReturnTypeNodeOrThrow(), layout);
  if (!Node.isPropertySignature(member)) throw unknownSyntax(member);
  const head = `${indent}${memberName(textOf(member.getName(), words))}${member.hasQuestionToken() ? "?" : ""}:`;
  return layOutDoc(member, layout) + layOutType(head, member.getTypeNodeOrThrow(), layout);
}

/** The rest of a line that ends with a type; a union that is too long for it has each of its members on a line of its own. */
function layOutType(head: string, type: TypeNode, layout: Layout): string {
  const plain = withoutParentheses(type);
  const flat = `${head} ${printType(plain, layout)};`;
  if (flat.length <= WIDTH || flat.includes("\n")) return flat;
  const listed = Node.isArrayTypeNode(plain) ? withoutParentheses(plain.getElementTypeNode()) : undefined;
  const union = listed ?? plain;
  if (!Node.isUnionTypeNode(union)) return flat;
  const below = union.getTypeNodes().map((member) => `\n${layout.indent}${INDENT}| ${printType(member, layout)}`);
  return listed === undefined ? `${head}${below.join("")};` : `${head} (${below.join("")}\n${layout.indent})[];`;
}

/** The library puts parentheses around every union. */
function withoutParentheses(type: TypeNode): TypeNode {
  return Node.isParenthesizedTypeNode(type) ? withoutParentheses(type.getTypeNode()) : type;
}

function printType(type: TypeNode, layout: Layout): string {
  const print = (part: TypeNode): string => printType(part, layout);
  if (Node.isParenthesizedTypeNode(type)) return `(${print(type.getTypeNode())})`;
  if (Node.isUnionTypeNode(type)) return type.getTypeNodes().map(print).join(" | ");
  if (Node.isIntersectionTypeNode(type)) return type.getTypeNodes().map(print).join(" & ");
  if (Node.isTupleTypeNode(type)) return `[${type.getElements().map(print).join(", ")}]`;
  if (Node.isRestTypeNode(type)) return `...${print(type.getTypeNode())}`;
  if (Node.isArrayTypeNode(type)) return printArray(type.getElementTypeNode(), layout);
  if (Node.isTypeLiteral(type)) return layOutMembers(type, layout);
  if (Node.isTypeReference(type)) return nameOf(type.getText(), layout.words);
  if (Node.isLiteralTypeNode(type)) return printLiteralType(type.getText(), layout.words);
  if (/^[a-z]+$/.test(type.getText())) return type.getText();
  throw unknownSyntax(type);
}

/** Parentheses stay where the element is made of several types. */
function printArray(element: TypeNode, layout: Layout): string {
  const plain = withoutParentheses(element);
  const isJoined = Node.isUnionTypeNode(plain) || Node.isIntersectionTypeNode(plain);
  return isJoined ? `(${printType(plain, layout)})[]` : `${printType(plain, layout)}[]`;
}

function printLiteralType(text: string, words: Words): string {
  return text.startsWith('"') ? stringLiteral(textOf(text.slice(1, -1), words)) : text;
}

function nameOf(word: string, { types }: Words): string {
  return known(types, word);
}

function textOf(token: string, { texts }: Words): string {
  return known(texts, token);
}

function known(meanings: ReadonlyMap<string, string>, word: string): string {
  const meaning = meanings.get(word);
  if (meaning === undefined) throw new Error(`nothing is known of ${word}`);
  return meaning;
}

function unknownSyntax(node: Node): Error {
  return new Error(`types are not made of a ${node.getKindName()}: ${node.getText()}`);
}
