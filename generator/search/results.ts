/** Formats search results as a table, or with an explanation of each score. */
import type { ExplainedHit, ExplainedPage } from "@climax-gen/runtime/internal/search/explanation";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { count, shownLine } from "../text/wording.ts";
import { formatRows } from "../text/columns.ts";
import { wrapText } from "../text/wrap.ts";
import { describeScore } from "./score-reasons.ts";

const HEADINGS = ["TOOL", "CLI", "DESCRIPTION"];
const INDENT = "   ";

/** Formats the results as a table, in rank order. `total` is the number of all matching tools. */
export function formatResults(tools: readonly Tool[], total: number, width: number): string {
  if (tools.length === 0) return formatTotal(0, total);
  const rows = tools.map(({ name, cli, description }) => [name, cli.name, description].map(shownLine));
  return `${formatRows([HEADINGS, ...rows], width)}${formatTotal(tools.length, total)}`;
}

/** Formats each result with its score and the matching terms, fields and weights. `offset` is the number of results before them. */
export function formatExplanations({ hits, total }: ExplainedPage, offset: number, width: number): string {
  if (hits.length === 0) return formatTotal(0, total);
  const blocks = hits.map((hit, place) => formatHit(hit, offset + place + 1, width));
  return [...blocks, ...(hits.length < total ? [formatTotal(hits.length, total)] : [])].join("\n");
}

/** Formats the number of results: `2 tools`, or `2 of 7 tools` if more tools match. */
function formatTotal(shown: number, total: number): string {
  if (total === 0) return "no tools found\n";
  return shown < total ? `${shown} of ${count(total, "tool")}\n` : `${count(total, "tool")}\n`;
}

function formatHit(hit: ExplainedHit, place: number, width: number): string {
  const { tool, score } = hit;
  const title = shownLine(`${place}. ${tool.name} (${tool.cli.name}), score ${score.toFixed(2)}`);
  const lines = [shownLine(tool.description), ...describeScore(hit)];
  return [title, ...lines.map((line) => indent(line, width)), ""].join("\n");
}

function indent(line: string, width: number): string {
  return wrapText(line, Math.max(1, width - INDENT.length))
    .map((part) => `${INDENT}${part}`)
    .join("\n");
}
