/** The data of a client's file, as its parser gives it. Names from the file are never property keys. */
import type { Address } from "./config-format.ts";

/** The entries below the container; undefined where the file holds something else than a table there. */
export function readServers(data: unknown, container: string): ReadonlyMap<string, unknown> | undefined {
  if (!isTable(data)) return undefined;
  const servers = new Map(Object.entries(data)).get(container) ?? {};
  return isTable(servers) ? new Map(Object.entries(servers)) : undefined;
}

/** All but one server, for a comparison; a file without the container is one with an empty one. */
export function restOf(data: unknown, { container, name }: Address): unknown {
  const servers = [...(readServers(data, container) ?? [])].filter(([other]) => other !== name);
  const others = entriesOf(data).filter(([key]) => key !== container);
  return plain(Object.fromEntries([...others, [container, Object.fromEntries(servers)]]));
}

function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return isTable(value) ? Object.entries(value) : [];
}

/** The value at a path; undefined where there is none. */
export function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => new Map(entriesOf(inner)).get(key), value);
}

/** A copy with another value at a path. */
export function writePath(value: unknown, [key, ...path]: readonly string[], inner: unknown): unknown {
  if (key === undefined) return inner;
  const entries = new Map(entriesOf(value));
  return Object.fromEntries(entries.set(key, writePath(entries.get(key), path, inner)));
}

/** The same data with ordinary prototypes, and dates as text, so that two parsers' values can be compared. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toISOString();
  return isTable(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)])) : value;
}
