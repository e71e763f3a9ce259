/** Options of progressive discovery: how agents find and call tools that are not listed. */
import { defined } from "../text/defined.ts";

/** Options of progressive discovery. */
export interface DiscoveryOptions {
  /** Registers `climax_read` in addition to `climax_call`. It runs only tools with `risk: "read"`. Defaults to false. */
  readonly splitCalls?: boolean;
  /** Number of search results that have a schema, unless a search sets `schemas`. Defaults to all. */
  readonly searchSchemas?: number;
}

/** Values of `--discovery`: the meta-tools, every tool, or every tool if their list is short. */
export const DISCOVERY_MODES = ["progressive", "classic", "auto"] as const;

/** One value of `--discovery`. */
export type DiscoveryMode = (typeof DISCOVERY_MODES)[number];

/** Returns the options that differ from the defaults, without other properties of the object. */
export function discoveryOf(options: {
  readonly splitCalls?: boolean | undefined;
  readonly searchSchemas?: number | undefined;
}): DiscoveryOptions {
  const { splitCalls, searchSchemas } = options;
  return defined({ splitCalls: splitCalls || undefined, searchSchemas });
}
