/** Describes a policy for tables of tools. Returns plain text; escape it before printing. */
import type { BubblewrapNetwork } from "@climax-gen/runtime/internal/policy/network-hosts";
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { AnyPolicySpec, EnvInherit, ExecutorSpec, ToolPolicy } from "@climax-gen/runtime/internal/policy/policy-spec";
import { describeConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import { joinWords } from "../text/wording.ts";
import type { PolicySurroundings } from "./combine-surroundings.ts";
import { combineSurroundings } from "./combine-surroundings.ts";
import { describeSecrets } from "./describe-secrets.ts";
import { describeLimits } from "./format-limit.ts";

/** Returns the rules of each policy for a tool, by tool name; names are never looked up in the object itself. */
export function toolPolicies(policies: readonly AnyPolicySpec[]): ReadonlyMap<string, readonly ToolPolicy[]> {
  return groupEntries(policies.flatMap(({ tools }) => Object.entries(tools)));
}

/** Returns the constraints of each argument in all the rules of a tool, in their order. */
export function argConstraints(rules: readonly ToolPolicy[]): ReadonlyMap<string, readonly ArgConstraint[]> {
  return groupEntries(rules.flatMap(({ args = {} }) => Object.entries(args)));
}

/** Returns `1 to 100, one of a, b`; empty without constraints. Constraints common to several policies are listed once. */
export function describeConstraints(constraints: readonly ArgConstraint[]): string {
  return [...new Set(constraints.map(describeOne))].filter((text) => text !== "").join(", ");
}

function describeOne(constraint: ArgConstraint): string {
  const { min, max } = constraint;
  const words = describeConstraint(constraint).map(({ key, phrase, values, unit }) => ({
    key,
    text: [phrase, values.join(", "), unit].filter(Boolean).join(" "),
  }));
  const isRange = min !== undefined && max !== undefined;
  const listed = isRange ? words.filter(({ key }) => key !== "max") : words;
  return listed.map(({ key, text }) => (isRange && key === "min" ? `${min} to ${max}` : text)).join(", ");
}

/** Sentences about the executor, environment and limits, without a full stop. Empty if the policy sets none of them. */
export function describeSurroundings(policies: readonly AnyPolicySpec[]): readonly string[] {
  const surroundings = combineSurroundings(policies);
  const { env, limits } = surroundings;
  return [
    ...describeExecutors(surroundings),
    ...(env?.inherit === undefined ? [] : [describeInherit(env.inherit, surroundings)]),
    ...(env?.secrets ? [`Secret variables of commands: ${describeSecrets(env.secrets)}`] : []),
    ...(limits ? [`Limits: ${describeLimits(limits)}`] : []),
    ...describeScopes(policies),
    ...(canSkipEveryConfirmation(policies) ? ["Calls that need confirmation run without it for clients that cannot ask their user"] : []),
  ];
}

/** Names the scopes of tools, each combination once, with the tools that require it. */
function describeScopes(policies: readonly AnyPolicySpec[]): readonly string[] {
  const needed = Array.from(toolPolicies(policies), ([name, rules]) => {
    const isDisabled = rules.some(({ enabled }) => enabled === false);
    return { name, scopes: isDisabled ? [] : scopesOfRules(rules) };
  }).filter(({ scopes }) => scopes.length > 0);
  const byScopes = groupEntries(needed.map(({ name, scopes }) => [nameScopes(scopes), name]));
  return Array.from(byScopes, ([scopes, names]) => `Callers of ${listNames(names)} over HTTP need a token with ${scopes}`);
}

/** Returns the scopes that the rules of a tool require of callers over HTTP, each once. */
export function scopesOfRules(rules: readonly ToolPolicy[]): readonly string[] {
  return [...new Set(rules.flatMap(({ scopes = [] }) => scopes))];
}

/** Names scopes: `the scopes deploy and admin`. */
export function nameScopes(scopes: readonly string[]): string {
  return `the scope${scopes.length === 1 ? "" : "s"} ${joinWords(scopes, "and")}`;
}

/** Reports whether every policy that requires confirmations accepts clients that cannot ask their user. */
function canSkipEveryConfirmation(policies: readonly AnyPolicySpec[]): boolean {
  const confirming = policies.filter(({ tools }) => Object.values(tools).some(({ confirm }) => confirm));
  return confirming.length > 0 && confirming.every(({ approval }) => approval?.headless === "approve");
}

/** Describes each executor once, with the tools that have it. */
function describeExecutors({ executor, toolExecutors }: PolicySurroundings): readonly string[] {
  if (toolExecutors === undefined) return executor === undefined ? [] : [describeExecutor("Commands run", executor)];
  const users = new Map<string, { readonly executor: ExecutorSpec; readonly names: readonly string[] }>();
  for (const [name, own] of toolExecutors) {
    const key = JSON.stringify(own);
    users.set(key, { executor: own, names: [...(users.get(key)?.names ?? []), name] });
  }
  const ofTools = [...users.values()].map((one) => describeExecutor(`Commands of ${listNames(one.names)} run`, one.executor));
  return [...ofTools, describeExecutor("Other commands run", executor ?? { type: "local" })];
}

/** Maximum number of tools that a sentence names. */
const MAX_NAMES = 20;

function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(", ")} and ${more} further tools` : joinWords(names, "and");
}

function describeExecutor(subject: string, executor: ExecutorSpec): string {
  switch (executor.type) {
    case "local":
      return `${subject} on the server's machine`;
    case "docker": {
      const { image, network, volumes = [], user, memory, pids, read_only } = executor;
      const parts = [
        network === undefined ? [] : [`network ${network}`],
        volumes.length === 0 ? [] : [`volumes ${volumes.join(", ")}`],
        user === undefined ? [] : [`user ${user}`],
        memory === undefined ? [] : [`at most ${memory} of memory`],
        pids === undefined ? [] : [`at most ${pids} processes`],
        read_only ? ["a read-only file system"] : [],
      ];
      return joinParts(`${subject} in docker containers of ${image}`, parts.flat());
    }
    case "bubblewrap": {
      const { network = "none", writable = [] } = executor;
      const folders = writable.length === 0 ? "no directory is writable" : `writable directories: ${writable.join(", ")}`;
      return joinParts(`${subject} in a bubblewrap sandbox`, [describeNetwork(network), folders]);
    }
  }
}

