/** Search results as a table, or each with what its score is made of. */
import type { ExplainedHit, Tool } from "@climax-gen/runtime";
import { count, oneLine } from "../diagnostics/wording.ts";
import { formatRows } from "../list/columns.ts";
import { wrapText } from "../list/wrap.ts";

const HEADINGS = ["TOOL", "CLI", "DESCRIPTION"];
const INDENT = "   ";

/** The tools in the order of the search. */
export function formatResults(tools: readonly Tool[], width: number): string {
  if (tools.length === 0) return "no tool was found\n";
  const rows = tools.map(({ name, cli, description }) => [name, cli.name, description].map(oneLine));
  return `${formatRows([HEADINGS, ...rows], width)}${count(tools.length, "tool")}\n`;
}

/** Each tool with its score and where that comes from: words, fields and their weights. */
export function formatExplanations(hits: readonly ExplainedHit[], width: number): string {
  if (hits.length === 0) return "no tool was found\n";
  return hits.map((hit, place) => formatHit(hit, place + 1, width)).join("\n");
}

function formatHit(hit: ExplainedHit, place: number, width: number): string {
  const { tool, score, phrase } = hit;
  const title = oneLine(`${place}. ${tool.name} (${tool.cli.name}), score ${score.toFixed(2)}`);
  const reasons = [
    ...(phrase === undefined ? [] : [`the query as one phrase: ${phrase}`]),
    ...hit.terms.map(formatTerm),
    ...(hit.terms.length > 0 ? [`times ${hit.coverage.toFixed(2)} for how much of the query that is`] : []),
    ...hit.scopes.map(({ alias, score: added }) => `plus ${added.toFixed(2)} because "${alias}" names the CLI`),
  ];
  const lines = [oneLine(tool.description), ...reasons];
  return [title, ...lines.map((line) => indent(line, width)), ""].join("\n");
}

/** `commits → commit: 3.10 (name 3.00, description 0.71)`. */
function formatTerm({ word, met, kind, isFaint, score, fields }: ExplainedHit["terms"][number]): string {
  const how = `${kind === "exact" ? "" : `, ${kind}`}${isFaint ? ", faint" : ""}`;
  const where = fields.map(({ field, weight }) => `${field} ${weight.toFixed(2)}`).join(", ");
  return `${word}${word === met ? "" : ` → ${met}`}${how}: ${score.toFixed(2)} (${where})`;
}

function indent(line: string, width: number): string {
  return wrapText(line, Math.max(1, width - INDENT.length))
    .map((part) => `${INDENT}${part}`)
    .join("\n");
}
