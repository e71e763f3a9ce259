/** Splits a document into the parts of a policy. Each is parsed separately, so that one error does not hide the others. */
import type { YamlPath } from "../../load/locate.ts";
import { isList, describeValue, isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";
import { suggestToolEntry } from "./disabled-tools.ts";
import { toFlow } from "../../load/flow-text.ts";
import type { KeysContext } from "../reporting/check-keys.ts";
import { readPart, type Part } from "../reporting/part.ts";
import { createPolicyFormat, onlyBoolean, policyFormat } from "./policy-format.ts";
import {
  executorSchema,
  inheritedEnvSchema,
  limitsSchema,
  type ParsedExecutor,
  type ParsedInheritedEnv,
  type ParsedLimits,
} from "../keys/execution-schema.ts";
import {
  approvalSchema,
  constraintSchema,
  functionPolicyHeadSchema,
  policyHeadSchema,
  toolPolicyHeadSchema,
  type ParsedApproval,
  type ParsedConstraint,
  type ParsedPolicyHead,
  type ParsedToolPolicyHead,
} from "../keys/policy-schema.ts";
import type { Report } from "../reporting/report.ts";

/** The constraint of an argument. */
export interface ConstraintPart extends Part<ParsedConstraint> {
  /** Name of the argument. */
  readonly name: string;
}

/** The rules of a tool, with their constraints. */
export interface ToolPolicyPart extends Part<ParsedToolPolicyHead> {
  /** Name of the tool. */
  readonly name: string;
  readonly executor?: Part<ParsedExecutor>;
  readonly args: readonly ConstraintPart[];
}

/** A policy with the parts that it contains. */
export interface PolicyPart extends Part<ParsedPolicyHead> {
  readonly executor?: Part<ParsedExecutor>;
  readonly env?: Part<ParsedInheritedEnv>;
  readonly limits?: Part<ParsedLimits>;
  readonly approval?: Part<ParsedApproval>;
  readonly tools: readonly ToolPolicyPart[];
  /** The rules of functions, which no config has. */
  readonly functions: readonly ToolPolicyPart[];
}

/** Returns the parts of the policy. Reports wrong keys and types. Omits entries that are not mappings. */
export function readPolicyParts(report: Report, tools: ReadonlySet<string>): PolicyPart {
  const { value: root } = report.document;
  const format = createPolicyFormat(tools);
  const contextAt = (path: YamlPath): KeysContext => ({ path, format, report });
  const policy = readPart(policyHeadSchema, root, contextAt([]));
  const { executor, env, limits, approval } = root;
  const readExecutor = (value: YamlValue, path: YamlPath): { readonly executor?: Part<ParsedExecutor> } =>
    isMapping(value) ? { executor: readPart(executorSchema, value, contextAt(path)) } : {};
  const readRules = ({ name, raw, path }: PolicyEntry, isFunction: boolean): ToolPolicyPart => {
    const tool: Part<ParsedToolPolicyHead> = isFunction
      ? readPart(functionPolicyHeadSchema, raw, contextAt(path))
      : readPart(toolPolicyHeadSchema, raw, contextAt(path));
    const args = readEntries(raw, { path: [...path, "args"], fixOf: fixForConstraint }, report);
    return {
      ...tool,
      name,
      ...(isFunction ? {} : readExecutor(raw["executor"] ?? null, [...path, "executor"])),
      args: args.map((entry): ConstraintPart => ({ ...readPart(constraintSchema, entry.raw, contextAt(entry.path)), name: entry.name })),
    };
  };
  const readTable = (key: "tools" | "functions"): readonly ToolPolicyPart[] =>
    readEntries(root, { path: [key], fixOf: suggestToolEntry }, report).map((entry) => readRules(entry, key === "functions"));
  return {
    ...policy,
    ...readExecutor(executor ?? null, ["executor"]),
    ...(isMapping(env) && { env: readPart(inheritedEnvSchema, env, contextAt(["env"])) }),
    ...(isMapping(limits) && { limits: readPart(limitsSchema, limits, contextAt(["limits"])) }),
    ...(isMapping(approval) && { approval: readPart(approvalSchema, approval, contextAt(["approval"])) }),
    tools: readTable("tools"),
    functions: readTable("functions"),
  };
}

interface PolicyEntry {
  readonly name: string;
  readonly raw: YamlMapping;
  readonly path: YamlPath;
}

interface EntryContext {
  /** Path of the mapping that contains the entries. */
  readonly path: YamlPath;
  /** Returns the advice for a value that is not a mapping. */
  readonly fixOf: (value: YamlValue) => string;
}

function readEntries(owner: YamlMapping, { path, fixOf }: EntryContext, report: Report): readonly PolicyEntry[] {
  const table = owner[String(path.at(-1))];
  if (!isMapping(table)) return [];
  return Object.keys(table).flatMap((name) => {
    const raw = table[name] ?? null;
    const entryPath = [...path, name];
    if (isMapping(raw)) return [{ name, raw, path: entryPath }];
    report.atValue("wrong-type", entryPath, {
      what: policyFormat.describeOwner(report.document.value, entryPath),
      expected: "a mapping of keys to values",
      found: describeValue(raw),
      fix: fixOf(raw),
    });
    return [];
  });
}

/** Returns the advice for a constraint that is not a mapping, by the type of its value. The type of the argument is not known here. */
function fixForConstraint(value: YamlValue): string {
  if (typeof value === "boolean") return `write \`{ equals: ${value} }\``;
  const text = typeof value === "string" ? value.trim() : "";
  const range = /^(-?\d+) ?(?:-|\.\.) ?(-?\d+)$/.exec(text);
  if (range !== null && Number(range[1]) <= Number(range[2]))
    return suggestByType({ min: Number(range[1]), max: Number(range[2]) }, { one_of: [text] });
  if (typeof value === "number") return suggestByType({ max: value }, { max_length: Math.max(0, Math.trunc(value)) });
  if (text !== "" && Number.isFinite(Number(text))) return suggestByType({ one_of: [Number(text)] }, { one_of: [text] });
  if (typeof value === "string") return `write \`${toFlow(/^\^|\$$/.test(value) ? { pattern: value } : { one_of: [value] })}\``;
  if (!isList(value)) return "remove the key, or write a constraint that fits the argument's type";
  const only = onlyBoolean(value);
  if (only !== undefined) return `write \`{ equals: ${only} }\``;
  const items = value;
  const isNumeric = items.length > 0 && items.every((item) => typeof item === "number");
  return isNumeric ? suggestByType({ one_of: items }, { one_of: items.map(String) }) : `write \`${toFlow({ one_of: items })}\``;
}

function suggestByType(forNumber: YamlMapping, forText: YamlMapping): string {
  return `write \`${toFlow(forNumber)}\` for a number, or \`${toFlow(forText)}\` for text`;
}
