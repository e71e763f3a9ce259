/**
 * Replaces the parts of a policy that stand for several tools with rules for each tool: globs, and the levels of `approval`. The result
 * means the same for these tools. Pure.
 */
import { overlay } from "./overlay-rules.ts";
import type { AnyPolicySpec, ApprovalLevel, ArgConstraint, ToolPolicy } from "./policy-spec.ts";
import type { Tool } from "../tool/tool.ts";

/** A tool that the rules of a policy can apply to. */
export type PolicyTarget = Pick<Tool, "name" | "risk"> & { readonly args: readonly { readonly name: string }[] };

/** Reports whether a name of a policy stands for several tools: `*` matches any characters, and `?` matches one. */
export function isGlob(name: string): boolean {
  return /[*?]/.test(name);
}

/** Reports whether a tool has a name that the glob matches. The whole name must match; letters match only themselves. */
export function matchesGlob(glob: string, name: string): boolean {
  const [first = [], ...others] = glob.split("*").map((part) => Array.from(part));
  const letters = Array.from(name);
  if (!matchesAt(first, letters, 0)) return false;
  if (others.length === 0) return letters.length === first.length;
  const last = others.pop() ?? [];
  // The leftmost match of each part leaves the most letters for the others, so the search never goes back.
  let start = first.length;
  for (const part of others) {
    while (start + part.length <= letters.length && !matchesAt(part, letters, start)) start += 1;
    start += part.length;
  }
  const end = letters.length - last.length;
  return start <= end && matchesAt(last, letters, end);
}

function matchesAt(part: readonly string[], letters: readonly string[], start: number): boolean {
  return start + part.length <= letters.length && part.every((letter, index) => letter === "?" || letter === letters[start + index]);
}

/**
 * Returns policies without globs and levels of `approval`. All of them apply. The first has the rules for each tool. The others have
 * constraints that several globs set with the same key, because a rule has each key once.
 *
 * The rules of all globs that match a tool apply: one that disables the tool is enough, and one that requires confirmation. A key of the
 * tool's own entry replaces the same key of the globs, and a key of a constraint the same key for the same argument.
 */
export function expandPolicy(spec: AnyPolicySpec, tools: Iterable<PolicyTarget>): readonly AnyPolicySpec[] {
  const { approval, tools: listed, ...rest } = spec;
  // A policy that a program builds can lack `tools`, as `toPolicy` accepts.
  const table = listed ?? {};
  const globs = Object.keys(table).filter(isGlob);
  if (globs.length === 0 && approval?.global === undefined && approval?.tools === undefined) return [spec];
  const layers: Map<string, ToolPolicy>[] = [new Map(Object.entries(table).filter(([name]) => !isGlob(name)))];
  for (const tool of tools) {
    const matching = globs.filter((glob) => matchesGlob(glob, tool.name)).map((glob) => table[glob] ?? {});
    const own = Object.hasOwn(table, tool.name) ? table[tool.name] : undefined;
    const isNamed = own !== undefined || matching.length > 0;
    const confirm = own?.confirm ?? findConfirm(matching) ?? needsApproval(tool, spec);
    if (!isNamed && !(confirm && spec.default === "enabled")) continue;
    for (const [index, rules] of toLayers(own, matching, tool).entries()) {
      const layer = (layers[index] ??= new Map<string, ToolPolicy>());
      layer.set(tool.name, index === 0 && confirm ? { ...rules, confirm } : rules);
    }
  }
  const [first = new Map<string, ToolPolicy>(), ...others] = layers;
  const headless = approval?.headless;
  return [
    { ...rest, ...(headless !== undefined && { approval: { headless } }), tools: Object.fromEntries(first) },
    ...others.map((layer): AnyPolicySpec => ({ default: "enabled", tools: Object.fromEntries(layer) })),
  ];
}

/** Reports whether the policy requires confirmation of calls of the tool, apart from the rules of `tools`. */
function needsApproval({ name, risk }: PolicyTarget, { approval = {} }: AnyPolicySpec): boolean {
  const { tools = {}, global = "none" } = approval;
  return Object.hasOwn(tools, name) ? tools[name] === true : isAtLeast(risk, global);
}

/** Reports whether a level of `approval.global` includes a tool. Without a risk, a tool may write. */
function isAtLeast(risk: PolicyTarget["risk"], level: ApprovalLevel): boolean {
  switch (level) {
    case "none":
      return false;
    case "destructive":
      return risk === "destructive";
    case "write":
      return risk !== "read";
    case "all":
      return true;
  }
}

/** Returns `true` if a glob requires confirmation, `false` if a glob waives it, and otherwise `undefined`. */
function findConfirm(matching: readonly ToolPolicy[]): boolean | undefined {
  const stated = matching.flatMap(({ confirm }) => (confirm === undefined ? [] : [confirm]));
  return stated.length === 0 ? undefined : stated.includes(true);
}

/** Returns the rules for one tool, divided into layers, each of which has a key of a constraint at most once. */
function toLayers(own: ToolPolicy | undefined, matching: readonly ToolPolicy[], tool: PolicyTarget): readonly ToolPolicy[] {
  const isDisabled = own?.enabled === undefined ? matching.some(({ enabled }) => enabled === false) : !own.enabled;
  const description = own?.description ?? matching.findLast((rules) => rules.description)?.description;
  const known = new Set(tool.args.map(({ name }) => name));
  const ownArgs = Object.entries(own?.args ?? {});
  const layers: Map<string, ArgConstraint>[] = [new Map(ownArgs)];
  for (const { args = {} } of matching) {
    for (const [arg, constraint] of Object.entries(args)) {
      if (known.has(arg)) overlay(layers, arg, withoutKeys(constraint, ownArgs.find(([name]) => name === arg)?.[1] ?? {}));
    }
  }
  return layers.map((args, index): ToolPolicy => ({
    ...(index === 0 && isDisabled && { enabled: false }),
    ...(index === 0 && description && { description }),
    ...(args.size > 0 && { args: Object.fromEntries(args) }),
  }));
}

/** Returns the constraint without the keys of another one. A message alone is not a constraint. */
function withoutKeys(constraint: ArgConstraint, other: ArgConstraint): ArgConstraint {
  const kept = Object.entries(constraint).filter(([key]) => !Object.hasOwn(other, key));
  return kept.some(([key]) => key !== "message") ? Object.fromEntries(kept) : {};
}
