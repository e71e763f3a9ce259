/** Compares the policies of two sides, except their rules for single tools. A side without a policy allows everything. */
import { isDeepStrictEqual } from "node:util";
import type { AnyPolicySpec, EnvInherit, LimitsSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import type { UnknownArgs } from "@climax-gen/runtime/internal/tool/tool-spec";
import { refusesUnknown } from "@climax-gen/runtime/internal/call/unknown-arguments";
import { DEFAULT_LIMITS } from "@climax-gen/runtime/internal/policy/combine";
import { isInherited, MINIMAL_ENVIRONMENT } from "@climax-gen/runtime/internal/policy/inherited-environment";
import { canSkipConfirmation, needsConfirmation, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import { combineSurroundings } from "../../describe/combine-surroundings.ts";
import { formatLimit } from "../../describe/format-limit.ts";
import type { Finding } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { compareSecrets } from "./compare-secrets.ts";
import { compareExecutors } from "./compare-executors.ts";
import type { ToolPair } from "./finding.ts";
import { findEffects, listValues } from "./finding.ts";

/**
 * Returns the changes between two sets of policies, except in their rules for single tools.
 * @param oldNames the old names of renamed tools, by their new names
 */
export function comparePolicies(
  old: readonly AnyPolicySpec[],
  now: readonly AnyPolicySpec[],
  oldNames: ReadonlyMap<string, string>,
): readonly Finding[] {
  const [before, after] = [combineSurroundings(old), combineSurroundings(now)];
  return [
    ...compareDefaults(combineDefaults(old), combineDefaults(now)),
    ...compareFunctions(old, now),
    ...compareHeadless(old, now, oldNames),
    ...compareExecutors(before.executor, after.executor),
    ...compareInherited(before.env?.inherit ?? "all", after.env?.inherit ?? "all"),
    ...compareSecrets(before.env?.secrets ?? {}, after.env?.secrets ?? {}, { subject: {}, isPolicy: true, keys: ["env", "secrets"] }),
    ...compareLimits(before.limits ?? {}, after.limits ?? {}),
  ];
}

function combineDefaults(policies: readonly AnyPolicySpec[]): Default {
  return policies.every((policy) => policy.default === "enabled") ? "enabled" : "disabled";
}

/** Compares `functions` of all policies. The functions are not known, so other rules for one count as widening. */
function compareFunctions(old: readonly AnyPolicySpec[], now: readonly AnyPolicySpec[]): readonly Finding[] {
  const [before, after] = [listFunctions(old), listFunctions(now)];
  const changed = [...after.keys()].filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const shared = { subject: {}, isPolicy: true, keys: ["functions"] };
  const enabled = `enables or has other rules for ${listValues(changed)}`;
  return [
    ...findEffects({ ...shared, new: changed }, [["functions-enabled", changed.length > 0 && enabled]]),
    ...findEffects({ ...shared, old: removed }, [["functions-disabled", removed.length > 0 && `no longer names ${listValues(removed)}`]]),
  ];
}

/** Returns the rules of all policies for each function, by its name. */
function listFunctions(policies: readonly AnyPolicySpec[]): ReadonlyMap<string, readonly unknown[]> {
  const names = new Set(policies.flatMap(({ functions = {} }) => Object.keys(functions)));
  return new Map([...names].toSorted().map((name) => [name, policies.map(({ functions }) => functions?.[name])]));
}

/** Compares `headless` of all policies: a call runs without confirmation if every policy that requires one has `headless: approve`. */
function compareHeadless(
  old: readonly AnyPolicySpec[],
  now: readonly AnyPolicySpec[],
  oldNames: ReadonlyMap<string, string>,
): readonly Finding[] {
  const [before, after] = [listConfirmed(old), listConfirmed(now)];
  const wasApproved = (name: string): boolean | undefined => before.get(oldNames.get(name) ?? name);
  const [wasSet, isSet] = [setsHeadless(old), setsHeadless(now)];
  const isMore = (isSet && !wasSet) || Array.from(after).some(([name, isApproved]) => isApproved && wasApproved(name) === false);
  const isLess = (wasSet && !isSet) || Array.from(after).some(([name, isApproved]) => !isApproved && wasApproved(name) === true);
  return [
    ...(isMore ? [toHeadlessFinding("approval-loosened", ["deny", "approve"])] : []),
    ...(isLess ? [toHeadlessFinding("approval-tightened", ["approve", "deny"])] : []),
  ];
}

function setsHeadless(policies: readonly AnyPolicySpec[]): boolean {
  return policies.some(({ approval }) => approval?.headless === "approve");
}

/**
 * Returns the tools that require confirmation. The value is true if clients that cannot ask their user may call the tool without
 * confirmation.
 */
function listConfirmed(specs: readonly AnyPolicySpec[]): ReadonlyMap<string, boolean> {
  const policies = specs.map(toPolicy);
  const names = policies.flatMap(({ tools }) => [...tools.keys()]).filter((name) => needsConfirmation(name, policies));
  return new Map(names.map((name) => [name, canSkipConfirmation(name, policies)]));
}

function toHeadlessFinding(code: ChangeCode, [old, now]: readonly [string, string]): Finding {
  return { code, subject: {}, isPolicy: true, keys: ["approval", "headless"], message: `\`approval.headless\` is ${now}`, old, new: now };
}

type Default = NonNullable<AnyPolicySpec["default"]>;

function compareDefaults(old: Default, now: Default): readonly Finding[] {
  if (old === now) return [];
  const message = `tools that the policy does not list are ${now}`;
  return [{ code: `policy-default-${now}`, subject: {}, isPolicy: true, keys: ["default"], message, old, new: now }];
}

function compareInherited(old: EnvInherit, now: EnvInherit): readonly Finding[] {
  const shared = { subject: {}, isPolicy: true, keys: ["env", "inherit"], old, new: now };
  const [added, removed] = [listOnly(now, old), listOnly(old, now)];
  const passed = now === "all" ? "all variables are inherited" : `inherits ${listValues(added)}`;
  const kept = old === "all" ? describeInherited(toNames(now)) : `no longer inherits ${listValues(removed)}`;
  return findEffects(shared, [
    ["inherit-loosened", added.length > 0 && passed],
    ["inherit-tightened", removed.length > 0 && kept],
  ]);
}

/** Returns the names that the first value inherits and the second does not. */
function listOnly(inherit: EnvInherit, other: EnvInherit): readonly string[] {
  return toNames(inherit).filter((name) => !isInherited(name, other));
}

function describeInherited(names: readonly string[]): string {
  return names.length === 0 ? "no variables are inherited" : `only ${listValues(names)} are inherited`;
}

/** Returns the names of the inherited variables. `*` stands for any name, and `LC_*` for those that start with `LC_`. */
function toNames(inherit: EnvInherit): readonly string[] {
  if (inherit === "all") return ["*"];
  return inherit === "minimal" ? [...MINIMAL_ENVIRONMENT, "LC_*"] : inherit;
}

function compareLimits(old: LimitsSpec, now: LimitsSpec): readonly Finding[] {
  // Every limit has a default.
  return (Object.keys(DEFAULT_LIMITS) as (keyof LimitsSpec)[]).flatMap((key): readonly Finding[] => {
    const [before, after] = [old[key] ?? DEFAULT_LIMITS[key], now[key] ?? DEFAULT_LIMITS[key]];
    if (before === after) return [];
    const message = `\`${key}\` was ${describeLimit(key, before)} and is ${describeLimit(key, after)}`;
    const limitCode = after > before ? "limits-loosened" : "limits-tightened";
    const code = key === "reply_after" ? "reply-after-changed" : limitCode;
    return [{ code, subject: {}, isPolicy: true, keys: ["limits", key], message, old: old[key], new: now[key] }];
  });
}

function describeLimit(key: keyof LimitsSpec, limit: number): string {
  return limit === Infinity ? "absent" : formatLimit(key, limit);
}

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
  const [ofPolicies, ofNewPolicies] = [policies.old, policies.new].map(findUnknownArgs);
  const found = new Map<unknown, Finding>();
  for (const [old, now] of pairs) {
    const isRejected = rejects(now, policies.new);
    if (rejects(old, policies.old) === isRejected) continue;
    const isCause = (before: UnknownArgs | undefined, after: UnknownArgs | undefined): boolean =>
      before !== after && (after === "refuse") === isRejected;
    const cli = { old: old.cli.name, new: now.cli.name };
    if (isCause(ofPolicies, ofNewPolicies)) {
      found.set(policies, toUnknownArgsFinding(isRejected, { subject: {}, isPolicy: true }));
    } else if (isCause(old.cli.unknown_args, now.cli.unknown_args)) {
      const member = { old: old.name, new: now.name };
      if (!found.has(now.cli)) found.set(now.cli, toUnknownArgsFinding(isRejected, { subject: { cli, member } }));
    } else {
      const subject = { cli, tool: { old: old.name, new: now.name } };
      found.set(now, { ...toUnknownArgsFinding(isRejected, { subject }), keys: ["risk"], old: old.risk, new: now.risk });
    }
  }
  return [...found.values()];
}

function findUnknownArgs(policies: readonly AnyPolicySpec[]): UnknownArgs | undefined {
  return policies.find(({ unknown_args }) => unknown_args !== undefined)?.unknown_args;
}

/** Reports whether a tool rejects unknown arguments. False for a Directive tool, whose schema determines this. */
function rejects(tool: Tool, policies: readonly AnyPolicySpec[]): boolean {
  return commandOf(tool) !== undefined && refusesUnknown(tool, policies);
}

function toUnknownArgsFinding(isRejected: boolean, part: Pick<Finding, "subject" | "isPolicy">): Finding {
  const shared = { ...part, keys: ["unknown_args"] };
  return isRejected
    ? { ...shared, code: "unknown-arguments-refused", message: "unknown arguments are rejected", new: "refuse" }
    : { ...shared, code: "unknown-arguments-ignored", message: "unknown arguments are ignored", old: "refuse" };
}
