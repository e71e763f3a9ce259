/** Filters of the list of tools. */
import type { ToolRow } from "../page-data.ts";
import { riskOf } from "../risks.ts";

/** Filters of the list of tools. A tool must match all of them. */
export interface Filters {
  /** Words that the name, title or summary contains, in any order and case. */
  readonly text: string;
  /** Name of a program. Empty for all. */
  readonly cli: string;
  /** A class of `RISKS`. Empty for all. */
  readonly risk: string;
  /** True to show only tools that require confirmation. */
  readonly confirmed: boolean;
}

/** Filters that all rows match. */
export const NO_FILTERS: Filters = { text: "", cli: "", risk: "", confirmed: false };

/** Returns the indexes of the rows that match all filters. `clis` are the names of the programs. */
export function filterRows(rows: readonly ToolRow[], clis: readonly string[], filters: Filters): readonly number[] {
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.flatMap((row, index) => {
    const isMatch =
      (filters.cli === "" || clis[row.cli] === filters.cli) &&
      (filters.risk === "" || riskOf(row) === filters.risk) &&
      (!filters.confirmed || row.confirm === true) &&
      words.every((word) => textOf(row).includes(word));
    return isMatch ? [index] : [];
  });
}

function textOf({ name, title = "", summary }: ToolRow): string {
  return `${name}\n${title}\n${summary}`.toLowerCase();
}
