/** Checks a policy against the configs of a server: names, types, and the tools and values that remain. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ScalarValue } from "@climax-gen/runtime/internal/tool/tool-spec";
import {
  constraintsOfType,
  describeConstraint,
  formOfConstraint,
  isValueConstraint,
} from "@climax-gen/runtime/internal/constraint/constraints";
import { isSchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { isGlob, matchesGlob } from "@climax-gen/runtime/internal/policy/expand-policy";
import { isEnabled, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { quote } from "../../text/wording.ts";
import type { YamlPath } from "../../load/locate.ts";
import { describeValue } from "../../load/values.ts";
import type { CheckedFile, CheckedPolicy } from "../files/checked-file.ts";
import { findDefinitions, type DefinedTool } from "../files/definitions.ts";
import { addressOf, locateClosest } from "../files/locations.ts";
import { isOfType } from "../cli/default-rules.ts";
import { describeExpected, suggestFix } from "../reporting/fixes.ts";
import { findExecutorConflicts, findIdleExecutors } from "./executor-entries.ts";
import { findRefusal } from "./policy-refusals.ts";
import type { ConstraintKey } from "../keys/policy-schema.ts";
import { createReport, type Report } from "../reporting/report.ts";

/**
 * Checks a policy file against these configs. An unknown tool is a warning, because a policy may be written for several servers, and an
 * error if a tool has a similar name. An unknown argument is an error, because its constraint would have no effect. So is a constraint that
 * does not apply to its argument, because it would reject every value. Never rejects.
 */
export async function checkPolicyAgainst(policy: CheckedPolicy, configs: readonly CheckedFile[]): Promise<readonly Diagnostic[]> {
  const report = createReport(policy.document);
  const tools = findDefinitions(configs);
  for (const [name, { args = {} }] of Object.entries(policy.spec.tools)) {
    if (isGlob(name)) {
      await checkGlob({ glob: name, args }, tools, report);
      continue;
    }
    const known = tools.get(name);
    if (known === undefined) {
      reportUnknownTool(name, ["tools", name], tools, report);
      continue;
    }
    for (const [arg, rules] of Object.entries(args))
      await checkArgument(known, { name: arg, rules, path: ["tools", name, "args", arg] }, report);
  }
  for (const name of Object.keys(policy.spec.functions ?? {})) {
    const isTool = tools.has(name);
    if (isTool || isGlob(name)) report.atKey("policy-function", ["functions", name], { name, isTool });
  }
  for (const name of Object.keys(policy.spec.approval?.tools ?? {})) {
    if (!tools.has(name) && policy.spec.functions?.[name] === undefined)
      reportUnknownTool(name, ["approval", "tools", name], tools, report);
  }
  return [...report.diagnostics, ...findExecutorConflicts(policy, tools.values())];
}

function reportUnknownTool(tool: string, path: YamlPath, tools: ReadonlyMap<string, DefinedTool>, report: Report): void {
  const near = nearNames(tool, tools.keys(), 2);
  if (near.length > 0) report.atKey("policy-misspelt-tool", path, { tool, near });
  else report.atKey("policy-unknown-tool", path, { tool });
}

interface GlobEntry {
  readonly glob: string;
  readonly args: Readonly<Record<string, ArgConstraint>>;
}

/** Checks the constraints of a glob, which apply to the matching tools that have the argument. */
async function checkGlob({ glob, args }: GlobEntry, tools: ReadonlyMap<string, DefinedTool>, report: Report): Promise<void> {
  const matching = [...tools.values()].filter(({ tool }) => matchesGlob(glob, tool.name));
  if (matching.length === 0) return report.atKey("policy-unmatched-glob", ["tools", glob], { glob });
  for (const [name, rules] of Object.entries(args)) {
    const path = ["tools", glob, "args", name];
    const owners = matching.filter((known) => isComplexArg(known, name) || known.tool.args.some((arg) => arg.name === name));
    for (const known of owners) await checkArgument(known, { name, rules, path }, report);
    if (owners.length > 0) continue;
    const names = new Set(matching.flatMap(({ tool }) => tool.args.map((arg) => arg.name)));
    report.atKey("policy-unmatched-argument", path, { glob, arg: name, near: nearNames(name, names, 2) });
  }
}

