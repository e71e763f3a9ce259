/** Resolves the policies of a server, the tools that they enable, and the executor, before the server listens. */
import type { Environment } from "../tool/environment-variables.ts";
import type { Execution } from "../executor/execution.ts";
import { combineExecution, resolveExecution } from "../executor/this-machine.ts";
import { withoutTools } from "../executor/tool-executors.ts";
import { expandPolicy } from "../policy/expand-policy.ts";
import { inOrder, joinPolicies } from "../policy/join-policies.ts";
import type { AnyPolicySpec } from "../policy/policy-spec.ts";
import type { Policy } from "../policy/policy.ts";
import { toPolicy } from "../policy/policy.ts";
import { defined } from "../text/defined.ts";
import { once } from "../text/once.ts";
import { findAvailable } from "./available-tools.ts";
import { findUnmatchedNames } from "./unmatched-names.ts";
import { commandOf } from "../tool/tool.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";

/** Options of every server, whether it is a process or embedded in a program. */
export interface SetupOptions {
  /** The tools, before startup policies apply. */
  readonly index: ToolIndex;
  /** The policies that the server was generated with. All apply, and startup policies can only restrict further. Defaults to none. */
  readonly policies?: readonly AnyPolicySpec[];
  /**
   * Loads a function that reports whether an embedded policy disables a tool of this name, which `index` no longer has. Called only for a
   * startup policy. Defaults to no tool.
   */
  readonly loadDisabled?: () => Promise<(name: string) => boolean>;
  /** Whether `index` already has the restrictions of `policies`. Defaults to false. */
  readonly isNarrowed?: boolean;
  /** Reads the file of `--policy`. Omitted if the server accepts none. */
  readonly policyLoader?: PolicyLoader;
}

/** Options of a process that runs one call. */
export interface OneCallOptions extends SetupOptions {
  /** The only tool that will be called; see `ServerPolicies`. Defaults to all tools. */
  readonly calledTool?: string;
}

/** Reads and checks a policy file. Imported only if the server is started with a policy file. */
export type PolicyLoader = (path: string) => Promise<LoadedPolicy>;

/** The outcome of loading a policy file. */
export type LoadedPolicy =
  /** `files`: the policy, then the policies that it includes. */
  | { readonly kind: "loaded"; readonly files: readonly AnyPolicySpec[] }
  /** `text`: the diagnostics of the file, for standard error. */
  | { readonly kind: "refused"; readonly text: string };

/** The tools and policies of a server. */
export interface ReadySetup {
  readonly kind: "ready";
  /** The tools that all policies enable, narrowed by their constraints. */
  readonly index: ToolIndex;
  /** The embedded policies, then the startup policies. */
  readonly policies: readonly Policy[];
  /** The executor and limits under all policies. */
  readonly execution: Execution;
  /** Warnings about the startup policy and tools that were left out; see `findUnmatchedNames` and `findAvailable`. */
  readonly warnings: readonly string[];
}

/** The outcome of the setup. */
export type Setup =
  | ReadySetup
  /** The server must not start, because a policy or an executor cannot be applied. */
  | { readonly kind: "refused"; readonly text: string };

/** Resolves the setup. `policyFiles` are the files of `--policy`, all of which apply. Rejects only if the loader rejects. */
export async function setUp(options: OneCallOptions, policyFiles: readonly string[], env: Environment): Promise<Setup> {
  const loaded = await loadPolicies(options.policyLoader, policyFiles);
  if (loaded.kind === "refused") return loaded;
  const embedded = expandAll(options.policies ?? [], options.index).map(toPolicy);
  const launch = loaded.policies.flatMap((files) => joinAll(files, options.index)).map(toPolicy);
  const policies = [...embedded, ...launch];
  const index = options.index.narrow(options.isNarrowed ? launch : policies);
  const { calledTool } = options;
  const combined = combineExecution({ embedded, launch, listCommands: () => listCommands(index), ...defined({ calledTool }) }, env);
  if (combined.kind === "refused") return { kind: "refused", text: combined.problem };
  const available = findAvailable(index, { execution: combined.execution, env, platform: process.platform });
  const needed = withoutTools(combined.execution, available.hidden, available.index.toolCount === 0);
  const resolved = await resolveExecution(needed, calledTool);
  if (resolved.kind === "refused") return { kind: "refused", text: resolved.problem };
  const isDisabled = launch.length === 0 ? undefined : await options.loadDisabled?.();
  const { problems, warnings } = findUnmatchedNames(loaded.policies.flat(), options.index, isDisabled);
  if (problems.length > 0) return { kind: "refused", text: problems.join("\n") };
  const { execution } = resolved;
  if (available.problem !== undefined) return { kind: "refused", text: available.problem };
  return { kind: "ready", index: available.index, policies, execution, warnings: [...warnings, ...available.warnings] };
}

type LoadedPolicies =
  | { readonly kind: "loaded"; readonly policies: readonly (readonly AnyPolicySpec[])[] }
  | (LoadedPolicy & { kind: "refused" });

/** Reads every file, so that the errors of all files are reported. */
async function loadPolicies(load: PolicyLoader | undefined, files: readonly string[]): Promise<LoadedPolicies> {
  if (files.length === 0) return { kind: "loaded", policies: [] };
  if (load === undefined)
    return { kind: "refused", text: "a server that is started from its sources does not accept --policy: start dist/server.mjs instead" };
  const loaded = await Promise.all(files.map(load));
  const refused = loaded.filter((one) => one.kind === "refused");
  if (refused.length > 0) return { kind: "refused", text: refused.map(({ text }) => text).join("") };
  return { kind: "loaded", policies: loaded.flatMap((one) => (one.kind === "loaded" ? [one.files] : [])) };
}

/** Returns the names of the tools that run a command, which an executor confines. */
export function listCommands(index: Pick<ToolIndex, "listed">): readonly string[] {
  return index.listed().flatMap((tool) => (commandOf(tool) === undefined ? [] : [tool.name]));
}

/**
 * Returns the policies without globs and levels of `approval`; see `expandPolicy`. Reads the tools only if a policy has globs or levels of
 * `approval`.
 */
export function expandAll(specs: readonly AnyPolicySpec[], index: Pick<ToolIndex, "listed">): readonly AnyPolicySpec[] {
  const read = once(() => index.listed());
  const tools = { [Symbol.iterator]: () => read()[Symbol.iterator]() };
  return specs.flatMap((spec) => expandPolicy(spec, tools));
}

/** Returns a policy and the policies that it includes without globs and levels of `approval`, in the order in which they apply. */
function joinAll(files: readonly AnyPolicySpec[], index: Pick<ToolIndex, "listed">): readonly AnyPolicySpec[] {
  return files.length === 1 ? expandAll(files, index) : inOrder(joinPolicies(files, index.listed()));
}
