/**
 * Replaces globs and the levels of `approval` in a policy with rules for each tool. The result has the same effect on these tools. Pure.
 */
import type { ArgConstraint } from "../constraint/arg-constraint.ts";
import type { AnyPolicySpec, ApprovalLevel, EveryToolRule, ExecutorSpec, FunctionPolicy, ToolPolicy } from "./policy-spec.ts";
import { defined } from "../text/defined.ts";
import type { Tool } from "../tool/tool.ts";

/** A tool that the rules of a policy can apply to. */
export type PolicyTarget = Pick<Tool, "name" | "risk"> & { readonly args: readonly { readonly name: string }[] };

/** Reports whether a name in a policy is a glob. `*` matches any number of characters, and `?` matches one. */
export function isGlob(name: string): boolean {
  return /[*?]/.test(name);
}

/** Reports whether a tool has a name that the glob matches. The whole name must match, and matching is case-sensitive. */
export function matchesGlob(glob: string, name: string): boolean {
  return matches(glob, name, () => true);
}

/**
 * Reports whether a glob matches every name that another glob matches. Can be false for a glob that does, if one of the two has `*` next to
 * another wildcard.
 */
export function coversGlob(glob: string, other: string): boolean {
  return matches(glob, other, (letter) => letter !== "*");
}

/** Matches a whole text. `isOne` reports whether `?` matches a letter. */
function matches(glob: string, text: string, isOne: (letter: string) => boolean): boolean {
  const matchesAt = (part: readonly string[], start: number): boolean =>
    start + part.length <= letters.length &&
    part.every((letter, index) => (letter === "?" ? isOne(letters[start + index] ?? "") : letter === letters[start + index]));
  const [first = [], ...others] = glob.split("*").map((part) => Array.from(part));
  const letters = Array.from(text);
  if (!matchesAt(first, 0)) return false;
  if (others.length === 0) return letters.length === first.length;
  const last = others.pop() ?? [];
  // The leftmost match of each part leaves the most characters for the other parts, so no backtracking is needed.
  let start = first.length;
  for (const part of others) {
    while (start + part.length <= letters.length && !matchesAt(part, start)) start += 1;
    start += part.length;
  }
  const end = letters.length - last.length;
  return start <= end && matchesAt(last, end);
}

/**
 * Returns policies without globs and levels of `approval`, all of which apply. The first policy has the rules for each tool. Further
 * policies have the constraints whose key several globs set, because a rule has each key at most once.
 *
 * The rules of all globs that match a tool apply. One glob is enough to disable the tool, or to require confirmation. A key of the tool's
 * own entry replaces the same key of the globs. A key of a constraint replaces the same key for the same argument. The executor is that of
 * the most specific glob; see `chooseExecutors`. The entry of a function in `functions` counts as its own entry. If `tools` has an entry for
 * the function, too, both apply.
 */
export function expandPolicy(spec: AnyPolicySpec, tools: Iterable<PolicyTarget>): readonly AnyPolicySpec[] {
  const { tools: listed, functions = {} } = spec;
  const twice = Object.entries(functions).filter(([name]) => Object.hasOwn(listed ?? {}, name));
  if (twice.length === 0) return expandEntries(spec, tools);
  const named = Object.fromEntries(twice.map(([name]) => [name, {}]));
  const second: AnyPolicySpec = { default: "enabled", tools: {}, functions: Object.fromEntries(twice) };
  return [...expandEntries({ ...spec, functions: { ...functions, ...named } }, tools), second];
}

/** Expands a policy in which no function has rules in both `tools` and `functions`. */
function expandEntries(spec: AnyPolicySpec, tools: Iterable<PolicyTarget>): readonly AnyPolicySpec[] {
  const { approval, tools: listed, functions, ...rest } = spec;
  // A policy that a program builds can lack `tools`.
  const table = listed ?? {};
  const globs = Object.keys(table).filter(isGlob);
  if (globs.length === 0 && approval?.global === undefined && approval?.tools === undefined) return [spec];
  const layers: Map<string, ToolPolicy>[] = [new Map(Object.entries(table).filter(([name]) => !isGlob(name)))];
  for (const tool of tools) {
    const names = globs.filter((glob) => matchesGlob(glob, tool.name));
    const matching = names.map((glob) => table[glob] ?? {});
    const own: ToolPolicy | undefined = [table, functions ?? {}].find((entries) => Object.hasOwn(entries, tool.name))?.[tool.name];
    const isNamed = own !== undefined || matching.length > 0;
    const confirm = own?.confirm ?? findConfirm(matching) ?? needsApproval(tool, spec);
    if (!isNamed && !(confirm && spec.default === "enabled")) continue;
    const executors = own?.executor === undefined ? chooseExecutors(names, table) : [own.executor];
    for (const [index, rules] of withExecutors(toLayers(own, matching, tool), executors).entries()) {
      const layer = (layers[index] ??= new Map<string, ToolPolicy>());
      layer.set(tool.name, index === 0 && confirm ? { ...rules, confirm } : rules);
    }
  }
  const [first = new Map<string, ToolPolicy>(), ...others] = layers;
  const unknown = Object.entries(functions ?? {}).filter(([name]) => !first.has(name));
  const headless = approval?.headless;
  return [
    {
      ...rest,
      ...(unknown.length > 0 && { functions: confirmFunctions(unknown, spec) }),
      ...(headless !== undefined && { approval: { headless } }),
      tools: Object.fromEntries(first),
    },
    ...others.map((layer): AnyPolicySpec => ({ default: "enabled", tools: Object.fromEntries(layer) })),
  ];
}

