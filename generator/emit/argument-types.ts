/** The TypeScript declarations of a tool's arguments, from its input schema. */
import type { SchemaObject } from "@climax-gen/runtime/compiler";
import { claim, toPascalCase } from "../resolve/tool-identifiers.ts";
import type { LoweredSchema } from "./lower-schema.ts";
import { lowerSchema } from "./lower-schema.ts";
import { printDoc } from "./print.ts";
import type { Declaration, Words } from "./type-layout.ts";

export interface ArgumentNames {
  /** Of the declaration for the arguments as a whole. */
  readonly interfaceName: string;
  /** Identifiers of the module; those of further declarations are added. */
  readonly taken: Set<string>;
}

/**
 * `export interface …` for the arguments, then a declaration for each further type that they need. What types cannot say (patterns,
 * ranges, conditions) is left out: the schema itself decides at a call.
 */
export async function declareArguments(schema: SchemaObject, doc: string, names: ArgumentNames): Promise<string> {
  const lowered = lowerSchema(schema);
  // Importing them costs half a second, so it happens where there is a Directive tool.
  const [{ compile }, { layOutDeclaration, readDeclarations }] = await Promise.all([
    import("json-schema-to-typescript"),
    import("./type-layout.ts"),
  ]);
  const text = await compile(lowered.schema as Parameters<typeof compile>[0], ROOT, {
    bannerComment: "",
    format: false,
    $refOptions: { resolve: { external: false, file: false, http: false } },
  });
  const declarations = readDeclarations(text);
  const words: Words = { texts: lowered.texts, types: nameTypes(declarations, lowered, names) };
  const isRoot = (declaration: Declaration): boolean => words.types.get(declaration.getName()) === names.interfaceName;
  const root = declarations.find(isRoot);
  if (root === undefined) throw new Error(`no declaration of ${names.interfaceName}`);
  const [first, ...others] = [root, ...declarations.filter((one) => !isRoot(one))].map((one) => layOutDeclaration(one, words));
  return [`${printDoc(doc, "")}${first}`, ...others].join("\n\n");
}

const ROOT = "RootX";

/** Names that the library has declared → names that the module has free. */
function nameTypes(
  declarations: readonly Declaration[],
  { typeNames, rootToken }: LoweredSchema,
  { interfaceName, taken }: ArgumentNames,
): ReadonlyMap<string, string> {
  const base = interfaceName.replace(/Args$/, "");
  const names = new Map([[ROOT, interfaceName], ...(rootToken === undefined ? [] : [[rootToken, interfaceName] as const])]);
  for (const name of declarations.map((declaration) => declaration.getName())) {
    if (names.has(name)) continue;
    const wanted = typeNames.get(name.replace(/\d+$/, "")) ?? "part";
    names.set(name, claim(`${base}${toPascalCase(wanted)}`, taken));
  }
  return names;
}
