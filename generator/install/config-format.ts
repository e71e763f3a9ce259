/** What is done to the text of a client's file, whatever its format. Pure: text in, text out. */
import type { Span } from "../diagnostics/diagnostic.ts";
import type { EntryPart, ServerEntry } from "./server-entry.ts";

/** Where a server stands in the file. */
export interface Address {
  readonly container: string;
  readonly name: string;
}

export type ParsedConfig =
  | { readonly ok: true; readonly data: unknown }
  /** `reason`: lower case, no full stop. */
  | { readonly ok: false; readonly reason: string; readonly offset: number };

/**
 * The edits of one format. Each returns the new text, or undefined where the text is written in a way that it does not edit; the
 * caller compares what the new text says with what it was to say, so an edit may be wrong but is never written then.
 */
export interface ConfigFormat {
  readonly parse: (text: string) => ParsedConfig;
  /** Where the entry stands. */
  readonly locate: (text: string, address: Address) => Span | undefined;
  /** Adds the entry, or writes it over the one that is there. */
  readonly put: (text: string, address: Address, entry: ServerEntry) => string | undefined;
  /** Changes some keys of an entry that is there, and leaves the others. */
  readonly update: (text: string, address: Address, parts: readonly EntryPart[]) => string | undefined;
  readonly remove: (text: string, address: Address) => string | undefined;
}

/** How the lines of a text end: as its first one does. */
export function lineEnd(text: string): "\n" | "\r\n" {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}
