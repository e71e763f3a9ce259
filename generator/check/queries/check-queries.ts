/** Checks a list of queries for `climax-gen search --golden`. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { hasError } from "../../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../../load/document.ts";
import type { YamlPath } from "../../load/locate.ts";
import { describeFound, describeValue, isMapping } from "../../load/values.ts";
import { readPart } from "../reporting/part.ts";
import { queriesSchema, querySchema } from "../keys/queries-schema.ts";
import type { Report } from "../reporting/report.ts";
import { createReport, readPath } from "../reporting/report.ts";
import { describeExpected } from "../reporting/fixes.ts";
import type { Format, TypeFault } from "../reporting/format.ts";

/** A query with its acceptable tools: it passes if it finds any of them. */
export interface GoldenQuery {
  readonly query: string;
  readonly tools: readonly string[];
  readonly cli?: string;
  readonly category?: string;
}

/** The names that queries may contain. */
export interface SearchableNames {
  readonly tools: ReadonlySet<string>;
  readonly clis: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
}

/** Result of the check of a list of queries. */
export interface QueriesCheckResult {
  /** Omitted if there is an error. */
  readonly queries?: readonly GoldenQuery[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Validates a list of queries. Returns diagnostics, and the queries unless there is an error. */
export function checkQueries(document: LoadedDocument, names: SearchableNames): QueriesCheckResult {
  const report = createReport(document);
  const { kind = "queries" } = document.value;
  if (kind !== "queries") {
    report.atValue("not-queries", ["kind"], { found: describeFound(kind) });
    return { diagnostics: report.diagnostics };
  }
  const { value } = readPart(queriesSchema, document.value, { path: [], format: queriesFormat, report });
  if (value.queries?.length === 0) report.atValue("no-queries", ["queries"]);
  const queries = (value.queries ?? []).flatMap((item, index) => readQuery(item, ["queries", index], { report, names }) ?? []);
  const { diagnostics } = report;
  return hasError(diagnostics) ? { diagnostics } : { queries, diagnostics };
}

interface QueryCheck {
  readonly report: Report;
  readonly names: SearchableNames;
}

function readQuery(item: unknown, path: YamlPath, { report, names }: QueryCheck): GoldenQuery | undefined {
  if (!isMapping(item)) {
    report.atValue("wrong-type", path, { what: "each of `queries`", expected: "a mapping", found: describeValue(item) });
    return undefined;
  }
  const { value, proposed } = readPart(querySchema, item, { path, format: queriesFormat, report });
  const { query, tool, tools, cli, category } = value;
  const isMissing = ["tool", "tools"].every((key) => item[key] === undefined && !proposed.has(key));
  if (isMissing) report.atMissing("query-without-tool", [...path, "tool"]);
  if (item["tool"] !== undefined && item["tools"] !== undefined) report.atKey("query-tool-twice", [...path, "tools"]);
  if (tool !== undefined) checkTool(tool, [...path, "tool"], { report, names });
  tools?.forEach((name, index) => checkTool(name, [...path, "tools", index], { report, names }));
  checkFilter(cli, { key: "cli", known: names.clis, path, report });
  checkFilter(category, { key: "category", known: names.categories, path, report });
  if (query === undefined) return undefined;
  return { query, tools: tool === undefined ? (tools ?? []) : [tool], ...(cli && { cli }), ...(category && { category }) };
}

function checkTool(name: string, path: YamlPath, { report, names }: QueryCheck): void {
  if (!names.tools.has(name)) report.atValue("unknown-query-tool", path, { name, near: nearNames(name, names.tools, 3) });
}

interface FilterCheck {
  readonly key: "cli" | "category";
  readonly known: ReadonlySet<string>;
  readonly path: YamlPath;
  readonly report: Report;
}

function checkFilter(name: string | undefined, { key, known, path, report }: FilterCheck): void {
  if (name === undefined || isKnownFilter(name, known)) return;
  report.atValue("unknown-query-filter", [...path, key], { key, name, near: nearNames(name, known, 3) });
}

/** Reports whether a filter can match one of the names. Ignores case. An empty filter matches everything. */
export function isKnownFilter(name: string, known: ReadonlySet<string>): boolean {
  return name === "" || [...known].some((other) => other.toLowerCase() === name.toLowerCase());
}

/** The words and suggestions of messages about lists of queries. */
const queriesFormat: Format = {
  describeOwner: (_root, [, index]) => (index === undefined ? "the list of queries" : `query ${Number(index) + 1}`),
  suggestMove: () => undefined,
  reportType,
};

/** Reports a list in `tool`. Several tools belong in `tools`. */
function reportType({ path, expected }: TypeFault, report: Report): boolean {
  if (path.at(-1) !== "tool" || !Array.isArray(readPath(report.document.value, path))) return false;
  const fix = "use `tools` for a list of acceptable tools";
  report.atValue("wrong-type", path, { what: "`tool`", expected: describeExpected(expected), found: "a list", fix });
  return true;
}
