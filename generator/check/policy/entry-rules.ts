/** Checks the entries of `tools` and `approval` against each other. Does not depend on the configs. */
import { isGlob, matchesGlob } from "@climax-gen/runtime/compiler";
import type { Report } from "../reporting/report.ts";
import type { PolicyPart, ToolPolicyPart } from "./policy-parts.ts";

/** Checks the entries against each other. */
export function checkEntries({ tools, functions, approval }: PolicyPart, report: Report): void {
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
const ENABLED_KEYS = ["description", "confirm", "require_approval", "args"] as const;

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
