/** Parses the words of `search`: the inputs, then the query. */
import type { SearchFlags, SearchInputs } from "../commands/search.ts";
import { suggestQuotes } from "./suggest-command.ts";

/** The inputs and the query, or a usage error. */
export type SearchWords =
  | (SearchInputs & { readonly kind: "search" })
  | { readonly kind: "refused"; readonly problem: string; readonly help: string };

/** Returns the inputs and the query. With `--golden`, all words are inputs. `exists` reports whether a path exists. */
export function readSearchWords(words: readonly string[], flags: SearchFlags, exists: (path: string) => boolean): SearchWords {
  const query = flags.golden === undefined ? words.at(-1) : undefined;
  const inputs = query === undefined ? words : words.slice(0, -1);
  if (inputs.includes("")) return { kind: "refused", problem: "an input is empty", help: "check that the shell variable is set" };
  if (inputs.length === 0)
    return { kind: "refused", problem: "the query is missing", help: "write it after the inputs, or use --golden with a file of queries" };
  const quoted = query === undefined ? undefined : suggestQuotes(inputs, query, exists);
  if (quoted !== undefined) return { kind: "refused", problem: "the query has several words without quotes", help: `write: ${quoted}` };
  return { kind: "search", inputs, ...(query !== undefined && { query }) };
}
