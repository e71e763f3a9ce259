/** Reads and compares the parsed data of a client's file. Names from the file are looked up in Maps, never as property keys. */
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import type { ServerKey } from "./config-format.ts";

/** Returns the servers in the container by name. Returns undefined if the container is not a table. */
export function readServers(data: unknown, container: string): ReadonlyMap<string, unknown> | undefined {
  if (!isJsonObject(data)) return undefined;
  const servers = new Map(Object.entries(data)).get(container);
  if (servers === undefined) return new Map();
  return isJsonObject(servers) ? new Map(Object.entries(servers)) : undefined;
}

/** Returns a copy of the data without the server, for comparison. A missing container is treated as an empty one. */
export function withoutServer(data: unknown, { container, name }: ServerKey): unknown {
  const servers = [...(readServers(data, container) ?? [])].filter(([other]) => other !== name);
  const others = entriesOf(data).filter(([key]) => key !== container);
  return normalize(Object.fromEntries([...others, [container, Object.fromEntries(servers)]]));
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** Returns the value at a path, or undefined if the path does not exist. */
export function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => new Map(entriesOf(inner)).get(key), value);
}

/** Returns a copy with a new value at a path. */
export function writePath(value: unknown, [key, ...path]: readonly string[], inner: unknown): unknown {
  if (key === undefined) return inner;
  const entries = new Map(entriesOf(value));
  return Object.fromEntries(entries.set(key, writePath(entries.get(key), path, inner)));
}

/** Normalizes data for comparison across parsers: ordinary prototypes, and dates as strings. */
export function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalize);
  if (value instanceof Date) return value.toISOString();
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normalize(inner)])) : value;
}