/**
 * Checks the tools under a policy: at least one is enabled, and those without a risk are confirmed as its author expects.
 * @param files the policy, then the policies that it includes
 * @param expanded the policies that they are expanded to
 */
export function checkEnabled(
  files: readonly CheckedPolicy[],
  expanded: readonly CheckedPolicy[],
  configs: readonly CheckedFile[],
): readonly Diagnostic[] {
  const definitions = [...findDefinitions(configs).values()];
  const [policy] = files;
  if (policy === undefined || definitions.length === 0) return [];
  const policies = expanded.map(({ spec }) => toPolicy(spec));
  const enabled = definitions.filter(({ tool }) => isEnabled(tool.name, policies));
  if (enabled.length > 0)
    return files.flatMap((file) => [...findWithoutRisk(file, enabled), ...findIdleExecutors(file, definitions, enabled)]);
  const report = createReport(policy.document);
  const isWritten = policy.document.value["tools"] !== undefined;
  report[isWritten ? "atKey" : "atMissing"]("policy-leaves-nothing", ["tools"]);
  return report.diagnostics;
}

/**
 * Returns a warning for enabled tools without a risk if `approval` depends on the risk. Their calls are confirmed like those of tools that
 * write, whereas CLImax treats them as `read`.
 */
function findWithoutRisk({ document, spec, globs }: CheckedPolicy, enabled: readonly DefinedTool[]): readonly Diagnostic[] {
  const { global: level = "none", tools: exceptions = {} } = spec.approval ?? {};
  if (level !== "write" && level !== "destructive") return [];
  const isDecided = (name: string): boolean =>
    Object.hasOwn(exceptions, name) ||
    [name, ...globs.filter((glob) => matchesGlob(glob, name))].some(
      (entry) => Object.hasOwn(spec.tools, entry) && spec.tools[entry]?.confirm !== undefined,
    );
  const tools = enabled
    .filter(({ kind, tool }) => kind === "cli" && tool.risk === undefined && !isDecided(tool.name))
    .map(({ tool }) => tool.name)
    .toSorted();
  if (tools.length === 0) return [];
  const report = createReport(document);
  report.atValue("approval-without-risk", ["approval", "global"], { level, tools });
  return report.diagnostics;
}

/** Reports whether a property of a Directive tool's schema has a type to which no constraint applies. */
function isComplexArg(definition: DefinedTool, name: string): boolean {
  if (definition.kind !== "directive") return false;
  const { properties } = definition.tool.inputSchema;
  return isSchemaObject(properties) && Object.hasOwn(properties, name) && !definition.tool.args.some((arg) => arg.name === name);
}

/** A constraint in the policy, and its path. */
interface Written {
  /** Name of the argument. */
  readonly name: string;
  readonly rules: ArgConstraint;
  readonly path: YamlPath;
}

async function checkArgument(known: DefinedTool, { name, rules, path }: Written, report: Report): Promise<void> {
  const { tool } = known;
  const arg = tool.args.find((candidate) => candidate.name === name);
  if (isComplexArg(known, name)) {
    const details = { tool: tool.name, arg: name, type: "object, or several types", fitting: [] };
    for (const key of Object.keys(rules)) report.atKey("constraint-type", [...path, key], { ...details, key });
    return;
  }
  if (arg === undefined) {
    const names = tool.args.map((candidate) => candidate.name);
    report.atKey("policy-unknown-argument", path, { tool: tool.name, arg: name, near: nearNames(name, names, 2), names });
    return;
  }
  const constrained = { tool, arg, rules, path };
  const isFitting = [checkKeysFit(constrained, report), checkItemsFit(constrained, report)].every(Boolean);
  if (!isFitting) return;
  if (rules.forbid && arg.required) return report.atKey("forbid-required", [...path, "forbid"], { tool: tool.name, arg: name });
  const refusal = await findRefusal(tool, arg, rules);
  if (refusal.leavesNothing) report.atKey("no-value-left", path, { tool: tool.name, arg: name });
  else if (refusal.ofDefault !== undefined) reportDefault(known, arg, [...path, refusal.ofDefault], report);
}

