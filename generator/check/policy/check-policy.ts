/** The check stage of a policy: from a loaded document to a policy that means what it says. */
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { hasError } from "../../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../../load/document.ts";
import { describeFound } from "../../load/values.ts";
import type { CheckedPolicy } from "../files/checked-file.ts";
import { checkConstraint } from "./constraint-rules.ts";
import { checkExecutor, checkInheritedEnv } from "./executor-rules.ts";
import { readPolicyParts } from "./policy-parts.ts";
import { toPolicySpec } from "./policy-spec.ts";
import { createReport, type Report } from "../reporting/report.ts";

export interface PolicyCheckResult {
  /** Absent where there is an error. */
  readonly policy?: CheckedPolicy;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Everything that is wrong with a policy by itself, and what it says where there is no error. Whether it fits the configs of a
 * server is another question (`policy-against.ts`). Never rejects for what users write.
 */
export async function checkPolicy(document: LoadedDocument): Promise<PolicyCheckResult> {
  const report = createReport(document);
  if (!isPolicy(report)) return { diagnostics: report.diagnostics };
  const parts = readPolicyParts(report);
  if (parts.executor !== undefined) checkExecutor(parts.executor, report);
  if (parts.env !== undefined) checkInheritedEnv(parts.env, report);
  for (const { args } of parts.tools) {
    for (const constraint of args) await checkConstraint(constraint, report);
  }
  const { diagnostics } = report;
  if (hasError(diagnostics)) return { diagnostics };
  return { policy: { kind: "policy", document, spec: toPolicySpec(parts) }, diagnostics };
}

/** A document of another kind is no policy with many mistakes, but the wrong file. */
function isPolicy(report: Report): boolean {
  const { kind = "policy" } = report.document.value;
  if (kind === "policy") return true;
  report.atValue("not-a-policy", ["kind"], { found: describeFound(kind) });
  return false;
}
