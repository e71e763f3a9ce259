/** Formats entries of the catalog as tables for a terminal. Pure. */
import { count, shownLine } from "../text/wording.ts";
import { formatRows } from "../text/columns.ts";
import type { EntrySummary, ToolSummary } from "./summarize-entry.ts";

const HEADINGS = ["PROGRAM", "TOOLS", "READ", "WRITE", "DESTROY", "TOKENS", "SEARCH", "TESTED", "NEEDS"];

/** Formats one row per entry. `TOKENS` is the mean of a tool in a search, `SEARCH` the median of a search. Ends with a line feed. */
export function formatCatalog(entries: readonly EntrySummary[], width: number): string {
  const rows = entries.map((entry) => [
    entry.name,
    String(entry.tools.length),
    ...(["read", "write", "destructive"] as const).map((risk) => String(countRisk(entry, risk) || "")),
    String(meanTokens(entry.tools)),
    String(entry.searchTokens?.median ?? ""),
    entry.tested.join(", "),
    entry.needs.join(", "),
  ]);
  const tools = entries.reduce((sum, entry) => sum + entry.tools.length, 0);
  return `${formatRows([HEADINGS, ...rows], width)}${count(tools, "tool")} in ${count(entries.length, "entry")}\n`;
}

/** Formats the tools of an entry, and what its files say about it. Ends with a line feed. */
export function formatEntry(entry: EntrySummary, width: number): string {
  const rows = entry.tools.map((tool) => [tool.name, tool.risk ?? "", String(tool.args), String(tool.tokens), shownLine(tool.description)]);
  const facts = [
    ["programs", entry.programs.join(", ")],
    ["tested versions", entry.tested.join(", ") || "none recorded"],
    ["packages", entry.packages.map(([manager, name]) => `${manager} ${name}`).join(", ")],
    ["needs", entry.needs.join(", ")],
    ["read-only policy", entry.hasPolicy ? "yes" : "no"],
    ["tokens of the list of all tools", String(entry.listTokens)],
    ["tokens of a search", entry.searchTokens === undefined ? "" : `${entry.searchTokens.median}, at most ${entry.searchTokens.max}`],
  ].filter(([, value]) => value !== "");
  return `${formatRows([["TOOL", "RISK", "ARGUMENTS", "TOKENS", "DESCRIPTION"], ...rows], width)}\n${formatRows(facts, width)}`;
}

/** Returns the number of tools of an entry with a risk. */
function countRisk({ tools }: EntrySummary, risk: ToolSummary["risk"]): number {
  return tools.filter((tool) => tool.risk === risk).length;
}

/** Returns the mean number of tokens of a tool in a search, rounded. */
export function meanTokens(tools: readonly ToolSummary[]): number {
  return Math.round(tools.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, tools.length));
}
