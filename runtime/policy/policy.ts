/** A policy as the runtime works with it, and what several policies together say: each can only take away. */
import type { Tool } from "../tool/tool.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import { toLinearPattern } from "../text/linear-pattern.ts";
import type { AnyPolicySpec, ArgConstraint, ToolPolicy } from "./policy-spec.ts";

/** Tables are maps here, so that no user-given name is ever a property key. */
export interface Policy extends Pick<AnyPolicySpec, "executor" | "env" | "limits"> {
  /** Whether a tool that the policy does not name is enabled. */
  readonly enablesUnnamed: boolean;
  readonly tools: ReadonlyMap<string, ToolRules>;
}

/** What a policy says about one tool. */
export interface ToolRules extends Pick<ToolPolicy, "description" | "confirm"> {
  /** By argument, in the order of the policy, which is the order of its violations (vector policy.combo.001). */
  readonly args: ReadonlyMap<string, ArgRules>;
}

/** What a policy says about one argument. */
export interface ArgRules extends Omit<ArgConstraint, "pattern" | "deny_pattern"> {
  readonly pattern?: LinearPattern;
  readonly deny_pattern?: LinearPattern;
}

/** Reads a policy that the compiler has checked; patterns are compiled when they are first needed. */
export function toPolicy(spec: AnyPolicySpec): Policy {
  const { executor, env, limits } = spec;
  return {
    enablesUnnamed: spec.default === "enabled",
    tools: mapValues(spec.tools, toToolRules),
    ...(executor && { executor }),
    ...(env && { env }),
    ...(limits && { limits }),
  };
}

function toToolRules({ args = {}, ...rules }: ToolPolicy): ToolRules {
  return { ...rules, args: mapValues(args, toArgRules) };
}

function toArgRules({ pattern, deny_pattern, ...rules }: ArgConstraint): ArgRules {
  return {
    ...rules,
    ...(pattern !== undefined && { pattern: toLinearPattern(pattern) }),
    ...(deny_pattern !== undefined && { deny_pattern: toLinearPattern(deny_pattern, "deny") }),
  };
}

function mapValues<From, To>(table: Readonly<Record<string, From>> | undefined, read: (value: From) => To): ReadonlyMap<string, To> {
  return new Map(Object.entries(table ?? {}).map(([name, value]) => [name, read(value)]));
}

/** Whether every policy enables the tool; without policies every tool is enabled. */
export function isEnabled(name: string, policies: readonly Policy[]): boolean {
  return policies.every((policy) => policy.enablesUnnamed || policy.tools.has(name));
}

/** The description to show: that of the last policy that has one; an empty one is none (vector policy.description.002). */
export function describedBy(tool: Pick<Tool, "name" | "description">, policies: readonly Policy[]): string {
  return policies.reduce((description, policy) => policy.tools.get(tool.name)?.description || description, tool.description);
}

/** Whether any policy wants the user to be asked before each call of the tool. */
export function needsConfirmation(name: string, policies: readonly Policy[]): boolean {
  return policies.some((policy) => policy.tools.get(name)?.confirm === true);
}

/** The rules of each policy that has some for this argument; all of them must hold. */
export function rulesFor(tool: string, arg: string, policies: readonly Policy[]): readonly ArgRules[] {
  return policies.flatMap((policy) => policy.tools.get(tool)?.args.get(arg) ?? []);
}
