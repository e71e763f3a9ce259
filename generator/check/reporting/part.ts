/** A mapping of a document, parsed on its own, so that one mistake does not hide the others. */
import type * as z from "zod";
import type { YamlPath } from "../../load/locate.ts";
import type { YamlMapping } from "../../load/values.ts";
import { fieldsOf } from "../keys/key-facts.ts";
import { reportIssue } from "./issues.ts";
import { checkKeys, type KeysPlace } from "./check-keys.ts";

/** Where the mapping stands, and as much of its value as has the right type. */
export interface Part<Value> {
  readonly path: YamlPath;
  readonly raw: YamlMapping;
  /** Without the keys that have a wrong value; defaults are filled in. */
  readonly value: Partial<Value>;
  /** The same where every key is right. */
  readonly parsed?: Value;
}

/** Reads a mapping by its schema; keys that it does not have and types that are wrong are reported. */
export function readPart<Schema extends z.ZodObject>(schema: Schema, raw: YamlMapping, place: KeysPlace): Part<z.infer<Schema>> {
  const { path } = place;
  checkKeys(raw, schema, place);
  const result = schema.safeParse(raw);
  if (result.success) return { path, raw, value: result.data, parsed: result.data };
  for (const issue of result.error.issues) reportIssue(issue, { ...place, schema });
  return { path, raw, value: readGoodKeys(schema, raw) };
}

/** Every key whose own schema accepts its value. */
function readGoodKeys<Schema extends z.ZodObject>(schema: Schema, raw: YamlMapping): Partial<z.infer<Schema>> {
  const entries = Array.from(fieldsOf(schema)).flatMap(([key, field]) => {
    const result = field.safeParse(raw[key]);
    return result.success && result.data !== undefined ? [[key, result.data] as const] : [];
  });
  // The schema's own keys with values that its own entries have made.
  return Object.fromEntries(entries) as Partial<z.infer<Schema>>;
}

/** The parsed value. Throws where the part has a mistake: then an error was reported, and nobody should ask. */
export function parsedOf<Value>({ parsed, path }: Part<Value>): Value {
  if (parsed === undefined) throw new Error(`no value for ${path.join(".")}, although nothing was reported`);
  return parsed;
}
