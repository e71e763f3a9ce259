/** Edits of a client's file, independent of its format. Pure: text in, text out. */
import type { ManualEdit } from "../diagnostics/codes-install.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import type { ServerEntry } from "./entry-value.ts";
import type { EntryPart } from "./server-entry.ts";

/** Key of a server in the file. */
export interface ServerKey {
  readonly container: string;
  readonly name: string;
}

/** Result of parsing a configuration file. */
export type ParsedConfig =
  | { readonly kind: "parsed"; readonly data: unknown }
  /** `reason`: lower case, no period. */
  | { readonly kind: "invalid"; readonly reason: string; readonly offset: number };

/**
 * Edits of a file format. Each edit returns the new text, or undefined if it does not support the layout of the text. The caller parses
 * the result and discards it unless it has the expected content, so a wrong edit is never written.
 */
export interface ConfigFormat {
  readonly parse: (text: string) => ParsedConfig;
  /** Returns the location of the entry. */
  readonly locate: (text: string, address: ServerKey) => Span | undefined;
  /** Adds or replaces the entry. */
  readonly put: (text: string, address: ServerKey, entry: ServerEntry) => string | undefined;
  /** Sets keys of an existing entry, and keeps all others. */
  readonly update: (text: string, address: ServerKey, parts: readonly EntryPart[]) => string | undefined;
  readonly remove: (text: string, address: ServerKey) => string | undefined;
  /** Formats an entry with its key, one line per key. */
  readonly print: (address: ServerKey, entry: ServerEntry) => string;
  /** Describes how to put the entry into a valid text whose layout no edit supports. */
  readonly describeLayout: (text: string, address: ServerKey, entry: ServerEntry) => ManualLayout;
}

/** A text that a user must edit. */
export interface ManualLayout {
  readonly layout: ManualEdit["layout"];
  /** Text of the entry, which the user adds. Omitted if the user can run the command again after the edit. */
  readonly snippet?: string;
}

/** Returns the line ending of a text, determined by its first line. */
export function lineEndingOf(text: string): "\n" | "\r\n" {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}
