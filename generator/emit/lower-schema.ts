/**
 * Converts an input schema to one that json-schema-to-typescript supports: only the keywords that types can express, references resolved,
 * and every string replaced by a token. So the library never reads text from YAML, and the library's own keywords, such as `tsType` with
 * code, have no effect.
 */
import type { PlacedReference, References } from "@climax-gen/runtime/internal/json-schema/references";
import type { Dialect, JsonSchema, SchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { indexReferences } from "@climax-gen/runtime/internal/json-schema/references";
import { isSchemaObject, readDialect } from "@climax-gen/runtime/internal/json-schema/schema";

/** A schema in which tokens replace all text of the user. */
export interface LoweredSchema {
  readonly schema: Lowered;
  /** Token → the name of a property, a member of an enum, or a description. */
  readonly texts: ReadonlyMap<string, string>;
  /** Token → name of the type that it stands for. */
  readonly typeNames: ReadonlyMap<string, string>;
  /** Token of the whole schema, if it refers to itself. */
  readonly rootToken?: string;
}

/** A schema for the library. */
export type Lowered = boolean | { readonly [keyword: string]: unknown };

type Resource = PlacedReference["from"];

/** State of a traversal of a schema. */
interface LoweringState {
  readonly references: References;
  readonly dialect: Dialect;
  readonly tokens: Map<string, string>;
  readonly typeTokens: Map<SchemaObject, string>;
  readonly typeNames: Map<string, string>;
  readonly definitions: Map<string, Lowered>;
  /** Tokens of the schemas that references refer to. */
  readonly referenced: Set<string>;
}

/** Location of a schema. */
interface SchemaPosition {
  readonly from: Resource;
  /** Suggested name of a type that must be named, usually the name of the property. */
  readonly hint: string;
  readonly walk: LoweringState;
}

/** Lowers a schema that has passed the check stage, and is therefore valid and self-contained. */
export function lowerSchema(root: SchemaObject): LoweredSchema {
  const dialect = readDialect(root) ?? "2020-12";
  const references = indexReferences(root, dialect);
  const maps = { tokens: new Map(), typeTokens: new Map(), typeNames: new Map(), definitions: new Map() };
  const walk: LoweringState = { references, dialect, ...maps, referenced: new Set() };
  const rootToken = claimToken("", walk);
  walk.typeTokens.set(root, rootToken);
  // The description of the tool covers its arguments.
  const { description: _, ...undescribed } = root;
  const lowered = lower(undescribed, { from: references.document, hint: "", walk });
  const isReferenced = walk.referenced.has(rootToken);
  // A copy: the library identifies schemas by their objects.
  if (isReferenced) define(rootToken, structuredClone(lowered), walk);
  const definitions = Object.fromEntries(walk.definitions);
  return {
    schema: isSchemaObject(lowered) && walk.definitions.size > 0 ? { ...lowered, definitions } : lowered,
    texts: new Map(Array.from(walk.tokens, ([text, token]) => [token, text])),
    typeNames: walk.typeNames,
    ...(isReferenced && { rootToken }),
  };
}

/** Returns the token of a string. Equal strings have the same token. */
function tokenFor(text: string, { tokens }: LoweringState): string {
  const token = tokens.get(text) ?? `t_${tokens.size}_`;
  tokens.set(text, token);
  return token;
}

function lower(schema: JsonSchema, position: SchemaPosition): Lowered {
  if (typeof schema === "boolean") return schema;
  const { walk } = position;
  const here: SchemaPosition = { ...position, from: walk.references.startedBy(schema) ?? position.from };
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? [lowerReference(reference, here)] : [];
  if (target[0] !== undefined && walk.dialect === "draft-07") return target[0];
  const isNamed = isSchemaObject(schema["properties"]);
  const combined = [
    ...target,
    ...members(schema["allOf"], here, isNamed),
    ...[schema["anyOf"], schema["oneOf"]].flatMap((union) => (Array.isArray(union) ? [toUnion(members(union, here, isNamed))] : [])),
  ];
  const own = lowerOwn(schema, here);
  const joined = toIntersection([...own.filter((one) => combined.length === 0 || !acceptsAnyObject(one)), ...combined], here);
  const about = schema["description"];
  if (typeof about !== "string" || about.trim() === "" || !isSchemaObject(joined)) return joined;
  // The library copies the definition if a reference has a description.
  if ("$ref" in joined) return joined;
  // The library treats a schema with any keyword as an object.
  const { length } = Object.keys(joined);
  return { ...(length === 0 ? { tsType: "unknown" } : joined), description: tokenFor(about, walk) };
}

function lowerReference(reference: string, { from, walk }: SchemaPosition): Lowered {
  const target = walk.references.resolve(reference, from);
  if (target === undefined) throw new Error(`the check stage refuses the reference ${reference}`);
  if (!isSchemaObject(target.schema)) return target.schema;
  const known = walk.typeTokens.get(target.schema);
  if (known !== undefined) {
    walk.referenced.add(known);
    return { $ref: `#/definitions/${known}` };
  }
  const name = /([^/#]*)$/.exec(reference)?.[1] ?? "";
  const token = claimToken(name, walk);
  walk.typeTokens.set(target.schema, token);
  return define(token, lower(target.schema, { from: target.resource, hint: name, walk }), walk);
}

function claimToken(name: string, { typeNames }: LoweringState): string {
  // Letters only: the library appends digits to a name that is taken.
  const letters = Array.from(String(typeNames.size), (digit) => String.fromCharCode("a".charCodeAt(0) + Number(digit))).join("");
  const token = `Def${letters}X`;
  typeNames.set(token, name);
  return token;
}

function define(token: string, lowered: Lowered, { definitions }: LoweringState): Lowered {
  definitions.set(token, lowered);
  return { $ref: `#/definitions/${token}` };
}

/**
 * Returns the lowered schemas of a list. Each object gets a name, so that a union or intersection fits on a line.
 * @param isNamed whether the schema around the list names the properties
 */
function members(schemas: unknown, position: SchemaPosition, isNamed: boolean): readonly Lowered[] {
  if (!Array.isArray(schemas)) return [];
  const at = { ...position, hint: `${position.hint} option` };
  // Without this, an index signature would allow any property besides the named ones.
  return schemas.map((schema: JsonSchema) =>
    nameObject(lower(isNamed && onlyRequires(schema) ? { ...schema, unevaluatedProperties: false } : schema, at), at),
  );
}

/** Reports whether a schema only has required properties: `{ required: [a] }`. */
function onlyRequires(schema: JsonSchema): schema is SchemaObject {
  return isSchemaObject(schema) && Object.keys(schema).every((keyword) => ["type", "required", "description"].includes(keyword));
}

/**
 * Names a type that is part of another, if necessary. A tuple of several lengths is a union, which the library prints without parentheses.
 */
function namePart(lowered: Lowered, position: SchemaPosition): Lowered {
  return isLooseTuple(lowered) ? define(claimToken(position.hint, position.walk), lowered, position.walk) : nameObject(lowered, position);
}

/** Names a type of several members in a tuple, where the library would print redundant parentheses around it. */
function nameJoined(lowered: Lowered, position: SchemaPosition): Lowered {
  const joined = isSchemaObject(lowered) ? (lowered["anyOf"] ?? lowered["allOf"] ?? lowered["enum"]) : undefined;
  return Array.isArray(joined) && joined.length > 1 ? define(claimToken(position.hint, position.walk), lowered, position.walk) : lowered;
}

function isLooseTuple(lowered: Lowered): boolean {
  return isSchemaObject(lowered) && Array.isArray(lowered["items"]) && Number(lowered["minItems"]) < lowered["items"].length;
}

function nameObject(lowered: Lowered, { hint, walk }: SchemaPosition): Lowered {
  return isSchemaObject(lowered) && lowered["type"] === "object" ? define(claimToken(hint, walk), lowered, walk) : lowered;
}

function toUnion(parts: readonly Lowered[]): Lowered {
  if (parts.some(isAnything)) return {};
  const flat = parts.flatMap((part) => (isPlainUnion(part) ? part.anyOf : [part]));
  const [only] = flat;
  return flat.length === 1 && only !== undefined ? only : { anyOf: flat };
}

function isAnything(lowered: Lowered): boolean {
  return (
    lowered === true ||
    (isSchemaObject(lowered) &&
      lowered["tsType"] !== NO_PROPERTIES &&
      Object.keys(lowered).every((keyword) => keyword === "tsType" || keyword === "description"))
  );
}

function isPlainUnion(lowered: Lowered): lowered is { readonly anyOf: readonly Lowered[] } {
  return isSchemaObject(lowered) && Array.isArray(lowered["anyOf"]) && !("description" in lowered);
}

function toIntersection(parts: readonly Lowered[], position: SchemaPosition): Lowered {
  const [only] = parts;
  return parts.length > 1 ? { allOf: parts.map((part) => namePart(part, { ...position, hint: `${position.hint} part` })) } : (only ?? {});
}

/** Reports whether the schema accepts every object, so that it can be omitted from an intersection. */
function acceptsAnyObject(lowered: Lowered): boolean {
  if (!isSchemaObject(lowered) || lowered["type"] !== "object") return false;
  return lowered["additionalProperties"] === true && Object.keys(lowered["properties"] as object).length === 0;
}

/** Lowers the schema's own keywords, without those of the schemas that it combines. */
function lowerOwn(schema: SchemaObject, position: SchemaPosition): readonly Lowered[] {
  const values = "const" in schema ? [schema["const"]] : Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  if (values !== undefined) return lowerValues(values, position);
  const { type } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? inferTypes(schema) : [type];
  const lowered = types.map((one): Lowered => lowerType(String(one), schema, position));
  return lowered.length > 1 ? [toUnion(lowered.map((one) => nameObject(one, position)))] : lowered;
}

/** Lowers the values of `const` or `enum`. Returns nothing if one is an object or a list, which have no literal type. */
function lowerValues(values: readonly unknown[], { walk }: SchemaPosition): readonly Lowered[] {
  if (values.some((value) => typeof value === "object" && value !== null)) return [];
  return [{ enum: values.map((value) => (typeof value === "string" ? tokenFor(value, walk) : value)) }];
}

/** Infers the types of a schema without `type` from its keywords. Values of other types are valid too, but not useful. */
function inferTypes(schema: SchemaObject): readonly string[] {
  const isAbout = (...keywords: readonly string[]): boolean => keywords.some((keyword) => keyword in schema);
  if (isAbout("properties", "patternProperties", "additionalProperties", "required")) return ["object"];
  return isAbout("items", "prefixItems") ? ["array"] : [];
}

function lowerType(type: string, schema: SchemaObject, position: SchemaPosition): Lowered {
  switch (type) {
    case "object":
      return lowerObject(schema, position);
    case "array":
      return lowerArray(schema, position);
    default:
      return { type };
  }
}

/** Type of an object without properties. */
const NO_PROPERTIES = "Record<string, never>";

/** Lowers an object. The type omits properties that the schema does not name, unless `additionalProperties` or patterns allow them. */
function lowerObject(schema: SchemaObject, position: SchemaPosition): Lowered {
  const { walk } = position;
  const named = isSchemaObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const unnamed = required.filter((name) => !named.some(([known]) => known === name)).map((name) => [name, true] as const);
  const patterns = isSchemaObject(schema["patternProperties"]) ? Object.values(schema["patternProperties"]) : [];
  // If set, `additionalProperties` covers all other properties, and `unevaluatedProperties` has no effect.
  const rest = schema["additionalProperties"] ?? (schema["unevaluatedProperties"] !== false && named.length === 0 && patterns.length === 0);
  const others = [...patterns, ...(rest === false ? [] : [rest])].map((other) => lower(other as JsonSchema, position));
  // `{}` would allow any value but null.
  const isEmpty = named.length + patterns.length + required.length === 0 && schema["additionalProperties"] === false;
  if (isEmpty) return { tsType: NO_PROPERTIES };
  const isOpen = others.some(isAnything);
  // The library adds the types of the named properties to that of the others.
  const isWidened = others.length > 0 && !isOpen;
  const lowerProperty = (name: string, property: unknown): Lowered => {
    const at = { ...position, hint: name };
    const lowered = lower(property as JsonSchema, at);
    return isWidened ? nameObject(lowered, at) : lowered;
  };
  return {
    type: "object",
    properties: Object.fromEntries([...named, ...unnamed].map(([name, property]) => [tokenFor(name, walk), lowerProperty(name, property)])),
    required: required.map((name) => tokenFor(name, walk)),
    additionalProperties: isOpen
      ? true
      : others.length === 0
        ? false
        : toUnion(others.map((other) => (others.length + named.length + unnamed.length > 1 ? nameObject(other, position) : other))),
  };
}

function lowerArray(schema: SchemaObject, position: SchemaPosition): Lowered {
  const { dialect } = position.walk;
  const at = { ...position, hint: `${position.hint} item` };
  const lowerItem = (item: unknown): Lowered => namePart(lower(item as JsonSchema, at), at);
  const tuple = dialect === "draft-07" ? schema["items"] : schema["prefixItems"];
  const isTuple = Array.isArray(tuple);
  const rest = isTuple && dialect === "draft-07" ? schema["additionalItems"] : schema["items"];
  const others = rest === undefined ? {} : lowerItem(rest);
  if (!isTuple) return { type: "array", items: others };
  const least = typeof schema["minItems"] === "number" ? Math.min(schema["minItems"], tuple.length) : 0;
  return {
    type: "array",
    items: tuple.map((item) => nameJoined(lowerItem(item), at)),
    additionalItems: nameJoined(others, at),
    minItems: least,
  };
}
