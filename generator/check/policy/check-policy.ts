/** Checks a policy: converts a loaded document to a policy, or reports its errors. */
import { isGlob, matchesGlob } from "@climax-gen/runtime/internal/policy/expand-policy";
import { isScopeName } from "@climax-gen/runtime/internal/policy/scope-name";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { hasError } from "../../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../../load/document.ts";
import { describeFound } from "../../load/values.ts";
import type { CheckedPolicy } from "../files/checked-file.ts";
import { checkConstraint } from "./constraint-rules.ts";
import { checkExecutor, checkInheritedEnv, checkLimits, checkOwnExecutor } from "./executor-rules.ts";
import type { PolicyPart, ToolPolicyPart } from "./policy-parts.ts";
import { readPolicyParts } from "./policy-parts.ts";
import { toPolicySpec } from "./policy-spec.ts";
import type { Report } from "../reporting/report.ts";
import { createReport } from "../reporting/report.ts";

/** Result of the check of one policy. */
export interface PolicyCheckResult {
  /** Omitted if there is an error. */
  readonly policy?: CheckedPolicy;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks a policy by itself. `policy-against.ts` compares it with the configs of a server, and `load-policy.ts` reads the files that it
 * includes. Never rejects for the contents of the file.
 * @param tools names of the server's tools, for advice
 */
export async function checkPolicy(document: LoadedDocument, tools: ReadonlySet<string> = new Set()): Promise<PolicyCheckResult> {
  const report = createReport(document);
  if (!isPolicy(report)) return { diagnostics: report.diagnostics };
  const parts = readPolicyParts(report, tools);
  const executors = [parts, ...parts.tools].flatMap(({ executor }) => executor ?? []);
  for (const executor of executors) checkExecutor(executor, report);
  for (const { executor } of parts.tools) if (executor !== undefined) checkOwnExecutor(executor, report);
  if (parts.env !== undefined) checkInheritedEnv(parts.env, report);
  checkEntries(parts, report);
  if (parts.limits !== undefined)
    checkLimits(
      parts.limits,
      executors.map(({ value }) => value.type),
      report,
    );
  for (const { args } of [...parts.tools, ...parts.functions]) {
    for (const constraint of args) await checkConstraint(constraint, report);
  }
  const { diagnostics } = report;
  if (hasError(diagnostics)) return { diagnostics };
  const globs = parts.tools.map(({ name }) => name).filter(isGlob);
  return { policy: { kind: "policy", document, spec: toPolicySpec(parts), globs }, diagnostics };
}

/** Reports a document of another kind once, as the wrong file, instead of every key of it. */
function isPolicy(report: Report): boolean {
  const { kind, command, tools } = report.document.value;
  if (kind === undefined && typeof command === "string" && Array.isArray(tools)) {
    report.atKey("config-as-policy", ["command"]);
    return false;
  }
  if (kind === undefined || kind === "policy") return true;
  report.atValue("not-a-policy", ["kind"], { found: describeFound(kind) });
  return false;
}

function checkScopes({ value: { scopes = [] }, path }: ToolPolicyPart, report: Report): void {
  scopes.forEach((scope, index) => {
    if (scope === "" || isScopeName(scope)) return;
    const parts = scope.split(/\s+/).filter((part) => part !== "");
    const fix =
      parts.length > 0 && parts.every(isScopeName)
        ? `write \`${parts.join(", ")}\``
        : "use ASCII letters, digits and punctuation, but no quotation mark and no backslash";
    report.atValue("scope-characters", [...path, "scopes", index], { found: scope, fix });
  });
}

/** Checks the entries against each other. */
function checkEntries({ tools, functions, approval }: PolicyPart, report: Report): void {
  for (const rules of [...tools, ...functions]) checkScopes(rules, report);
  for (const rules of functions) {
    checkConfirm(rules, report);
    checkDisabled(rules, report);
  }
  const disabling = tools.filter(({ name, value }) => isGlob(name) && value.enabled === false);
  for (const tool of tools) {
    checkConfirm(tool, report);
    checkDisabled(tool, report);
    const glob =
      isGlob(tool.name) || tool.value.enabled !== undefined ? undefined : disabling.find(({ name }) => matchesGlob(name, tool.name));
    if (glob !== undefined) report.atKey("policy-disabled-entry", tool.path, { tool: tool.name, glob: glob.name });
  }
  for (const name of Object.keys(approval?.value.tools ?? {})) {
    if (isGlob(name)) report.atKey("approval-glob", ["approval", "tools", name], { glob: name });
  }
}

/** Keys that have no effect in the entry of a disabled tool. The entry of a glob can name tools that another entry enables. */
const ENABLED_KEYS = ["description", "confirm", "scopes", "require_approval", "executor", "args"] as const;

function checkDisabled({ name, raw, value, path }: ToolPolicyPart, report: Report): void {
  if (value.enabled !== false || isGlob(name)) return;
  for (const key of ENABLED_KEYS) {
    if (raw[key] !== undefined && raw[key] !== null) report.atKey("idle-tool-key", [...path, key], { key });
  }
}

function checkConfirm({ value: { confirm, require_approval }, path }: ToolPolicyPart, report: Report): void {
  const isAgreed = typeof require_approval !== "boolean" || confirm === undefined || confirm === require_approval;
  if (!isAgreed) report.atKey("approval-conflict", [...path, "require_approval"]);
}