interface ConstrainedArg {
  readonly tool: DefinedTool["tool"];
  readonly arg: ToolArg;
  readonly rules: ArgConstraint;
  /** Location of the constraint in the policy. */
  readonly path: YamlPath;
}

function checkKeysFit({ tool, arg, rules, path }: ConstrainedArg, report: Report): boolean {
  const fitting = constraintsOfType(arg.type);
  const strangers = (Object.keys(rules) as ConstraintKey[]).filter((key) => isValueConstraint(key) && !fitting.includes(key));
  const details = { tool: tool.name, arg: arg.name, type: arg.type, fitting };
  for (const key of strangers) report.atKey("constraint-type", [...path, key], { ...details, key });
  return strangers.length === 0;
}

/** Checks that `equals` and the listed values have the argument's type. A value outside its enum has no effect and is a warning. */
function checkItemsFit({ tool, arg, rules, path }: ConstrainedArg, report: Report): boolean {
  const { type } = arg;
  let isFitting = rules.equals === undefined || isOfType(type, rules.equals);
  if (!isFitting) reportEquals(arg, rules.equals, [...path, "equals"], report);
  // A list of values for a boolean has been reported.
  if (type === "boolean") return isFitting;
  const lists = describeConstraint(rules).filter(({ key }) => formOfConstraint(key) === "values");
  const items = lists.flatMap(({ key, values }) => values.map((item, index) => ({ key, index, item })));
  for (const { key, index, item } of items) {
    const at = [...path, key, index];
    if (!isOfType(type === "map" ? "string" : type, item)) {
      reportItem(arg, { key, item }, at, report);
      isFitting = false;
    } else if (arg.enum !== undefined && !arg.enum.map(String).includes(String(item))) {
      const near = nearNames(String(item), arg.enum.map(String), 2);
      report.atValue("one-of-not-in-enum", at, { tool: tool.name, arg: arg.name, value: String(item), near });
    }
  }
  return isFitting;
}

function reportEquals({ name, type }: ToolArg, value: ArgConstraint["equals"], path: YamlPath, report: Report): void {
  const expected = type === "string" || type === "map" ? "text" : type;
  const fix = suggestFix(expected, value, report.writtenAt(path)) ?? `write ${describeExpected(expected)}`;
  const what = "`equals`";
  report.atValue("wrong-type", path, {
    what,
    expected: `${describeExpected(expected)} as ${quote(name)} is`,
    found: describeValue(value),
    fix,
  });
}

function reportItem(
  { name, type }: ToolArg,
  { key, item }: { readonly key: string; readonly item: ScalarValue },
  path: YamlPath,
  report: Report,
): void {
  const expected = type === "string" || type === "map" ? "text" : type === "integer" ? "integer" : "number";
  const fix = suggestFix(expected, item, report.writtenAt(path));
  report.atValue("one-of-item", path, {
    key,
    expected: `${describeExpected(expected)} as ${quote(name)} is`,
    found: describeValue(item),
    fix,
  });
}

function reportDefault(definition: DefinedTool, arg: ToolArg, path: YamlPath, report: Report): void {
  const { file, tool } = definition;
  const location = locateClosest(file, addressOf(tool.name), ["name"]);
  const value = typeof arg.default === "string" ? quote(arg.default) : JSON.stringify(arg.default);
  const details = { tool: tool.name, arg: arg.name, key: String(path.at(-1)), value };
  report.add(withRelated(diagnose("default-refused", report.locateValue(path), details), "the tool is defined here", location));
}
