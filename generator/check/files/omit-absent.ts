/** Builds values whose optional keys are omitted instead of undefined. */

/**
 * Every key of a type; the value of an optional key can be undefined. If the type gets a new key, callers that do not pass it do not
 * compile.
 */
export type EveryKey<Value> = {
  readonly [Key in keyof Value]-?: Partial<Pick<Value, Key>> extends Pick<Value, Key> ? Value[Key] | undefined : Value[Key];
};

/** Returns the value without the keys that are undefined. */
export function omitAbsent<Value extends object>(keys: EveryKey<Value>): Value {
  const present: Partial<Record<keyof Value, unknown>> = {};
  for (const key of Object.keys(keys) as (keyof Value)[]) if (keys[key] !== undefined) present[key] = keys[key];
  return present as Value;
}

/** Returns the table or list, or undefined if it has no entries. */
export function withEntries<Table extends object>(table: Table): Table | undefined {
  return Object.keys(table).length === 0 ? undefined : table;
}
