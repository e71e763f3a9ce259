/**
 * Rewrites the schemas of arguments to the forms that MCP hosts and agent frameworks pass on to models. Hosts drop or reject type lists and
 * enums of numbers, drop ranges and defaults, and close objects. Every call that the given schema accepts is accepted by the result.
 */
import type { SchemaObject } from "./schema.ts";
import { isSchemaObject } from "./schema.ts";

/** Rewrites each property. The order of the properties does not change. */
export function toPortableProperties(properties: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  // fromEntries defines its keys, so a property named `__proto__` is an ordinary property.
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, toPortableProperty(property as SchemaObject)]));
}

/**
 * Rewrites the schema of one argument:
 * - A list of types becomes an `anyOf`, and so does an object, for which a caller can also pass its JSON text.
 * - An enum of numbers or booleans becomes a sentence of the description, and the range of its numbers.
 * - The description repeats the range and the default, unless it already contains them.
 */
function toPortableProperty(property: SchemaObject): SchemaObject {
  const { description, default: value, ...form } = property;
  const facts = [...describeValues(form), ...describeDefault(value, description)];
  const text = addFacts(typeof description === "string" ? description : "", facts);
  return { ...toPortableForm(form), ...(text !== "" && { description: text }), ...(value !== undefined && { default: value }) };
}

function toPortableForm(form: SchemaObject): SchemaObject {
  const { type, enum: members, ...rest } = form;
  if (type === "object") return { anyOf: [form, { type: "string" }] };
  if (type === "array" && isSchemaObject(form["items"])) return { ...form, items: toPortableForm(form["items"]) };
  if (Array.isArray(type)) return { anyOf: type.map((one: unknown) => ofType(form, one)) };
  return hasOtherMembers(form) ? { type, ...toRange(members), ...rest } : form;
}

/** Returns the part of a form with a list of types that applies to one of them. */
function ofType({ enum: members, ...form }: SchemaObject, type: unknown): SchemaObject {
  if (type === "boolean") return { type };
  const own = Array.isArray(members) ? members.filter((member) => typeof member !== "boolean") : [];
  return toPortableForm({ ...form, type, ...(own.length > 0 && { enum: own }) });
}

/** Reports whether the enum of a form has members that are not strings. */
function hasOtherMembers({ enum: members }: SchemaObject): boolean {
  return Array.isArray(members) && members.some((member) => typeof member !== "string");
}

function toRange(members: unknown): SchemaObject {
  const numbers = Array.isArray(members) ? members.filter((member) => typeof member === "number") : [];
  return numbers.length === 0 ? {} : { minimum: Math.min(...numbers), maximum: Math.max(...numbers) };
}

/** Describes the enum that the form cannot keep, or the range of its numbers. */
function describeValues(form: SchemaObject): readonly Fact[] {
  const items = form["items"];
  if (isSchemaObject(items)) return describeValues(items).map(({ text, ...fact }) => ({ ...fact, text: `each ${text}` }));
  const { enum: members, minimum, maximum } = form;
  if (Array.isArray(members)) {
    // The booleans of a list of types are a separate type.
    const shown = Array.isArray(form["type"]) ? members.filter((member) => typeof member !== "boolean") : members;
    return hasOtherMembers({ enum: shown }) ? [{ text: `one of: ${shown.map(String).join(", ")}`, numbers: shown }] : [];
  }
  if (minimum === undefined && maximum === undefined) return [];
  if (maximum === undefined) return [{ text: `at least ${JSON.stringify(minimum)}`, numbers: [minimum] }];
  if (minimum === undefined) return [{ text: `at most ${JSON.stringify(maximum)}`, numbers: [maximum] }];
  return [{ text: `${JSON.stringify(minimum)} to ${JSON.stringify(maximum)}`, numbers: [minimum, maximum] }];
}

/** A fact about an argument, and the values that a description with this fact contains. */
interface Fact {
  readonly text: string;
  readonly numbers: readonly unknown[];
}

/** Maximum length of a default in a description, in UTF-16 units. */
const MAX_DEFAULT = 60;

/** Describes the default, unless it is `false` or empty, or the description is already about a default. */
function describeDefault(value: unknown, description: unknown): readonly Fact[] {
  if (value === undefined || value === false || value === "") return [];
  if (typeof description === "string" && /\bdefaults?\b/i.test(description)) return [];
  const text = typeof value === "string" && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value);
  return text.length > MAX_DEFAULT || text === "[]" || text === "{}" ? [] : [{ text: `default: ${text}`, numbers: [] }];
}

/** Appends the facts that the description does not contain, in parentheses. */
function addFacts(description: string, facts: readonly Fact[]): string {
  if (facts.length === 0) return description;
  const words = new Set(description.match(/-?\d+(?:\.\d+)?|\w+/g));
  const missing = facts.filter(({ numbers }) => numbers.length === 0 || numbers.some((number) => !words.has(String(number))));
  const text = missing.map((fact) => fact.text).join(", ");
  if (text === "" || description === "") return `${description}${text}`;
  return `${description} (${text})`;
}
