/** The tools of a model, as searches see them. */
import type { CliWithTools } from "@climax-gen/runtime";
import type { SearchableNames } from "../check/check-queries.ts";
import type { ServerModel } from "../resolve/model.ts";

/** The CLIs with their tools, in the order of the server's index. */
export function toSearchable({ clis }: ServerModel): readonly CliWithTools[] {
  return clis.map(({ cli, tools }) => ({ cli, tools: tools.map(({ tool }) => tool) }));
}

/** What a query can name. */
export function namesOf(parts: readonly CliWithTools[]): SearchableNames {
  return {
    tools: new Set(parts.flatMap(({ tools }) => tools.map(({ name }) => name))),
    clis: new Set(parts.map(({ cli }) => cli.name)),
    categories: new Set(parts.flatMap(({ cli }) => cli.category ?? [])),
  };
}
