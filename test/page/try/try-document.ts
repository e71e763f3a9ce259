/** Renders a document with the search and the call form of a page, for tests in a browser. */
import { renderDocument } from "../../../generator/html/document.ts";
import { html } from "../../../generator/html/html.ts";
import type { ServerStore } from "../../../generator/page/browser/try/page-server.ts";
import { bundleForBrowser } from "./page-bundle.ts";

/** The fragment of the address is the name of a tool, or empty for the search. `tryPage` has the functions without their controls. */
const ENTRY = `
import { render } from "preact";
import { CallForm } from "./try/call-form.tsx";
import { readInput, startInput } from "./try/call-input.ts";
import { explainPageCall } from "./try/page-call.ts";
import { createPageSearch } from "./try/page-search.ts";
import { toServerTool } from "./try/page-server.ts";
import { SearchPanel } from "./try/search-panel.tsx";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const tools = read("tools");
const store = { ...read("server"), readTools: () => tools };
const search = createPageSearch(store);
globalThis.tryPage = { store, tools, search, readInput, startInput, explainPageCall, toServerTool };
const toolHref = (name) => "#" + encodeURIComponent(name);
const show = () => {
  const tool = tools.find(({ record }) => toolHref(record.name) === location.hash);
  render(
    <main class="page">
      <h1>{tool ? tool.record.name : "Search"}</h1>
      <h2>Try</h2>
      {tool ? <CallForm key={location.hash} store={store} tool={tool} /> : <SearchPanel store={store} search={search} toolHref={toolHref} />}
    </main>,
    document.getElementById("app"),
  );
};
addEventListener("hashchange", show);
show();
`;

export async function renderTryDocument({ readTools, ...server }: ServerStore): Promise<string> {
  const { code, style } = await bundleForBrowser(ENTRY);
  return renderDocument({
    title: "Try",
    description: "The search and the call form",
    body: html`<div id="app"></div>`,
    styles: [style],
    // A classic script, because a module in a local file has no origin.
    scripts: [`{${code}}`],
    data: new Map<string, unknown>([
      ["server", server],
      ["tools", readTools()],
    ]),
  });
}
