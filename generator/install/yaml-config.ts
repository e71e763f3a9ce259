/** Reads YAML files in which the servers are a list of items with a `name`, and prints items. It makes no edits. */
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import { parseDocument, stringify } from "yaml";
import type { ConfigFormat } from "./config-format.ts";
import type { ServerEntry } from "./entry-value.ts";

/** The format of a file whose servers are the list `container`. `parse` returns the servers by name, as the other formats do. */
export function yamlConfig(container: string): ConfigFormat {
  return {
    parse(text) {
      const document = parseDocument(text);
      const [error] = document.errors;
      if (error !== undefined) {
        const [reason = ""] = error.message.split(/ at line |\n/, 1);
        return { kind: "invalid", reason: reason.toLowerCase(), offset: error.pos[0] };
      }
      return { kind: "parsed", data: nameServers(document.toJS() ?? {}, container) };
    },
    locate: () => undefined,
    put: () => undefined,
    update: () => undefined,
    remove: () => undefined,
    print: printItem,
    describeLayout: (_, address, entry) => ({ layout: "list", snippet: printItem(address, entry) }),
  };
}

/** Replaces the list of servers by an object. A list with an item without a name stays, and is reported as not a table of servers. */
function nameServers(data: unknown, container: string): unknown {
  if (!isJsonObject(data)) return data;
  const items = new Map(Object.entries(data)).get(container);
  if (!Array.isArray(items)) return data;
  const named = items.flatMap((item: unknown) => {
    if (!isJsonObject(item) || typeof item["name"] !== "string") return [];
    const { name, ...entry } = item;
    return [[name, entry] as const];
  });
  return named.length === items.length ? { ...data, [container]: Object.fromEntries(named) } : data;
}

function printItem({ name }: { readonly name: string }, entry: ServerEntry): string {
  return stringify([{ name, ...entry }], { lineWidth: 0 });
}
