/** Parses each mapping of a document on its own, so that one error does not hide the others. */
import type * as z from "zod";
import type { YamlPath } from "../../load/locate.ts";
import type { YamlMapping } from "../../load/values.ts";
import { fieldsOf, hasOnlyKeysOf } from "../keys/key-facts.ts";
import { reportIssue } from "./issues.ts";
import { checkKeys, findUnindented, type KeysContext } from "./check-keys.ts";

/** A mapping, its location, and the values of the right type. */
export interface Part<Value> {
  readonly path: YamlPath;
  readonly raw: YamlMapping;
  /** Without the keys that have a wrong value; defaults are filled in. */
  readonly value: Partial<Value>;
  /** The whole value. Omitted if a key is unknown, missing or has a wrong value. */
  readonly parsed?: Value;
  /** Keys that the help for an unknown key of the mapping proposes or makes unnecessary. Do not report them as missing. */
  readonly proposed: ReadonlySet<string>;
}

/** Reads a mapping by its schema, and reports unknown keys, missing keys and wrong types. */
export function readPart<Schema extends z.ZodObject>(schema: Schema, raw: YamlMapping, context: KeysContext): Part<z.infer<Schema>> {
  const { path } = context;
  const proposed = checkKeys(raw, schema, context);
  const result = schema.safeParse(raw);
  if (result.success) return { path, raw, value: result.data, ...(hasOnlyKeysOf(schema, raw) && { parsed: result.data }), proposed };
  const { issues } = result.error;
  // zod also compares the length of a list that should be a text.
  const wrongTypes = new Set(issues.flatMap(({ code, path: at }) => (code === "invalid_type" ? [at.join("\0")] : [])));
  const unindented = new Set(findUnindented(raw, schema, context).values());
  for (const issue of issues) {
    if (issue.code === "too_small" && wrongTypes.has(issue.path.join("\0"))) continue;
    reportIssue(issue, { ...context, schema, proposed, unindented });
  }
  return { path, raw, value: readGoodKeys(schema, raw), proposed };
}

/** Returns every key whose own schema accepts its value. */
function readGoodKeys<Schema extends z.ZodObject>(schema: Schema, raw: YamlMapping): Partial<z.infer<Schema>> {
  const entries = Array.from(fieldsOf(schema)).flatMap(([key, field]) => {
    const result = field.safeParse(raw[key]);
    return result.success && result.data !== undefined ? [[key, result.data] as const] : [];
  });
  // The keys are those of the schema, and the values are results of its fields.
  return Object.fromEntries(entries) as Partial<z.infer<Schema>>;
}

/** Returns the parsed value. Throws if the part has an error: the caller stops at a report with errors. */
export function parsedOf<Value>({ parsed, path }: Part<Value>): Value {
  if (parsed === undefined) throw new Error(`no value for ${path.join(".")}, although nothing was reported`);
  return parsed;
}
