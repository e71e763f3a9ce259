/** The parts of the page that depend on its address and on filters. */
import type { PageStore } from "./read-data.ts";

export function App({ store }: { readonly store: PageStore }) {
  return <p>{store.rows.length}</p>;
}
