/** Formats the tools of a server as a table, for `climax-gen list`. */
import type { ToolPolicy } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { maskDefault } from "@climax-gen/runtime/internal/command-line/shown-line";
import { describeRelations } from "@climax-gen/runtime/internal/tool/relations";
import { canStandAlone, isListArg } from "@climax-gen/runtime/internal/tool/tool";
import { count, shownLine } from "../text/wording.ts";
import { describeFacts } from "../describe/describe-facts.ts";
import { describeMachines, describeOwnSystems } from "../describe/describe-machines.ts";
import { describeCliSecrets, describeOwnSecrets } from "../describe/describe-secrets.ts";
import { describeAction } from "../describe/describe-action.ts";
import { argConstraints, describeConstraints, describeSurroundings, toolPolicies } from "../describe/describe-policy.ts";
import type { CliModel, ServerModel } from "../resolve/model.ts";
import { formatRows } from "../text/columns.ts";
import { wrapText } from "../text/wrap.ts";

const HEADINGS = ["TOOL", "COMMAND", "ARGUMENTS", "DESCRIPTION"];
/** Heading of the column added if a tool states facts about its effects. */
const EFFECTS = "EFFECTS";
/** Heading of the column added if there is a policy. */
const CONSTRAINTS = "CONSTRAINTS";

/**
 * Formats one block per CLI, in lines of at most `width` columns unless a column is too narrow to shrink. Ends with a line feed. Skips CLIs
 * whose tools are all redefined by later files.
 */
export function formatToolTable(model: ServerModel, width: number): string {
  const { policies } = model;
  const clis = model.clis.filter(({ tools }) => tools.length > 0);
  const byTool = policies.length > 0 ? toolPolicies(policies) : undefined;
  const blocks = clis.map((cli) => formatCli(cli, byTool, width));
  const tools = clis.reduce((sum, cli) => sum + cli.tools.length, 0);
  const surroundings = describeSurroundings(policies).map((sentence) => `${wrapText(shownLine(sentence), width).join("\n")}\n`);
  return `${blocks.join("\n")}\n${surroundings.join("")}${count(tools, "tool")} in ${count(clis.length, "CLI")}\n`;
}

type ToolPolicies = ReadonlyMap<string, readonly ToolPolicy[]>;

function formatCli({ cli, tools }: CliModel, policies: ToolPolicies | undefined, width: number): string {
  const about = [
    cli.description,
    cli.category && `category ${cli.category}`,
    cli.tags?.length && `tags ${cli.tags.join(", ")}`,
    ...describeMachines(cli),
    ...describeCliSecrets(cli),
  ].filter(Boolean);
  const title = [cli.name, ...about].map((part) => shownLine(String(part))).join(" · ");
  const hasFacts = tools.some(({ tool }) => factsOf(tool).length > 0);
  const rows = [
    [...HEADINGS, ...(hasFacts ? [EFFECTS] : []), ...(policies ? [CONSTRAINTS] : [])],
    ...tools.map(({ tool }) => [
      ...toRow(tool),
      ...(hasFacts ? [[tool.risk ?? "no risk declared", ...factsOf(tool)].join(", ")] : []),
      ...(policies ? [describeRules(policies.get(tool.name))] : []),
    ]),
  ];
  return [...wrapText(title, width), formatRows(rows, width)].join("\n");
}

function factsOf(tool: Tool): readonly string[] {
  return [...describeFacts(tool), ...describeOwnSystems(tool), ...describeOwnSecrets(tool)];
}

function toRow(tool: Tool): readonly string[] {
  return [tool.name, describeAction(tool), describeArgs(tool), tool.description].map(shownLine);
}

/**
 * Formats an argument as `name:type`, with `*` if required, `=default`, `…` if it accepts a list, and the enum values instead of the type.
 */
function describeArg(arg: ToolArg): string {
  const members = arg.enum === undefined ? (arg.type === "string" && canStandAlone(arg) ? "text" : arg.type) : arg.enum.join("|");
  const values = canStandAlone(arg) ? `true|${members}` : members;
  return `${arg.name}${arg.required ? "*" : ""}:${values}${isListArg(arg) ? "…" : ""}${describeDefault(arg.default)}`;
}

function describeDefault(value: ToolArg["default"]): string {
  if (value === undefined) return "";
  return `=${typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value)}`;
}

/** Formats the arguments, then their relations. */
function describeArgs(tool: Tool): string {
  const args = tool.args.map((arg) => describeArg(maskDefault(arg))).join(", ");
  const relations = describeRelations(tool);
  return relations === "" ? args : `${args}. ${relations}`;
}

/** Formats constraints: `max_count: 1 to 100; asks first`. */
function describeRules(rules: readonly ToolPolicy[] = []): string {
  const constraints = Array.from(argConstraints(rules), ([name, all]) => `${name}: ${describeConstraints(all)}`);
  return shownLine([...constraints, ...(rules.some(({ confirm }) => confirm) ? ["asks first"] : [])].join("; "));
}
