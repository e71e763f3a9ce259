/** Prints a drafted policy as YAML, with the number of calls that need each rule as comments. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import { flowText, yamlText } from "../import/draft/yaml-text.ts";
import { lineCommentText } from "../emit/escape.ts";
import { compareTexts } from "@climax-gen/runtime/internal/text/code-unit-order";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { count } from "../text/wording.ts";
import { deriveLimits } from "./derive-limits.ts";
import type { ReadAudit } from "./read-audit.ts";
import type { ToolCalls, AuditUse } from "./tool-use.ts";

/**
 * Returns the policy: the tools that ran, and for each argument the narrowest constraint that the recorded calls satisfy. Arguments that no
 * call passed are forbidden.
 */
export function printPolicy({ calls, refused, notRun }: ReadAudit, { tools }: AuditUse): string {
  const times = calls.map(({ time }) => time).toSorted(compareTexts);
  const period = `from ${times[0] ?? ""} to ${times.at(-1) ?? ""}`;
  const head = [
    `# Drafted from ${count(calls.length, "recorded call")} of ${count(tools.length, "tool")}, ${period}.`,
    ...listClients(calls),
    ...(refused === 0 ? [] : [`# Not covered: ${count(refused, "rejected call")}.`]),
    ...(notRun === 0 ? [] : [`# Not covered: ${count(notRun, "call")} that did not run, such as a dry run.`]),
  ];
  return [...head.map(lineCommentLine), "kind: policy", "tools:", ...tools.flatMap(printTool), ""].join("\n");
}

function lineCommentLine(line: string): string {
  return `# ${lineCommentText(line.slice(2))}`;
}

function listClients(calls: ReadAudit["calls"]): readonly string[] {
  const names = calls.flatMap(({ client }) => (client === undefined ? [] : [client]));
  const counts = [...new Set(names)].map((name) => `${name} ${names.filter((other) => other === name).length}`);
  return counts.length === 0 ? [] : [`# Calls by client: ${counts.join(", ")}.`];
}

function printTool({ tool, calls, args }: ToolCalls): readonly string[] {
  const risk = tool.risk === undefined ? "" : `, risk ${tool.risk}`;
  const used = tool.args.filter(({ name }) => args.has(name));
  const unused = tool.handler.kind === "command" ? tool.args.filter(({ name }) => !args.has(name)) : [];
  const rows = used.flatMap((arg): readonly string[] => {
    const use = args.get(arg.name);
    const limits = deriveLimits(arg, use, calls);
    const texts = [...constraintTexts(limits), ...(limits.equals === true && isLeftOut(arg, limits) ? [LEFT_OUT] : [])];
    const note = `${countOf(use?.calls ?? 0, calls)}${use?.hasUnknown === true ? ", values not recorded" : ""}`;
    const name = yamlText(arg.name);
    return [texts.length === 0 ? `      # ${name}: any value, ${note}` : `      ${name}: { ${texts.join(", ")} } # ${note}`];
  });
  const forbidden = unused.map(
    (arg) => `      ${yamlText(arg.name)}: { ${constraintTexts(deriveLimits(arg, undefined, calls)).join(", ")} }`,
  );
  const lines = [...rows, ...(forbidden.length === 0 ? [] : ["      # in no call", ...forbidden])];
  const hasRules = lines.some((line) => !line.trimStart().startsWith("#"));
  const heading = `  ${yamlText(tool.name)}:${hasRules ? "" : " {}"} # ${count(calls, "call")}${risk}`;
  return [heading, ...(hasRules ? ["    args:"] : []), ...lines];
}

function countOf(part: number, all: number): string {
  return part === all ? "in every call" : `in ${count(part, "call")}`;
}

function constraintTexts(constraint: ArgConstraint): readonly string[] {
  return Object.entries(constraint).map(([key, limit]) => `${key}: ${printLimit(limit as string | number | boolean | readonly string[])}`);
}

/** Reports whether a call can leave out an argument, which then has no value. */
function isLeftOut({ required, default: fallback }: ToolArg, limits: ArgConstraint): boolean {
  return required !== true && fallback === undefined && limits.required !== true;
}

/** Acknowledges that calls can leave out an argument with one value, because recorded calls did. */
const LEFT_OUT = "x-allow: [{ code: hollow-policy, reason: recorded calls leave it out, too }]";

function printLimit(limit: string | number | boolean | readonly string[]): string {
  if (typeof limit === "string") return flowText(limit);
  if (typeof limit === "object") return `[${limit.map(flowText).join(", ")}]`;
  return String(limit);
}
