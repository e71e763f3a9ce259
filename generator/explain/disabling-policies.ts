/** Names the policies that disable a tool. */
import { isEnabled, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import type { CheckedPolicy } from "../check/files/checked-file.ts";
import { joinWords, quote } from "../text/wording.ts";

/** Returns the policies that disable the tool, as a sentence. */
export function describeDisabling(policies: readonly CheckedPolicy[], tool: string): string {
  const disabling = policies.filter(({ spec }) => !isEnabled(tool, [toPolicy(spec)])).map(({ document }) => quote(document.source.path));
  const [subject, verb] = disabling.length > 1 ? ["policies", "do"] : ["policy", "does"];
  return `the ${subject} ${joinWords(disabling, "and")} ${verb} not enable ${quote(tool)}`;
}