function describeNetwork(network: BubblewrapNetwork): string {
  if (typeof network === "object") return `a network of the hosts ${network.hosts.join(", ")} only`;
  return network === "none" ? "no network" : "the machine's network";
}

function joinParts(sentence: string, parts: readonly string[]): string {
  return parts.length === 0 ? sentence : `${sentence}: ${parts.join("; ")}`;
}

/** Describes the variables of the server that commands inherit. Containers inherit none: docker's client does. */
export function describeInherit(
  inherit: EnvInherit,
  { executor, toolExecutors = new Map<string, ExecutorSpec>() }: Pick<PolicySurroundings, "executor" | "toolExecutors">,
): string {
  const others = new Set([...toolExecutors.values()].map(({ type }) => type === "docker"));
  const isContained = executor?.type === "docker";
  if (isContained && !others.has(false))
    return `Containers see only the variables of the config; the docker client sees ${nameInherited(inherit)}`;
  const outside = `Commands see ${nameInherited(inherit)}`;
  return isContained || others.has(true) ? `${outside}; those in containers see only the variables of the config` : outside;
}

function nameInherited(inherit: EnvInherit): string {
  if (inherit === "all") return "all environment variables of the server";
  if (inherit === "minimal") return "only PATH, HOME, the locale and similar variables of the server";
  return inherit.length === 0
    ? "no environment variable of the server"
    : `these environment variables of the server: ${inherit.join(", ")}`;
}
