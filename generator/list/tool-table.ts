/** `climax-gen list`: the tools of a server as a table that fits the terminal. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Tool, ToolArg, ToolPolicy } from "@climax-gen/runtime";
import { count } from "../diagnostics/wording.ts";
import { describeAction } from "../resolve/describe-action.ts";
import { describeConstraint, describeSurroundings, toolPolicies } from "../resolve/describe-policy.ts";
import type { CliModel, ServerModel } from "../resolve/model.ts";

const HEADINGS = ["TOOL", "COMMAND", "ARGUMENTS", "DESCRIPTION"];
/** The column that a policy adds. */
const CONSTRAINTS = "CONSTRAINTS";
const GAP = "  ";
/** A column is not made narrower than this: below it, words fall apart into letters. */
const MIN_COLUMN = 12;

/** The table, one block per CLI, in lines of at most `width` columns where the names allow it. Ends with a line feed. */
export function formatToolTable(model: ServerModel, width: number): string {
  const { clis, policy } = model;
  const blocks = clis.map((cli) => formatCli(cli, policy && toolPolicies(policy), width));
  const tools = clis.reduce((sum, cli) => sum + cli.tools.length, 0);
  const surroundings = policy
    ? describeSurroundings(policy).map((sentence) => `${wrapAnsi(oneLine(sentence), width, { hard: true })}\n`)
    : [];
  return `${blocks.join("\n")}\n${surroundings.join("")}${count(tools, "tool")} in ${count(clis.length, "CLI")}\n`;
}

type ToolPolicies = ReadonlyMap<string, ToolPolicy>;

function formatCli({ cli, tools }: CliModel, policies: ToolPolicies | undefined, width: number): string {
  const about = [cli.description, cli.category && `category ${cli.category}`, cli.tags?.length && `tags ${cli.tags.join(", ")}`].filter(
    Boolean,
  );
  const title = [cli.name, ...about].map((part) => oneLine(String(part))).join(" · ");
  const rows = [
    policies ? [...HEADINGS, CONSTRAINTS] : HEADINGS,
    ...tools.map(({ tool }) => (policies ? [...toRow(tool), describeRules(policies.get(tool.name))] : toRow(tool))),
  ];
  const columns = fitColumns(rows, width);
  return [wrapAnsi(title, width, { hard: true }), ...rows.map((row) => formatRow(row, columns)), ""].join("\n");
}

function toRow(tool: Tool): readonly string[] {
  return [tool.name, describeAction(tool), tool.args.map(describeArg).join(", "), tool.description].map(oneLine);
}

/** `name:type`, with `*` where required, `=default`, `…` where a list is taken, and the values of an enum. */
function describeArg(arg: ToolArg): string {
  const values = arg.enum === undefined ? arg.type : arg.enum.join("|");
  const fallback = arg.default === undefined ? "" : `=${String(arg.default)}`;
  return `${arg.name}${arg.required ? "*" : ""}:${values}${arg.repeat ? "…" : ""}${fallback}`;
}

/** `max_count: 1 to 100; asks first`. */
function describeRules({ args = {}, confirm }: ToolPolicy = {}): string {
  const constraints = Object.entries(args).map(([name, rules]) => `${name}: ${describeConstraint(rules)}`);
  return oneLine([...constraints, ...(confirm ? ["asks first"] : [])].join("; "));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The natural widths where they fit; otherwise the widest columns give way until they do. */
function fitColumns(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const columns = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column] ?? ""))));
  let excess = columns.reduce((sum, column) => sum + column, 0) + GAP.length * (columns.length - 1) - width;
  while (excess > 0) {
    const widest = columns.indexOf(Math.max(...columns));
    const current = columns[widest] ?? 0;
    if (current <= MIN_COLUMN) break;
    const others = Math.max(MIN_COLUMN, ...columns.filter((_, column) => column !== widest));
    const step = Math.min(excess, Math.max(1, current - others));
    columns[widest] = Math.max(MIN_COLUMN, current - step);
    excess -= step;
  }
  return columns;
}

function formatRow(row: readonly string[], columns: readonly number[]): string {
  const cells = row.map((cell, column) => wrapAnsi(cell, columns[column] ?? MIN_COLUMN, { hard: true }).split("\n"));
  const height = Math.max(...cells.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, column) => padEnd(cell[line] ?? "", columns[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return lines.join("\n");
}

function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}
