/** Prints values as TypeScript literals, formatted like Prettier: on one line if they fit, otherwise one entry per line. */
import { propertyKey, stringLiteral } from "./escape.ts";

/** A value that `printLiteral` prints. */
export type Literal = string | number | boolean | null | readonly Literal[] | ObjectLiteral | CodeLiteral;

/** Code that the generator writes itself, such as the name of a constant. Never a string from YAML. */
export interface CodeLiteral {
  readonly code: string;
}

/** An object with its fields in the order in which they are printed. */
export interface ObjectLiteral {
  readonly fields: readonly (readonly [key: string, value: Literal])[];
  /** True to print one entry per line, regardless of length. */
  readonly expanded?: boolean;
}

/** Every field of a spec, in the order of printing. If the spec gets a new field, callers that do not pass it do not compile. */
export type Fields<Spec> = { readonly [Name in keyof Required<Spec>]: Literal | undefined };

/** Returns the fields that are not undefined. */
export function presentFields(fields: Readonly<Record<string, Literal | undefined>>): readonly (readonly [string, Literal])[] {
  return Object.entries(fields).filter((field): field is [string, Literal] => field[1] !== undefined);
}

/**
 * Returns fields in the order of these keys. Fields without such a key come before them, in their own order.
 */
export function sortFields(fields: ObjectLiteral["fields"], keys: readonly string[]): ObjectLiteral["fields"] {
  const placeOf = ([key]: (typeof fields)[number]): number => keys.indexOf(key);
  return fields.toSorted((left, right) => placeOf(left) - placeOf(right));
}

/** Returns a JSON value as a literal, with its keys in their order. */
export function jsonLiteral(value: unknown): Literal {
  if (Array.isArray(value)) return value.map(jsonLiteral);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object") throw new Error(`JSON has no ${typeof value}`);
  return { fields: jsonFields(value) };
}

/** Returns the fields of a JSON object with its keys in their order, without those that are undefined. */
export function jsonFields(value: object): ObjectLiteral["fields"] {
  return Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, jsonLiteral(member)] as const]));
}

/** Maximum width of a generated line, in columns. */
export const WIDTH = 140;

const INDENT = "  ";

/** Minimum length of a key after which Prettier moves a long string to the next line. With a shorter key, nothing is gained. */
const SHORT_KEY = 5;

/**
 * Returns the text of a literal at a nesting depth. `before` is the number of characters before it on its line; one more follows it. Both
 * default to 0. Lines after the first one include their indentation.
 */
export function printLiteral(literal: Literal, depth = 0, before = 0): string {
  if (typeof literal !== "object" || literal === null || isCode(literal)) return printFlat(literal);
  const isExpanded = isObject(literal) ? mustExpand(literal) : literal.some(mustExpand);
  const flat = isExpanded ? undefined : printFlat(literal);
  if (flat !== undefined && before + flat.length + 1 <= WIDTH) return flat;
  const inner = INDENT.repeat(depth + 1);
  const outer = INDENT.repeat(depth);
  if (isObject(literal)) {
    const lines = literal.fields.map(([key, value]) => `${inner}${printEntry(key, value, depth + 1)},\n`);
    return `{\n${lines.join("")}${outer}}`;
  }
  const items = literal.map((item) => `${inner}${printLiteral(item, depth + 1, inner.length)},\n`);
  return `[\n${items.join("")}${outer}]`;
}

type Structure = readonly Literal[] | ObjectLiteral | CodeLiteral;

function isObject(literal: Structure): literal is ObjectLiteral {
  return "fields" in literal;
}

function isCode(literal: Structure): literal is CodeLiteral {
  return "code" in literal;
}

function mustExpand(literal: Literal): boolean {
  return typeof literal === "object" && literal !== null && isObject(literal) && literal.expanded === true && literal.fields.length > 0;
}

function printEntry(key: string, value: Literal, depth: number): string {
  const printedKey = propertyKey(key);
  const before = INDENT.length * depth + printedKey.length + 2;
  const printed = printLiteral(value, depth, before);
  const mustMove = typeof value === "string" && before + printed.length + 1 > WIDTH && printedKey.length >= SHORT_KEY;
  return mustMove ? `${printedKey}:\n${INDENT.repeat(depth + 1)}${printed}` : `${printedKey}: ${printed}`;
}

function printFlat(literal: Literal): string {
  if (typeof literal === "string") return stringLiteral(literal);
  if (typeof literal === "boolean") return String(literal);
  if (typeof literal === "number") return numberLiteral(literal);
  if (literal === null) return "null";
  if (isCode(literal)) return literal.code;
  if (!isObject(literal)) return `[${literal.map(printFlat).join(", ")}]`;
  if (literal.fields.length === 0) return "{}";
  return `{ ${literal.fields.map(([key, value]) => `${propertyKey(key)}: ${printFlat(value)}`).join(", ")} }`;
}

function numberLiteral(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
