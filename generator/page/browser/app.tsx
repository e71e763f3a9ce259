/** Renders the views of the page: the list of tools, one tool and the search. The overview is markup of the document. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageView } from "../addresses.ts";
import type { Filters } from "./filter-rows.ts";
import { NO_FILTERS } from "./filter-rows.ts";
import type { PageStore } from "./read-data.ts";
import { ToolList } from "./tool-list.tsx";
import { ToolView } from "./tool-view.tsx";
import { parseRoute } from "../addresses.ts";
import { useMemo } from "preact/hooks";
import { searchHref, toolHref } from "../addresses.ts";
import { createPageSearch } from "./try/page-search.ts";
import { SearchPanel } from "./try/search-panel.tsx";

/** Renders the view of the current address. */
export function App({ store }: { readonly store: PageStore }) {
  const route = useRoute();
  const [filters, setFilters] = useState<Filters>(() => filtersOf(route) ?? NO_FILTERS);
  const shown = useRef(route);
  useEffect(() => {
    if (route === shown.current) return;
    shown.current = route;
    const own = filtersOf(route);
    if (own !== undefined) setFilters(own);
  }, [route]);
  useView(route, titleOf(route, store));
  switch (route.kind) {
    case "overview":
      return null;
    case "search":
      return <SearchView store={store} query={route.query} />;
    case "list":
      return <ToolList store={store} filters={filters} onFilter={setFilters} />;
    case "tool":
      return <ToolView key={route.tool} store={store} name={route.tool} arg={route.arg} />;
  }
}

/** Returns the filters of an address. Undefined if it has none, so that the filters of the last visit apply. */
function filtersOf(route: PageView): Filters | undefined {
  if (route.kind !== "list" || (route.cli === undefined && route.risk === undefined)) return undefined;
  return { ...NO_FILTERS, cli: route.cli ?? "", risk: route.risk ?? "" };
}

function titleOf(route: PageView, { server }: PageStore): string {
  switch (route.kind) {
    case "overview":
      return `${server.name}: overview`;
    case "list":
      return `${server.name}: tools`;
    case "search":
      return `${server.name}: search`;
    case "tool":
      return `${route.tool} · ${server.name}`;
  }
}

/** Shows or hides the overview, marks the current link, and moves the focus to the heading when a reader opens a view. */
function useView(route: PageView, title: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = title;
    const overview = document.getElementById("overview");
    if (overview !== null) overview.hidden = route.kind !== "overview";
    for (const link of document.querySelectorAll("#views a")) markLink(link, route);
    if (isFirst.current) isFirst.current = false;
    else if (route.kind !== "tool" || route.arg === undefined) openTop();
  }, [route, title]);
}

function markLink(link: Element, { kind }: PageView): void {
  const views = { "#": "overview", "#tools": "list", "#search": "search" } as const;
  const view = new Map<string, PageView["kind"]>(Object.entries(views)).get(link.getAttribute("href") ?? "");
  const current = view === kind ? "page" : view === "list" && kind === "tool" ? "true" : undefined;
  if (current === undefined) link.removeAttribute("aria-current");
  else link.setAttribute("aria-current", current);
}

function openTop(): void {
  const heading = [...document.querySelectorAll<HTMLElement>("main h1")].find((element) => element.closest("[hidden]") === null);
  heading?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Target of the skip link for keyboard users. It is not a view. */
const MAIN = "#main";

/** Returns the view of the current fragment. Updates it when the fragment changes. */
function useRoute(): PageView {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = (): void => {
      if (location.hash !== MAIN) setRoute(parseRoute(location.hash));
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

/** Renders the view of the search. */
function SearchView({ store, query = "" }: { readonly store: PageStore; readonly query?: string | undefined }) {
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
