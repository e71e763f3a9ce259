/** What a query can name of the tools that are searched. */
import type { CliWithTools } from "@climax-gen/runtime";
import type { SearchableNames } from "../check/check-queries.ts";

export function namesOf(parts: readonly CliWithTools[]): SearchableNames {
  return {
    tools: new Set(parts.flatMap(({ tools }) => tools.map(({ name }) => name))),
    clis: new Set(parts.map(({ cli }) => cli.name)),
    categories: new Set(parts.flatMap(({ cli }) => cli.category ?? [])),
  };
}
