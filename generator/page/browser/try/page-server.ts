/** Rebuilds the server of a page from its data: the same tools in the same order. */
import type { CliWithTools, Tool } from "@climax-gen/runtime/browser";
import { toTool } from "@climax-gen/runtime/browser";
import type { PageData, PageTool } from "../../page-data.ts";

/** The data that the search and the form need. */
export interface ServerStore extends Pick<PageData, "clis" | "policies" | "files"> {
  /** Returns all tools, in the order of the index. */
  readonly readTools: () => readonly PageTool[];
}

/** Returns all tools by CLI. Parses all chunks. */
export function readParts(store: ServerStore): readonly CliWithTools[] {
  const tools = store.readTools();
  return store.clis.map(({ cli }, index) => ({
    cli,
    tools: tools.filter(({ record }) => record.cli === index).map(({ record }) => toTool(record, cli)),
  }));
}

/** Returns the tool of a page as the runtime uses it. Throws if its CLI is missing, which is an error of the page's generator. */
export function toServerTool(store: Pick<ServerStore, "clis">, { record }: PageTool): Tool {
  const found = store.clis[record.cli];
  if (found === undefined) throw new RangeError(`no CLI ${record.cli} for the tool ${record.name}`);
  return toTool(record, found.cli);
}
