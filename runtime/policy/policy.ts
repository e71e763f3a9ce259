/** The runtime form of a policy, and queries over several policies. Each policy can only restrict. */
import type { Tool } from "../tool/tool.ts";
import { isGlob } from "./expand-policy.ts";
import type { ArgRules } from "../constraint/arg-constraint.ts";
import { toArgRules } from "../constraint/constraints.ts";
import type { AnyPolicySpec, ExecutorSpec, ToolPolicy } from "./policy-spec.ts";
import { defined } from "../text/defined.ts";

/** A policy whose tables are maps, so that a name from a user is never a property key. */
export interface Policy extends Pick<AnyPolicySpec, "executor" | "env" | "limits" | "unknown_args"> {
  /** Whether tools that the policy does not name are enabled. */
  readonly enablesUnnamed: boolean;
  /** Whether a client that cannot ask its user may make calls that the policy requires the user to confirm. Defaults to `false`. */
  readonly approvesHeadless?: boolean;
  readonly tools: ReadonlyMap<string, ToolRules>;
}

/** The rules of a policy for one tool. */
export interface ToolRules extends Pick<ToolPolicy, "enabled" | "description" | "confirm" | "scopes" | "executor"> {
  /** Rules by argument, in the order of the policy. Violations are reported in this order (vector policy.combo.001). */
  readonly args: ReadonlyMap<string, ArgRules>;
}

/**
 * Converts a policy that the generator has checked. Patterns are compiled on first use. Throws if the policy has globs or levels of
 * `approval`, which `expandPolicy` must replace first. Ignoring them would allow calls that the policy does not allow.
 */
export function toPolicy(spec: AnyPolicySpec): Policy {
  const { executor, env, limits, approval, unknown_args } = spec;
  const glob = [...Object.keys(spec.tools ?? {}), ...Object.keys(spec.functions ?? {})].find(isGlob);
  if (glob !== undefined) throw new Error(`the policy has the glob "${glob}", which must be expanded first`);
  if (approval?.global !== undefined || approval?.tools !== undefined)
    throw new Error("the policy has levels of `approval`, which must be expanded first");
  return {
    enablesUnnamed: spec.default === "enabled",
    tools: new Map([...mapValues(spec.functions, toToolRules), ...mapValues(spec.tools, toToolRules)]),
    ...defined({ executor, env, limits, unknown_args }),
    ...(approval?.headless === "approve" && { approvesHeadless: true }),
  };
}

function toToolRules({ args = {}, ...rules }: ToolPolicy): ToolRules {
  return { ...rules, args: mapValues(args, toArgRules) };
}

function mapValues<From, To>(table: Readonly<Record<string, From>> | undefined, read: (value: From) => To): ReadonlyMap<string, To> {
  return new Map(Object.entries(table ?? {}).map(([name, value]) => [name, read(value)]));
}

/** Reports whether every policy enables the tool. Without policies, every tool is enabled. */
export function isEnabled(name: string, policies: readonly Policy[]): boolean {
  return policies.every(({ enablesUnnamed, tools }) => {
    const rules = tools.get(name);
    return rules === undefined ? enablesUnnamed : rules.enabled !== false;
  });
}

/** Returns the description of the last policy that has a nonempty one (vector policy.description.002), or the tool's own. */
export function describedBy(tool: Pick<Tool, "name" | "description">, policies: readonly Policy[]): string {
  return policies.reduce((description, policy) => policy.tools.get(tool.name)?.description || description, tool.description);
}

/** Returns the scopes that the policies require for calls of the tool, each once. */
export function scopesOf(name: string, policies: readonly Policy[]): readonly string[] {
  return [...new Set(policies.flatMap(({ tools }) => tools.get(name)?.scopes ?? []))];
}

/** Reports whether any policy requires confirmation of each call of the tool. */
export function needsConfirmation(name: string, policies: readonly Policy[]): boolean {
  return policies.some((policy) => policy.tools.get(name)?.confirm === true);
}

/** Reports whether every policy that requires confirmation of the tool accepts a client that cannot ask its user. */
export function canSkipConfirmation(name: string, policies: readonly Policy[]): boolean {
  return policies.filter((policy) => needsConfirmation(name, [policy])).every((policy) => policy.approvesHeadless === true);
}

/** Returns the rules of every policy for this argument, all of which apply. */
export function rulesFor(tool: string, arg: string, policies: readonly Policy[]): readonly ArgRules[] {
  return policies.flatMap((policy) => policy.tools.get(tool)?.args.get(arg) ?? []);
}

/** Returns the executor of each policy for this tool: its own, or that of the policy. `undefined` means `local`. */
export function executorsFor(tool: string, policies: readonly Policy[]): readonly (ExecutorSpec | undefined)[] {
  return policies.map(({ executor, tools }) => tools.get(tool)?.executor ?? executor);
}

/** Reports whether the policy has an executor of a tool. */
export function hasToolExecutor({ tools }: Policy): boolean {
  return [...tools.values()].some(({ executor }) => executor !== undefined);
}

/** Returns the names of the tools that have an executor in a policy and that all policies enable, each once. */
export function toolsWithExecutor(policies: readonly Policy[]): readonly string[] {
  const names = policies.flatMap(({ tools }) =>
    Array.from(tools).flatMap(([name, { executor }]) => (executor === undefined ? [] : [name])),
  );
  return [...new Set(names)].filter((name) => isEnabled(name, policies));
}
