/** Defines the compared search engines: substrings, MiniSearch with the settings of its documentation, and the runtime's search. */
import MiniSearch from "minisearch";
import { createExplainedIndex } from "../runtime/tool-index/explained-index.ts";
import type { SearchFilters } from "../runtime/search/search.ts";
import { toSearchText } from "../runtime/tool-index/index-reader.ts";
import type { Tool } from "../runtime/tool/tool.ts";
import type { Corpus } from "./corpus.ts";

export interface SearchEngine {
  readonly name: string;
  /** Names of the tools found, the best match first. */
  readonly find: (filters: SearchFilters) => readonly string[];
}

export function createEngines(clis: Corpus["clis"]): readonly SearchEngine[] {
  const tools = clis.flatMap((part) => part.tools);
  return [substring(tools), miniSearch(tools), climaxSearch(clis)];
}

export function climaxSearch(clis: Corpus["clis"]): SearchEngine {
  const index = createExplainedIndex(clis);
  return { name: "climax_search", find: (filters) => index.find(filters).tools.map(({ name }) => name) };
}

/** The search of the contract: substrings, in definition order. */
function substring(tools: readonly Tool[]): SearchEngine {
  const texts = tools.map((tool) => toSearchText(tool, tool.cli));
  return {
    name: "substring",
    find: ({ query = "", cli, limit }) => {
      const wanted = query.toLowerCase();
      const found = tools.filter((tool, place) => isOf(tool, cli) && texts[place]?.includes(wanted));
      return found.slice(0, limit).map(({ name }) => name);
    },
  };
}

/** Searches the same texts as the runtime. Prefixes and typos are enabled, which improves its results. */
function miniSearch(tools: readonly Tool[]): SearchEngine {
  const engine = new MiniSearch({ fields: ["name", "description", "cli", "args", "keywords"], idField: "id" });
  engine.addAll(
    tools.map(({ name, description, cli, args, keywords }, id) => ({
      id,
      name,
      description,
      cli: [cli.name, cli.category, ...(cli.tags ?? [])].join(" "),
      args: args.flatMap((arg) => [arg.name, arg.description, ...(arg.enum ?? [])]).join(" "),
      keywords: keywords?.join(" "),
    })),
  );
  return {
    name: "MiniSearch 7.2.0",
    find: ({ query = "", cli, limit }) => {
      const options = { prefix: true, fuzzy: 0.2, filter: ({ id }: { readonly id: number }) => isOf(tools[id], cli) };
      return engine
        .search(query, options)
        .slice(0, limit)
        .map(({ id }) => tools[Number(id)]?.name ?? "");
    },
  };
}

function isOf(tool: Tool | undefined, cli: string | undefined): boolean {
  return cli === undefined || tool?.cli.name === cli;
}
