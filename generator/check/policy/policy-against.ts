/** Whether a policy fits the configs of a server: its names, its types, and what it leaves. */
import type { ArgConstraint, ArgType, ToolArg } from "@climax-gen/runtime/compiler";
import { isEnabled, isSchemaObject, nearNames, toPolicy } from "@climax-gen/runtime/compiler";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { describeValue } from "../../load/values.ts";
import type { CheckedFile, CheckedPolicy } from "../files/checked-file.ts";
import { findDefinitions, type ToolDefinition } from "../files/definitions.ts";
import { locateClosest } from "../files/locations.ts";
import { isOfType } from "../cli/default-rules.ts";
import { describeExpected, suggestFix } from "../reporting/fixes.ts";
import { findRefusal } from "./policy-refusals.ts";
import type { ConstraintKey } from "../keys/policy-schema.ts";
import { createReport, type Report } from "../reporting/report.ts";

/**
 * What is wrong with a policy in front of these configs. A tool that no config has is a warning, as a policy may be written for several
 * servers, and an error if a tool has nearly that name. An argument that its tool does not have is an error: its constraint would be
 * lost. So is a constraint that does not fit its argument: it would refuse every value. Never rejects.
 */
export async function checkPolicyAgainst(policy: CheckedPolicy, configs: readonly CheckedFile[]): Promise<readonly Diagnostic[]> {
  const report = createReport(policy.document);
  const tools = findDefinitions(configs);
  for (const [name, { args = {} }] of Object.entries(policy.spec.tools)) {
    const known = tools.get(name);
    if (known === undefined) {
      const near = nearNames(name, tools.keys(), 2);
      if (near.length > 0) report.atKey("policy-misspelt-tool", ["tools", name], { tool: name, near });
      else report.atKey("policy-unknown-tool", ["tools", name], { tool: name });
      continue;
    }
    for (const [arg, rules] of Object.entries(args)) await checkArgument(known, arg, rules, report);
  }
  const policies = [toPolicy(policy.spec)];
  const leavesNone = tools.size > 0 && ![...tools.keys()].some((name) => isEnabled(name, policies));
  if (leavesNone) report.atMissing("policy-leaves-nothing", ["tools"]);
  return report.diagnostics;
}

/** Reports whether a property of a Directive tool's schema is one that no constraint can be about. */
function isComplexArg(definition: ToolDefinition, name: string): boolean {
  if (definition.kind !== "directive") return false;
  const { properties } = definition.tool.inputSchema;
  return isSchemaObject(properties) && Object.hasOwn(properties, name) && !definition.tool.args.some((arg) => arg.name === name);
}

async function checkArgument(known: ToolDefinition, name: string, rules: ArgConstraint, report: Report): Promise<void> {
  const { tool } = known;
  const path = ["tools", tool.name, "args", name];
  const arg = tool.args.find((candidate) => candidate.name === name);
  if (isComplexArg(known, name)) {
    const details = { tool: tool.name, arg: name, type: "object, or several types", fitting: [] };
    for (const key of Object.keys(rules)) report.atKey("constraint-type", [...path, key], { ...details, key });
    return;
  }
  if (arg === undefined) {
    const names = tool.args.map((candidate) => candidate.name);
    report.atKey("policy-unknown-argument", path, { tool: tool.name, arg: name, near: nearNames(name, names, 2) });
    return;
  }
  const constrained = { tool, arg, rules, path };
  const isFitting = [checkKeysFit(constrained, report), checkItemsFit(constrained, report)].every(Boolean);
  if (!isFitting) return;
  const refusal = await findRefusal(tool, arg, rules);
  if (refusal.leavesNothing) report.atKey("no-value-left", path, { tool: tool.name, arg: name });
  else if (refusal.ofDefault !== undefined) reportDefault(known, arg, [...path, refusal.ofDefault], report);
}

interface Constrained {
  readonly tool: ToolDefinition["tool"];
  readonly arg: ToolArg;
  readonly rules: ArgConstraint;
  /** Of the constraint in the policy. */
  readonly path: YamlPath;
}

/** The constraints that each type of argument can have. */
const constraintsOf: Readonly<Record<ArgType, readonly ConstraintKey[]>> = {
  string: ["pattern", "deny_pattern", "one_of", "max_length", "within"],
  integer: ["one_of", "min", "max"],
  number: ["one_of", "min", "max"],
  boolean: [],
  map: ["pattern", "deny_pattern", "one_of", "max_length", "within"],
};

function checkKeysFit({ tool, arg, rules, path }: Constrained, report: Report): boolean {
  const fitting = constraintsOf[arg.type];
  const strangers = (Object.keys(rules) as ConstraintKey[]).filter((key) => !fitting.includes(key));
  const details = { tool: tool.name, arg: arg.name, type: arg.type, fitting };
  for (const key of strangers) report.atKey("constraint-type", [...path, key], { ...details, key });
  return strangers.length === 0;
}

/** The values of `one_of` have the argument's type. Those that its enum does not have change nothing, so they are only told. */
function checkItemsFit({ tool, arg, rules, path }: Constrained, report: Report): boolean {
  const { type } = arg;
  // Of a boolean, the key itself has been reported.
  if (type === "boolean" || rules.one_of === undefined) return true;
  let isFitting = true;
  for (const [index, item] of rules.one_of.entries()) {
    const at = [...path, "one_of", index];
    if (!isOfType(type === "map" ? "string" : type, item)) {
      reportItem(arg, item, at, report);
      isFitting = false;
    } else if (arg.enum !== undefined && !arg.enum.map(String).includes(String(item))) {
      const near = nearNames(String(item), arg.enum.map(String), 2);
      report.atValue("one-of-not-in-enum", at, { tool: tool.name, arg: arg.name, value: String(item), near });
    }
  }
  return isFitting;
}

function reportItem({ name, type }: ToolArg, item: string | number, path: YamlPath, report: Report): void {
  const expected = type === "string" ? "text" : type === "integer" ? "integer" : "number";
  const fix = suggestFix(expected, item, report.writtenAt(path));
  report.atValue("one-of-item", path, {
    expected: `${describeExpected(expected)} as ${quote(name)} is`,
    found: describeValue(item),
    ...(fix !== undefined && { fix }),
  });
}

function reportDefault(definition: ToolDefinition, arg: ToolArg, path: YamlPath, report: Report): void {
  const { file, tool } = definition;
  const location = locateClosest(file, { kind: "tool", tool: tool.name }, ["name"]);
  const value = typeof arg.default === "string" ? quote(arg.default) : JSON.stringify(arg.default);
  const details = { tool: tool.name, arg: arg.name, key: String(path.at(-1)), value };
  report.add(withRelated(diagnose("default-refused", report.locateValue(path), details), "the tool is defined here", location));
}
