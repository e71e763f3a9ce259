/** `climax-gen search`: prints the results of a server's `climax_search`, or checks a list of queries. */
import type { ExplainedPage } from "@climax-gen/runtime/internal/search/explanation";
import type { ToolPage } from "@climax-gen/runtime/internal/tool-index/tool-index";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { DEFAULT_SEARCH_LIMIT } from "@climax-gen/runtime/internal/server/answer-search";
import { createExplainedIndex } from "@climax-gen/runtime/internal/tool-index/explained-index";
import type { GoldenQuery, SearchableNames } from "../check/queries/check-queries.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { readInput } from "../host/inputs.ts";
import { toShownPath } from "../text/shown-path.ts";
import { toCliTools } from "../resolve/model.ts";
import type { GoldenReport } from "../search/golden.ts";
import { formatGolden, runGolden } from "../search/golden.ts";
import { formatExplanations, formatResults } from "../search/results.ts";
import { describeUnknownFilters, namesOf } from "../search/searchable.ts";
import type { InputFlags } from "../inputs/read-model.ts";
import { printWarnings, readModel, refuseInputs } from "../inputs/read-model.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatJson } from "../text/json.ts";

/** Options of `climax-gen search`. */
export interface SearchFlags extends InputFlags {
  /** Maximum number of results, or with `golden` the rank up to which a tool counts as found. Defaults to 10, with `golden` to 5. */
  readonly limit?: number;
  /** Number of results to skip. Defaults to 0. */
  readonly offset?: number;
  readonly cli?: string;
  readonly category?: string;
  readonly explain?: boolean;
  /** Path of a list of queries, which replaces the query. */
  readonly golden?: string;
  /** With `golden`: minimum fraction of the queries that must find their tool. Defaults to 1. */
  readonly minRecall?: number;
}

/** The inputs and the query. `query` is omitted if the flags name a list of queries. */
export interface SearchInputs {
  readonly inputs: readonly string[];
  readonly query?: string;
}

const DEFAULT_GOLDEN_LIMIT = 5;

/** Runs the command. Returns the exit status: 1 if inputs have errors or the recall is below the minimum. */
export async function runSearch({ inputs, query = "" }: SearchInputs, flags: SearchFlags, terminal: Terminal): Promise<number> {
  const read = await readModel(inputs, flags, terminal);
  if (typeof read === "number") return read;
  const parts = toCliTools(read.model.clis);
  const index = createExplainedIndex(parts);
  if (flags.golden === undefined) {
    const filters = {
      query,
      cli: flags.cli,
      category: flags.category,
      limit: flags.limit ?? DEFAULT_SEARCH_LIMIT,
      offset: flags.offset ?? 0,
    };
    if (!flags.json) terminal.err(describeUnknownFilters(flags, namesOf(parts)));
    terminal.out(flags.explain ? explain(index.explain(filters), flags, terminal) : list(index.find(filters), flags, terminal));
    return 0;
  }
  const golden = await readGolden(flags.golden, namesOf(parts));
  if (golden.queries === undefined) return refuseInputs(golden.diagnostics, flags, terminal);
  printWarnings(golden.diagnostics, flags, terminal);
  const limit = flags.limit ?? DEFAULT_GOLDEN_LIMIT;
  const report = runGolden(golden.queries, index, limit);
  terminal.out(flags.json ? formatJson(reportData(report, limit)) : formatGolden(report, limit));
  return report.recall < (flags.minRecall ?? 1) ? 1 : 0;
}

async function readGolden(
  path: string,
  names: SearchableNames,
): Promise<{ readonly queries?: readonly GoldenQuery[]; readonly diagnostics: readonly Diagnostic[] }> {
  const file = readInput(toShownPath(path));
  if ("code" in file) return { diagnostics: [file] };
  const [{ loadDocument }, { checkQueries }] = await Promise.all([
    import("../load/document.ts"),
    import("../check/queries/check-queries.ts"),
  ]);
  const { document, diagnostics } = loadDocument(file, "queries");
  if (document === undefined) return { diagnostics };
  const checked = checkQueries(document, names);
  const all = [...diagnostics, ...checked.diagnostics];
  return hasError(all) ? { diagnostics: all } : { ...checked, diagnostics: all };
}

function list({ tools, total }: ToolPage, { json }: SearchFlags, { width }: Terminal): string {
  return json ? formatJson(tools.map(toolData)) : formatResults(tools, total, width);
}

function explain(page: ExplainedPage, { json, offset = 0 }: SearchFlags, { width }: Terminal): string {
  if (!json) return formatExplanations(page, offset, width);
  return formatJson(page.hits.map(({ tool, ...reasons }) => ({ ...toolData(tool), ...reasons })));
}

function toolData({ name, description, cli }: Tool): object {
  return { name, description, cli: cli.name };
}

function reportData({ outcomes, misses, recall }: GoldenReport, limit: number): object {
  return { recall, limit, queries: outcomes.length, misses: misses.map(({ query, ...outcome }) => ({ ...query, ...outcome })) };
}
