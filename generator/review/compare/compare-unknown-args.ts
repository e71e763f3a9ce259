/** Compares the treatment of unknown arguments. */
import type { AnyPolicySpec, Tool, UnknownArgs } from "@climax-gen/runtime/compiler";
import { commandOf, refusesUnknown } from "@climax-gen/runtime/compiler";
import type { Finding } from "../change.ts";
import type { ToolPair } from "./compare-tools.ts";

/** The policies of each side. */
interface Policies {
  readonly old: readonly AnyPolicySpec[];
  readonly new: readonly AnyPolicySpec[];
}

/**
 * Compares whether each tool rejects unknown arguments, by `unknown_args` of the policies and of its CLI, and by its risk. Reports a change
 * at the key that causes it. Ignores changed keys without an effect.
 */
export function compareUnknownArgs(pairs: readonly ToolPair[], policies: Policies): readonly Finding[] {
  const [ofPolicies, ofNewPolicies] = [policies.old, policies.new].map(combine);
  const found = new Map<unknown, Finding>();
  for (const [old, now] of pairs) {
    const isRejected = rejects(now, policies.new);
    if (rejects(old, policies.old) === isRejected) continue;
    const isCause = (before: UnknownArgs | undefined, after: UnknownArgs | undefined): boolean =>
      before !== after && (after === "refuse") === isRejected;
    const cli = { old: old.cli.name, new: now.cli.name };
    if (isCause(ofPolicies, ofNewPolicies)) {
      found.set(policies, toFinding(isRejected, { subject: {}, isPolicy: true }));
    } else if (isCause(old.cli.unknown_args, now.cli.unknown_args)) {
      const member = { old: old.name, new: now.name };
      if (!found.has(now.cli)) found.set(now.cli, toFinding(isRejected, { subject: { cli, member } }));
    } else {
      const subject = { cli, tool: { old: old.name, new: now.name } };
      found.set(now, { ...toFinding(isRejected, { subject }), keys: ["risk"], old: old.risk, new: now.risk });
    }
  }
  return [...found.values()];
}

function combine(policies: readonly AnyPolicySpec[]): UnknownArgs | undefined {
  return policies.find(({ unknown_args }) => unknown_args !== undefined)?.unknown_args;
}

/** Reports whether a tool rejects unknown arguments. False for a Directive tool, whose schema determines this. */
function rejects(tool: Tool, policies: readonly AnyPolicySpec[]): boolean {
  return commandOf(tool) !== undefined && refusesUnknown(tool, policies);
}

function toFinding(isRejected: boolean, part: Pick<Finding, "subject" | "isPolicy">): Finding {
  const shared = { ...part, keys: ["unknown_args"] };
  return isRejected
    ? { ...shared, code: "unknown-arguments-refused", message: "unknown arguments are rejected", new: "refuse" }
    : { ...shared, code: "unknown-arguments-ignored", message: "unknown arguments are ignored", old: "refuse" };
}
