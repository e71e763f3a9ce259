/** Checks a document that is an input of a server: a config or a Directive definition. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../load/document.ts";
import { isList, isMapping } from "../load/values.ts";
import { toCliFile } from "./cli/cli-file.ts";
import { checkConfigRules } from "./cli/config-rules.ts";
import { readParts } from "./cli/parts.ts";
import { checkGlobalArgs, checkToolRules } from "./cli/tool-rules.ts";
import { checkDirective } from "./directive/check-directive.ts";
import type { CheckedFile, CliFile } from "./files/checked-file.ts";
import { expandConfig } from "./fragments/expand-config.ts";
import { configSchema } from "./keys/config-schema.ts";
import { findByAlias, hasOnlyKeysOf } from "./keys/key-facts.ts";
import { policySchema, toolPolicySchema } from "./keys/policy-schema.ts";
import { readKind } from "./kind.ts";
import type { IncludingFile } from "./reporting/includes.ts";
import { createReport, type Report } from "./reporting/report.ts";

/** Result of the check of one config or Directive definition. */
export interface CheckResult {
  /** Omitted if there is an error. */
  readonly file?: CheckedFile;
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of the files that the config includes. Defaults to none. */
  readonly included?: readonly string[];
}

/**
 * Returns all diagnostics, and the checked file unless it has an error. Never throws, regardless of the document.
 * @param file Defaults to a file that cannot include others.
 */
export function checkConfig(document: LoadedDocument, file: IncludingFile = { path: document.source.path }): CheckResult {
  const report = createReport(document);
  if (isUnmarkedPolicy(document)) {
    const [first = ""] = Object.keys(document.value);
    report.atKey("policy-as-input", ["tools" in document.value ? "tools" : first], { hasKind: false });
    return toResult(report, undefined);
  }
  if (isForeign(document)) {
    const [first = ""] = Object.keys(document.value);
    report.atKey("not-a-config", [first], { wrapper: findWrapper(document) });
    return toResult(report, undefined);
  }
  const kind = isUnmarkedDefinition(document) ? "directive" : readKind(report);
  switch (kind) {
    case "cli":
      return checkExpanded(report, file);
    case "directive":
      return toResult(report, checkDirective(report));
    case "policy":
      report.atValue("policy-as-input", ["kind"], { hasKind: true });
      return toResult(report, undefined);
    case "fragment":
      report.atValue("fragment-as-input", ["kind"]);
      return toResult(report, undefined);
    case undefined:
      return toResult(report, undefined);
  }
}

/**
 * Reports whether a document without a kind is a policy: all keys are those of a policy, and if it has tools, they have names as keys.
 */
function isUnmarkedPolicy({ value }: LoadedDocument): boolean {
  const { kind, tools = null } = value;
  if (kind !== undefined || !hasOnlyKeysOf(policySchema, value)) return false;
  if (!("tools" in value)) return !hasOnlyKeysOf(configSchema, value);
  if (!isMapping(tools)) return false;
  return Object.values(tools).every((tool) => isMapping(tool) && !Array.isArray(tool["args"]) && hasOnlyKeysOf(toolPolicySchema, tool));
}

/**
 * Reports whether a document without a kind belongs to another program: it has keys, but none that is, or may mean, one of the keys that
 * every config has.
 */
function isForeign({ value }: LoadedDocument): boolean {
  const keys = Object.keys(value).filter((key) => !key.startsWith("x-"));
  if (keys.includes("kind") || hasOnlyKeysOf(configSchema, value)) return false;
  return !keys.some((key) => [...findByAlias(configSchema, key), ...nearNames(key, REQUIRED, 1)].some((meant) => REQUIRED.includes(meant)));
}

/** Keys that every config has. */
const REQUIRED: readonly string[] = ["command", "tools"];

/** Returns the only key of a document if a whole config is below it. */
function findWrapper({ value }: LoadedDocument): string | undefined {
  const keys = Object.keys(value);
  return keys.length === 1 ? keys.find((key) => isMapping(value[key]) && "tools" in value[key]) : undefined;
}

/** Reports whether a document is a Directive definition without its kind: it has no command, and only such tools have handlers. */
function isUnmarkedDefinition({ value }: LoadedDocument): boolean {
  const { kind = "cli", command, tools } = value;
  if (kind !== "cli" || command !== undefined || !isList(tools)) return false;
  return tools.some((tool) => isMapping(tool) && tool["handler"] !== undefined);
}

function toResult({ diagnostics }: Report, file: CheckedFile | undefined): CheckResult {
  return { ...(file && { file }), diagnostics };
}

/** Expands a config and checks the result. */
function checkExpanded(report: Report, file: IncludingFile): CheckResult {
  const { document, diagnostics, incomplete, unusedGroups, included } = expandConfig(report, file);
  const expanded = document === report.document ? report : createReport(document);
  const checked = checkCli(expanded, incomplete);
  const found = [...diagnostics, ...report.diagnostics, ...(expanded === report ? [] : expanded.diagnostics)];
  // Unused groups are not reported: a tool with an error may be intended to use them.
  if (hasError(found)) return { diagnostics: found, included };
  return { ...(checked && { file: checked }), diagnostics: [...found, ...unusedGroups], included };
}

/** @param incomplete see `ExpandedConfig` */
function checkCli(report: Report, incomplete: ReadonlySet<number>): CliFile | undefined {
  const parts = readParts(report, incomplete);
  checkConfigRules(parts, report);
  checkGlobalArgs(parts.globalArgs, report);
  for (const tool of parts.tools) checkToolRules(tool, parts, report);
  if (hasError(report.diagnostics)) return undefined;
  const { document, hazards } = report;
  return { ...toCliFile(parts, document), ...(hazards.length > 0 && { hazards }) };
}
