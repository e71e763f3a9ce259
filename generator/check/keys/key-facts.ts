/** Defines facts about the keys of YAML files. They are attached to the zod field of each key, so that each key has one definition. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { DetailsOf, DiagnosticCode } from "../../diagnostics/codes.ts";
import type { YamlValue } from "../../load/values.ts";

/** Facts about a key beyond its type, default and description. */
export interface KeyFacts {
  /** Names of the key in other formats. A file that uses one gets a suggestion. */
  readonly aliases?: readonly string[];
  /** Values of other formats, in lower case, and the replacement of each: a value of this key or a phrase. */
  readonly words?: ReadonlyMap<string, string>;
  /** Completes "add …" and "write …" for a required key. Defaults to "one". */
  readonly whenMissing?: string;
  /** Reports a value outside the range of the zod field. Required if the field has a range. */
  readonly outOfRange?: (report: ReportFault, fault: RangeFault) => void;
  /** The unit of a number; amounts with another unit (`5m`) are converted in messages. */
  readonly unit?: Unit;
  /** Converts the parts of a text, such as `a, b`, to the list that the key takes. Returns undefined if they do not fit. */
  readonly fromText?: (parts: readonly string[]) => YamlValue | undefined;
  /** The types of a key that accepts several, in words. Required if the field is a union. */
  readonly expected?: string;
  /** Executor types that use the key; for keys of `executor`. */
  readonly executors?: readonly ("docker" | "bubblewrap")[];
}

/** The unit of a number, which messages name. */
export type Unit = "seconds" | "bytes";

/** Adds a diagnostic that points at the value. */
export type ReportFault = <Code extends DiagnosticCode>(code: Code, ...details: DetailsOf<Code>) => void;

/** A number outside the range of its key. */
export interface RangeFault {
  readonly key: string;
  /** The value in words. */
  readonly found: string;
  /** Set if the value is a number above the integers that JavaScript represents exactly. */
  readonly isInexact: boolean;
}

/** Facts about a mapping. */
export interface MappingFacts {
  /** Completes "move it to …" for a key of this mapping that is written in another one. */
  readonly place: string;
}

/** Not a registry of zod: its types do not accept functions. */
const factsOfFields = new WeakMap<z.ZodType, KeyFacts>();

/** Gives a field its facts. Must be outermost, because every method of a field returns another field. */
export function withFacts<Field extends z.ZodType>(field: Field, facts: KeyFacts): Field {
  factsOfFields.set(field, facts);
  return field;
}

/** Facts about mappings. Register them on the zod object after `meta`. */
export const mappingFacts = z.registry<MappingFacts>();

/** Full field by the field that replaces it, which does not check nested values. */
const fullFields = new WeakMap<z.ZodType, z.ZodType>();

/** Gives `field` the facts of `other`, which it replaces. `accepts` still checks values with `other`. */
export function withFactsOf<Field extends z.ZodType>(other: z.ZodType, field: Field): Field {
  fullFields.set(field, other);
  return withFacts(field, factsOfField(other));
}

/** Returns the facts of a key. Empty if the mapping lacks the key. */
export function factsOf(mapping: z.ZodObject, key: string): KeyFacts {
  return factsOfField(fieldsOf(mapping).get(key));
}

function factsOfField(field: z.ZodType | undefined): KeyFacts {
  return (field && factsOfFields.get(field)) ?? {};
}

/** Returns the keys of a mapping that have an alias, in their order. */
export function findByAlias(mapping: z.ZodObject, alias: string): readonly string[] {
  return Array.from(fieldsOf(mapping).keys()).filter((key) => factsOf(mapping, key).aliases?.includes(alias));
}

/** Returns "move it to …" for the first of the mappings that has a key. Returns undefined if none does. */
export function describeMove(key: string, mappings: readonly z.ZodObject[]): string | undefined {
  const place = mappings.find((mapping) => fieldsOf(mapping).has(key));
  return place && `move it to ${mappingFacts.get(place)?.place ?? "another mapping"}`;
}

/** Reports whether a key of the mapping accepts a value. False if the mapping lacks the key. */
export function accepts(mapping: z.ZodObject, key: string, value: unknown): boolean {
  const field = fieldsOf(mapping).get(key);
  return field !== undefined && (fullFields.get(field) ?? field).safeParse(value).success;
}

/** Returns the fields of a table that has further facts about each key. */
export function fieldsOfRows<Rows extends Readonly<Record<string, { readonly field: z.ZodType }>>>(
  rows: Rows,
): { [Key in keyof Rows]: Rows[Key]["field"] } {
  // Safe cast: the fields are those of the same keys.
  return Object.fromEntries(Object.entries(rows).map(([key, { field }]) => [key, field])) as { [Key in keyof Rows]: Rows[Key]["field"] };
}

/** Cache: every mapping of every file is checked with one of few schemas. */
const fieldsOfMappings = new WeakMap<z.ZodObject, ReadonlyMap<string, z.ZodType>>();
const defaultsOfMappings = new WeakMap<z.ZodObject, ReadonlyMap<string, unknown>>();

/** Reports whether a mapping has no other keys than those of the schema, and notes, whose keys start with `x-`. */
export function hasOnlyKeysOf(schema: z.ZodObject, written: object): boolean {
  return Object.keys(written).every((key) => key.startsWith("x-") || fieldsOf(schema).has(key));
}

/** The values of a mapping. Those that are null or equal to the default of their key are undefined. */
type Stated<Values> = { readonly [Key in Exclude<keyof Values, never>]: Exclude<Values[Key], null> | undefined };

/** Replaces the values of a mapping that are null or equal to the default of their key by undefined. The keys keep their order. */
export function withoutDefaults<Values extends object>(mapping: z.ZodObject, values: Values): Stated<Values> {
  const defaults = defaultsOf(mapping);
  const entries = Object.entries(values).map(([key, value]: [string, unknown]) => {
    const isDefault = value === null || (defaults.has(key) && isDeepStrictEqual(value, defaults.get(key)));
    return [key, isDefault ? undefined : value] as const;
  });
  // Safe cast: the values are those of the same keys.
  return Object.fromEntries(entries) as Stated<Values>;
}

/** Returns the defaults of a mapping, by key. Omits keys without one. */
function defaultsOf(mapping: z.ZodObject): ReadonlyMap<string, unknown> {
  const known = defaultsOfMappings.get(mapping);
  if (known !== undefined) return known;
  const fields = Array.from(fieldsOf(mapping));
  const defaults = new Map(
    fields.flatMap(([key, field]) => (field instanceof z.ZodDefault ? [[key, field.def.defaultValue] as const] : [])),
  );
  defaultsOfMappings.set(mapping, defaults);
  return defaults;
}

/** Returns the zod fields of a mapping, by key. */
export function fieldsOf(mapping: z.ZodObject): ReadonlyMap<string, z.ZodType> {
  const known = fieldsOfMappings.get(mapping);
  if (known !== undefined) return known;
  // Safe cast: the fields of all schemas here are classic zod types, but the type of a shape is more general.
  const fields = new Map(Object.entries(mapping.shape) as [string, z.ZodType][]);
  fieldsOfMappings.set(mapping, fields);
  return fields;
}
