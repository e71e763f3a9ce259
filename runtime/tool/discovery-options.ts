/** Options of progressive discovery: how agents find and call tools that are not listed. */
import { defined } from "../text/defined.ts";

/** Options of progressive discovery. */
export interface DiscoveryOptions {
  /** Registers `climax_read` in addition to `climax_call`. It runs only tools with `risk: "read"`. Defaults to false. */
  readonly splitCalls?: boolean;
  /** Number of search results that have a schema, unless a search sets `schemas`. Defaults to all. */
  readonly searchSchemas?: number;
  /** Maximum size of a search reply in bytes, unless a search sets `max_bytes`. Defaults to `DEFAULT_SEARCH_BYTES`. */
  readonly searchBytes?: number;
}

/** Values of `--discovery`: the meta-tools, every tool, or every tool if their list is short. */
export const DISCOVERY_MODES = ["progressive", "classic", "auto"] as const;

/** One value of `--discovery`. */
export type DiscoveryMode = (typeof DISCOVERY_MODES)[number];

/** See `searchBytes`. Agents ask several times in a session, and several hosts cut larger replies. */
export const DEFAULT_SEARCH_BYTES = 6144;

/** Returns the options that differ from the defaults, without other properties of the object. */
export function discoveryOf(options: {
  readonly splitCalls?: boolean | undefined;
  readonly searchSchemas?: number | undefined;
  readonly searchBytes?: number | undefined;
}): DiscoveryOptions {
  const { splitCalls, searchSchemas, searchBytes } = options;
  return defined({ splitCalls: splitCalls || undefined, searchSchemas, searchBytes });
}
