/** Resolves the references inside one document. Never fetches anything: a reference to another document is not resolved. */
import type { Dialect, JsonSchema, SchemaObject } from "./schema.ts";
import { isSchema, isSchemaObject, listSubschemas } from "./schema.ts";

/** A schema with an address of its own: the document, or a part of it that has an `$id`. */
export interface Resource {
  readonly uri: string;
  readonly root: JsonSchema;
  /** By `$anchor`, and by draft-07's `$id: "#name"`. */
  readonly anchors: ReadonlyMap<string, SchemaObject>;
}

export interface ResolvedReference {
  readonly schema: JsonSchema;
  /** The one that relative references of `schema` start at. */
  readonly resource: Resource;
}

/** A reference, and where it stands in the document. */
export interface PlacedReference {
  readonly reference: string;
  /** Of the keyword, from the document's top. */
  readonly path: readonly (string | number)[];
  readonly from: Resource;
}

export interface References {
  readonly document: Resource;
  /** In the order in which they are written. */
  readonly all: readonly PlacedReference[];
  /** The resource that a schema starts; `undefined` where it starts none. */
  readonly startedBy: (schema: SchemaObject) => Resource | undefined;
  /** What a reference inside `from` means; `undefined` where that is not in the document. */
  readonly resolve: (reference: string, from: Resource) => ResolvedReference | undefined;
}

/** Where a document without an `$id` is thought to stand. */
const DEFAULT_URI = "schema:///";

/** Indexes a document once, for any number of references. */
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

/** What a schema says of its own address; in draft-07 a `$ref` silences whatever stands beside it. */
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

/** `undefined` where it is no URI reference. */
function splitReference(reference: string, base: string): { readonly uri: string; readonly fragment: string } | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const fragment = decode(url.hash.slice(1));
  url.hash = "";
  return fragment === undefined ? undefined : { uri: url.href, fragment };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that starts no character: no such place exists.
    return undefined;
  }
}

/** Follows a JSON Pointer (RFC 6901), through parts that are resources of their own as well. */
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
