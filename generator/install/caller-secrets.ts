/** Finds the secrets that a server reads from requests over HTTP, so that it does not start on standard input. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { describeSource, isOfCaller } from "@climax-gen/runtime/internal/tool/secret-source";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";

/** Returns the first secret of a caller, such as `TOKEN from the caller's header x-token`. Sources of policies replace those of configs. */
export function findCallerSecret(policies: readonly AnyPolicySpec[], tools: readonly Tool[]): string | undefined {
  const ofPolicies = Object.fromEntries(policies.flatMap(({ env }) => Object.entries(env?.secrets ?? {})));
  const ofConfigs = tools.map(({ handler }) => (handler.kind === "command" ? handler.program.secrets : undefined));
  const sources = [ofPolicies, ...ofConfigs].flatMap((secrets) => Object.entries({ ...secrets, ...ofPolicies }));
  const found = sources.find(([, source]) => isOfCaller(source));
  return found && `${found[0]} from ${describeSource(found[1])}`;
}
