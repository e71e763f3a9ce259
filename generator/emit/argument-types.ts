/** Creates the TypeScript declarations of a tool's arguments or result from its JSON Schema. */
import type { SchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { claim, toPascalCase } from "../resolve/tool-identifiers.ts";
import type { LoweredSchema } from "./lower-schema.ts";
import { lowerSchema } from "./lower-schema.ts";
import { printDoc } from "./print.ts";
import type { Declaration, Words } from "./type-layout.ts";
import { layOutComment, layOutDeclaration, splitDeclarations } from "./type-layout.ts";

/** Names of the declarations that are printed for a schema. */
export interface SchemaTypeNames {
  /** Name of the declaration for the schema as a whole. */
  readonly interfaceName: string;
  /** Identifiers of the module. Identifiers of further declarations are added. */
  readonly taken: Set<string>;
}

/**
 * Declares the arguments or the result of a tool, `export interface …`, then each further type that they need. Constraints that types
 * cannot express (patterns, ranges, conditions) are omitted: the server checks them by the schema at a call.
 */
export async function declareSchemaType(schema: SchemaObject, doc: string, names: SchemaTypeNames): Promise<string> {
  const lowered = lowerSchema(schema);
  // Loaded only if a tool has a schema.
  const { compile } = await import("json-schema-to-typescript");
  const text = await compile(lowered.schema as Parameters<typeof compile>[0], ROOT, {
    bannerComment: "",
    format: false,
    $refOptions: { resolve: { external: false, file: false, http: false } },
  });
  const declarations = splitDeclarations(text);
  const words: Words = { texts: lowered.texts, types: nameTypes(declarations, lowered, names) };
  const isRoot = ({ name }: Declaration): boolean => words.types.get(name) === names.interfaceName;
  const root = declarations.find(isRoot);
  if (root === undefined) throw new Error(`no declaration of ${names.interfaceName}`);
  const others = declarations.filter((one) => !isRoot(one));
  const printed = others.map((one) => layOutComment(one, words) + layOutDeclaration(one, words));
  return [`${printDoc(doc, "")}${layOutDeclaration(root, words)}`, ...printed].join("\n\n");
}

const ROOT = "RootX";

/** Returns, for each name that the library has declared, a name that is free in the module. */
function nameTypes(
  declarations: readonly Declaration[],
  { typeNames, rootToken }: LoweredSchema,
  { interfaceName, taken }: SchemaTypeNames,
): ReadonlyMap<string, string> {
  const base = interfaceName.replace(/Args$|Result$/, "");
  const names = new Map([
    ["Record", "Record"],
    [ROOT, interfaceName],
    ...(rootToken === undefined ? [] : [[rootToken, interfaceName] as const]),
  ]);
  for (const name of declarations.map((declaration) => declaration.name)) {
    if (names.has(name)) continue;
    const wanted = typeNames.get(name.replace(/\d+$/, "")) ?? "part";
    names.set(name, claim(`${base}${toPascalCase(wanted)}`, taken));
  }
  return names;
}
