/** Finds the secrets that a server reads from requests over HTTP, so that it does not start on standard input. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { findServerSecret } from "@climax-gen/runtime/internal/secrets/server-secrets";
import { describeSource, isOfCaller } from "@climax-gen/runtime/internal/tool/secret-source";
import type { Cli } from "@climax-gen/runtime/internal/tool/tool";

/** Returns the first secret of a caller, such as `TOKEN from the caller's header x-token`. */
export function findCallerSecret(policies: readonly AnyPolicySpec[], clis: readonly Pick<Cli, "name" | "program">[]): string | undefined {
  const ofPolicies = Object.fromEntries(policies.flatMap(({ env }) => Object.entries(env?.secrets ?? {})));
  const found = findServerSecret(ofPolicies, clis, isOfCaller);
  return found && `${found.name} from ${describeSource(found.source)}`;
}
