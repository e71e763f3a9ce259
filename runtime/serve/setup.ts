/** What a server settles before it listens: its policies, the tools that they leave, and how commands are run. */
import type { Environment } from "../call/environment-variables.ts";
import type { Execution } from "./execution.ts";
import { resolveExecution } from "./execution.ts";
import type { AnyPolicySpec } from "../policy/policy-spec.ts";
import type { Policy } from "../policy/policy.ts";
import { toPolicy } from "../policy/policy.ts";
import { findUnmatchedNames } from "../policy/unmatched-names.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";

export interface SetupOptions {
  readonly index: ToolIndex;
  /** The policy that the server was generated with: the ceiling of all others. */
  readonly policy?: AnyPolicySpec;
  /** Whether `index` was made under `policy`, so that nothing is left to narrow. Default: no. */
  readonly isNarrowed?: boolean;
  /** Reads the file of `--policy`. Absent: the server takes none. */
  readonly policyLoader?: PolicyLoader;
}

/** Reads and checks a policy file; imported by the server only where it is started with one. */
export type PolicyLoader = (path: string) => Promise<LoadedPolicy>;

export type LoadedPolicy =
  | { readonly kind: "loaded"; readonly policy: AnyPolicySpec }
  /** `text`: what is wrong with the file, for standard error. */
  | { readonly kind: "refused"; readonly text: string };

export interface ReadySetup {
  readonly kind: "ready";
  readonly index: ToolIndex;
  readonly policies: readonly Policy[];
  readonly execution: Execution;
  /** What whoever starts the server should know of the launch policy; see `findUnmatchedNames`. */
  readonly warnings: readonly string[];
}

export type Setup =
  | ReadySetup
  /** The server must not start: what it was told to obey cannot be obeyed. */
  | { readonly kind: "refused"; readonly text: string };

/** Settles it all; `policyFile` is what `--policy` names. Rejects only as the loader does. */
export async function setUp(options: SetupOptions, policyFile: string | undefined, env: Environment): Promise<Setup> {
  const loaded = policyFile === undefined ? undefined : await loadPolicy(options.policyLoader, policyFile);
  if (loaded?.kind === "refused") return loaded;
  const baked = options.policy && toPolicy(options.policy);
  const launch = loaded && toPolicy(loaded.policy);
  const resolved = await resolveExecution({ baked, launch }, env);
  if (resolved.kind === "refused") return { kind: "refused", text: resolved.problem };
  const policies = [baked, launch].filter((policy) => policy !== undefined);
  const index = options.index.narrow(options.isNarrowed ? policies.slice(1) : policies);
  const warnings = launch === undefined ? [] : findUnmatchedNames(launch, options.index);
  return { kind: "ready", index, policies, execution: resolved.execution, warnings };
}

async function loadPolicy(load: PolicyLoader | undefined, file: string): Promise<LoadedPolicy> {
  if (load === undefined)
    return { kind: "refused", text: "a server that is started from its sources takes no --policy: start dist/server.mjs instead" };
  return await load(file);
}
