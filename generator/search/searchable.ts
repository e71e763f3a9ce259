/** Collects the names that golden queries and filters can refer to. */
import type { CliWithTools } from "@climax-gen/runtime/internal/tool-index/index-reader";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { SearchableNames } from "../check/queries/check-queries.ts";
import { isKnownFilter } from "../check/queries/check-queries.ts";
import { commandCodes } from "../diagnostics/codes-commands.ts";

/** Returns the names of all tools, CLIs and categories. */
export function namesOf(parts: readonly CliWithTools[]): SearchableNames {
  return {
    tools: new Set(parts.flatMap(({ tools }) => tools.map(({ name }) => name))),
    clis: new Set(parts.map(({ cli }) => cli.name)),
    categories: new Set(parts.flatMap(({ cli }) => cli.category ?? [])),
  };
}

/** Returns a warning for each filter that names an unknown CLI or category, because an empty result does not reveal a typo. */
export function describeUnknownFilters(
  { cli = "", category = "" }: { readonly cli?: string; readonly category?: string },
  { clis, categories }: SearchableNames,
): string {
  const filters = [{ key: "cli", name: cli, known: clis } as const, { key: "category", name: category, known: categories } as const];
  const unknown = filters.filter(({ name, known }) => !isKnownFilter(name, known));
  const row = commandCodes["unknown-query-filter"];
  return unknown
    .map(({ key, name, known }) => {
      const help = row.help({ key, near: nearNames(name, known, 3) });
      return `warning: ${row.message({ key, name })}\nhelp: ${help}\n`;
    })
    .join("");
}
