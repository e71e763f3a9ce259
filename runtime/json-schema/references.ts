/** Resolves the references inside one document. A reference to another document is not resolved, because schemas are never fetched. */
import type { Dialect, JsonSchema, SchemaObject } from "./schema.ts";
import { isSchema, isSchemaObject, listSubschemas } from "./schema.ts";
import { valueOr } from "../text/value-or.ts";

/** A schema with its own URI: the document, or a part of it that has an `$id`. */
export interface Resource {
  readonly uri: string;
  readonly root: JsonSchema;
  /** By `$anchor`, and by draft-07's `$id: "#name"`. */
  readonly anchors: ReadonlyMap<string, SchemaObject>;
}

/** The target of a reference. */
export interface ResolvedReference {
  readonly schema: JsonSchema;
  /** The resource that relative references of `schema` are resolved against. */
  readonly resource: Resource;
}

/** A reference and its location in the document. */
export interface PlacedReference {
  readonly reference: string;
  /** Path of the keyword from the root of the document. */
  readonly path: readonly (string | number)[];
  readonly from: Resource;
}

/** The references of a document, and their targets. */
export interface References {
  readonly document: Resource;
  /** All references, in document order. */
  readonly all: readonly PlacedReference[];
  /** Returns the resource that a schema starts, if any. */
  readonly startedBy: (schema: SchemaObject) => Resource | undefined;
  /** Resolves a reference inside `from`. Returns `undefined` if its target is not in the document. */
  readonly resolve: (reference: string, from: Resource) => ResolvedReference | undefined;
}

/** Base URI of a document without an `$id`. */
const DEFAULT_URI = "schema:///";

/** Indexes a document, so that any number of references can be resolved. */
export function indexReferences(document: JsonSchema, dialect: Dialect): References {
  const resources = new Map<string, MutableResource>();
  const starts = new Map<SchemaObject, Resource>();
  const start = (uri: string, root: JsonSchema): MutableResource => {
    const resource = { uri, root, anchors: new Map() };
    resources.set(uri, resource);
    if (isSchemaObject(root)) starts.set(root, resource);
    return resource;
  };

  const all: PlacedReference[] = [];
  const collect = (schema: JsonSchema, parent: MutableResource, path: PlacedReference["path"]): void => {
    if (!isSchemaObject(schema)) return;
    const address = readAddress(schema, parent.uri, dialect);
    const resource = address.uri === undefined || schema === parent.root ? parent : start(address.uri, schema);
    for (const anchor of address.anchors) resource.anchors.set(anchor, schema);
    const reference = schema["$ref"];
    if (typeof reference === "string") all.push({ reference, path: [...path, "$ref"], from: resource });
    for (const sub of listSubschemas(schema, dialect)) collect(sub.schema, resource, [...path, ...sub.path]);
  };

  const own = isSchemaObject(document) ? readAddress(document, DEFAULT_URI, dialect).uri : undefined;
  const root = start(own ?? DEFAULT_URI, document);
  collect(document, root, []);
  return {
    document: root,
    all,
    startedBy: (schema) => starts.get(schema),
    resolve(reference, from) {
      const { uri, fragment } = splitReference(reference, from.uri) ?? {};
      const resource = uri === undefined ? undefined : resources.get(uri);
      if (resource === undefined || fragment === undefined) return undefined;
      if (fragment === "") return { schema: resource.root, resource };
      if (fragment.startsWith("/")) return followPointer(fragment, resource, starts);
      const schema = resource.anchors.get(fragment);
      return schema === undefined ? undefined : { schema, resource };
    },
  };
}

interface MutableResource extends Resource {
  readonly anchors: Map<string, SchemaObject>;
}

/** Returns the identifiers of a schema. In draft-07, a `$ref` disables all sibling keywords. */
function readAddress(
  schema: SchemaObject,
  base: string,
  dialect: Dialect,
): { readonly uri: string | undefined; readonly anchors: readonly string[] } {
  const text = (keyword: string): readonly string[] => (typeof schema[keyword] === "string" ? [schema[keyword]] : []);
  const isSilenced = dialect === "draft-07" && "$ref" in schema;
  const [id] = isSilenced ? [] : text("$id");
  const split = id === undefined ? undefined : splitReference(id, base);
  const uri = id?.startsWith("#") ? undefined : split?.uri;
  switch (dialect) {
    case "2020-12":
      return { uri, anchors: text("$anchor") };
    case "draft-07":
      return { uri, anchors: split?.fragment ? [split.fragment] : [] };
  }
}

/** Returns `undefined` if the string is not a URI reference. */
function splitReference(reference: string, base: string): { readonly uri: string; readonly fragment: string } | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const fragment = decode(url.hash.slice(1));
  url.hash = "";
  return fragment === undefined ? undefined : { uri: url.href, fragment };
}

function decode(text: string): string | undefined {
  // Invalid percent-encoding: the target does not exist.
  return valueOr(undefined, () => decodeURIComponent(text));
}

/** Resolves a JSON Pointer (RFC 6901), also through parts that are separate resources. */
function followPointer(pointer: string, from: Resource, starts: ReadonlyMap<SchemaObject, Resource>): ResolvedReference | undefined {
  let value: unknown = from.root;
  let resource = from;
  for (const token of pointer.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
    if (isSchemaObject(value)) resource = starts.get(value) ?? resource;
  }
  return isSchema(value) ? { schema: value, resource } : undefined;
}
