/** Writes lists of tools, and results of searches, for a person. */
import { isJsonObject, parseJson } from "../text/json.ts";
import type { BriefEntry } from "../tool-index/search-result.ts";
import { toBriefEntry } from "../tool-index/search-result.ts";
import type { Tool } from "../tool/tool.ts";
import { oneLine } from "./help.ts";

/** Returns the tools as the items of `list --json`. */
export function toListEntries(tools: readonly Tool[]): readonly BriefEntry[] {
  return tools.map(toBriefEntry);
}

/** Returns one line for each tool: its name, its risk, and the first sentence of its description. */
export function formatTools(tools: readonly Tool[]): string {
  return formatTable(toListEntries(tools).map(({ tool_name, risk = "-", description }) => [tool_name, risk, description]));
}

/** Returns the reply of a search, which is JSON, as lines. */
export function formatSearch(json: string): string {
  const reply = parseJson(json);
  if (!isJsonObject(reply)) return `${json}\n`;
  const results = [...listOf(reply["results"]), ...listOf(reply["more"])];
  const rows = results.map((one) => [textOf(one["tool_name"]), textOf(one["risk"] ?? "-"), textOf(one["description"])]);
  const clis = listOf(reply["summary"]).map((one) => [
    textOf(one["name"]),
    `${textOf(one["tool_count"])} tools`,
    textOf(one["description"]),
  ]);
  const { total_matches: total, returned, offset, has_more: hasMore } = reply;
  const next = Number(offset) + Number(returned);
  return [
    formatTable([...rows, ...clis]),
    ...(results.length + clis.length > 0
      ? []
      : [Number(total) > 0 ? NONE_SHOWN : "no tools found: try other or fewer words, or list all tools\n"]),
    ...(reply["weak_match"] === true ? ["\nThese matches are weak: try other words if no tool fits.\n"] : []),
    ...(hasMore === true && results.length > 0 ? [`\n${next} of ${textOf(total)} are shown; --offset ${next} shows the next ones\n`] : []),
  ].join("");
}

/** The reply to a search whose results are all outside of its range. */
const NONE_SHOWN = "tools match, and --limit and --offset select none of them\n";

/** Maximum length of a description in a table, in UTF-16 units. */
const MAX_DESCRIPTION = 100;

function formatTable(rows: readonly (readonly [string, string, string] | readonly string[])[]): string {
  const width = (column: number): number => rows.reduce((most, row) => Math.max(most, oneLine(row[column] ?? "").length), 0);
  const [first, second] = [width(0), width(1)];
  return rows
    .map(([name = "", fact = "", text = ""]) => {
      const line = `${oneLine(name).padEnd(first)}  ${oneLine(fact).padEnd(second)}  ${cut(oneLine(text))}`;
      return `${line.trimEnd()}\n`;
    })
    .join("");
}

function cut(text: string): string {
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