/** Returns the rules for functions that the tools lack, with the levels of `approval`. Each counts as a tool without a risk. */
function confirmFunctions(
  functions: readonly (readonly [string, FunctionPolicy])[],
  spec: AnyPolicySpec,
): Readonly<Record<string, FunctionPolicy>> {
  return Object.fromEntries(
    functions.map(([name, rules]) => {
      const confirm = rules.confirm ?? needsApproval({ name, args: [] }, spec);
      return [name, confirm ? { ...rules, confirm } : rules];
    }),
  );
}

/** Reports whether the policy requires confirmation of calls of the tool, apart from the rules of `tools`. */
function needsApproval({ name, risk }: PolicyTarget, { approval = {} }: AnyPolicySpec): boolean {
  const { tools = {}, global = "none" } = approval;
  return Object.hasOwn(tools, name) ? tools[name] === true : isAtLeast(risk, global);
}

/** Reports whether a level of `approval.global` includes a tool. A tool without a risk counts as `write`. */
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

/** Returns the globs without those that match every name of another one and more. */
export function mostSpecific(globs: readonly string[]): readonly string[] {
  return globs.filter((glob) => !globs.some((other) => coversGlob(glob, other) && !coversGlob(other, glob)));
}

/**
 * Returns the executor of the most specific of the globs that match a tool, or no executor. Returns several different ones if no glob is more
 * specific than the others, which the check of a policy reports: the strictest settings of all of them apply.
 */
function chooseExecutors(globs: readonly string[], tools: Readonly<Record<string, ToolPolicy>>): readonly ExecutorSpec[] {
  const chosen = mostSpecific(globs.filter((glob) => tools[glob]?.executor !== undefined));
  const executors = chosen.flatMap((glob) => tools[glob]?.executor ?? []);
  return [...new Map(executors.map((executor) => [JSON.stringify(executor), executor])).values()];
}

/** Adds one executor to each layer, and layers if there are more executors. */
function withExecutors(layers: readonly ToolPolicy[], executors: readonly ExecutorSpec[]): readonly ToolPolicy[] {
  if (executors.length === 0) return layers;
  return Array.from({ length: Math.max(layers.length, executors.length) }, (_, index): ToolPolicy => {
    const { args, ...rules } = layers[index] ?? {};
    const executor = executors[index];
    return { ...rules, ...defined({ executor, args }) };
  });
}

/** Returns the rules for one tool, divided into layers. Each layer has a key of a constraint at most once. */
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
  const scopes = [...new Set([own ?? {}, ...matching].flatMap((rules) => rules.scopes ?? []))];
  return layers.map((args, index): ToolPolicy =>
    defined<EveryToolRule>({
      enabled: index === 0 && isDisabled ? false : undefined,
      description: index === 0 ? description || undefined : undefined,
      // `expandEntries` decides it from the entries and the levels of `approval`.
      confirm: undefined,
      scopes: index === 0 && scopes.length > 0 ? scopes : undefined,
      // `withExecutors` adds it.
      executor: undefined,
      args: args.size > 0 ? Object.fromEntries(args) : undefined,
    }),
  );
}

/** Returns the constraint without the keys of another constraint. Returns no keys if only the message is left. */
function withoutKeys(constraint: ArgConstraint, other: ArgConstraint): ArgConstraint {
  const kept = Object.entries(constraint).filter(([key]) => !Object.hasOwn(other, key));
  return kept.some(([key]) => key !== "message") ? Object.fromEntries(kept) : {};
}

/**
 * Adds a constraint on an argument to the first layer in which the argument has none of its keys. A constraint with a message gets its own
 * layer, because the message applies only to its own keys.
 */
function overlay(layers: Map<string, ArgConstraint>[], arg: string, constraint: ArgConstraint): void {
  if (Object.keys(constraint).length === 0) return;
  const isFree = (layer: ReadonlyMap<string, ArgConstraint>): boolean => {
    const there = layer.get(arg);
    if (there === undefined) return true;
    if (there.message !== undefined || constraint.message !== undefined) return false;
    return !Object.keys(constraint).some((key) => Object.hasOwn(there, key));
  };
  const layer = layers.find(isFree);
  if (layer === undefined) layers.push(new Map([[arg, constraint]]));
  else layer.set(arg, { ...layer.get(arg), ...constraint });
}
