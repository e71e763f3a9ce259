/** Renders the search of agents over the tools of this page. */
import { useMemo } from "preact/hooks";
import { searchHref, toolHref } from "../addresses.ts";
import type { PageStore } from "./read-data.ts";
import { createPageSearch } from "./try/page-search.ts";
import { SearchPanel } from "./try/search-panel.tsx";

/** Renders the view of the search. */
export function SearchView({ store, query = "" }: { readonly store: PageStore; readonly query?: string | undefined }) {
  const search = useMemo(() => createPageSearch(store, store.server), [store]);
  return (
    <section aria-labelledby="search-title">
      <h1 id="search-title" tabIndex={-1}>
        Search
      </h1>
      <p class="lead">The results of climax_search, by the server’s own code, with the reasons for each rank.</p>
      {store.server.classic && (
        <p class="notice">This server lists all of its tools. Agents search them only if the server starts with --progressive.</p>
      )}
      <SearchPanel store={store} search={search} toolHref={toolHref} query={query} onQuery={keepQuery} />
    </section>
  );
}

/** Puts the query into the address, so that it can be copied. Adds no entry to the history of the browser. */
function keepQuery(query: string): void {
  history.replaceState(null, "", searchHref(query));
}
