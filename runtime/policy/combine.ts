/** Combines the settings of several policies: the strictest value applies, so that a second policy never allows more than the first. */
import { isInherited } from "./inherited-environment.ts";
import type { EnvInherit, LimitsSpec } from "./policy-spec.ts";
import type { SecretSource, SecretSources } from "../tool/secret-source.ts";
import { describeSource } from "../tool/secret-source.ts";

/** Limits if no policy sets any. A policy embedded in the server may raise them; a policy given at startup may only lower them. */
export const DEFAULT_LIMITS: Required<LimitsSpec> = {
  max_output_bytes: 1024 * 1024,
  max_concurrency: 32,
  max_queue: 1024,
  max_timeout: Infinity,
  memory: Infinity,
  cpu_seconds: Infinity,
  processes: Infinity,
  // A tool's own budget applies, or the default.
  max_reply_bytes: Infinity,
  max_capture_bytes: 256 * 1024 * 1024,
  // A call replies at its end.
  reply_after: Infinity,
};

/** Returns the variables that both allow. */
export function combineInherit(left: EnvInherit = "all", right: EnvInherit = "all"): EnvInherit {
  if (left === "all") return right;
  if (right === "all" || left === right) return left;
  const [names, other] = left === "minimal" ? [right, left] : [left, right];
  // At least one of the two is a list: "all", and "minimal" in both, are handled above.
  return typeof names === "string" ? names : names.filter((name) => isInherited(name, other));
}

/** Returns the smaller of each limit. An absent limit means unlimited. */
export function combineLimits(left: LimitsSpec = {}, right: LimitsSpec = {}): LimitsSpec {
  const keys = Object.keys(DEFAULT_LIMITS) as (keyof LimitsSpec)[];
  const smaller = keys.map((key) => [key, Math.min(left[key] ?? Infinity, right[key] ?? Infinity)] as const);
  return Object.fromEntries(smaller.filter(([, limit]) => limit !== Infinity));
}

/** The secrets of several policies, or the variable that two policies read from different sources. */
export type CombinedSecrets =
  /** `sources` is omitted if no policy has secrets. */
  { readonly kind: "combined"; readonly sources?: SecretSources } | { readonly kind: "conflict"; readonly problem: string };

/** Returns the secrets of all policies. A second source of the same variable is a conflict: no source is stricter than another. */
export function combineSecrets(policies: readonly (SecretSources | undefined)[]): CombinedSecrets {
  const all = new Map<string, SecretSource>();
  for (const [name, source] of policies.flatMap((secrets) => Object.entries(secrets ?? {}))) {
    const known = all.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(source)) {
      const problem = `the secret ${name} is read from ${describeSource(known)}, and from ${describeSource(source)}`;
      return { kind: "conflict", problem };
    }
    all.set(name, source);
  }
  return { kind: "combined", ...(all.size > 0 && { sources: Object.fromEntries(all) }) };
}
