/** Prints random servers as configs and policies, with the keys that can be combined. */
import type { RandomArg, RandomPolicy, RandomRules, RandomServer, RandomTool } from "./random-servers.ts";
import { EXECUTORS, INHERITED, LIMITS } from "./random-servers.ts";

/** Returns the config as JSON, which is valid YAML. */
export function toConfig({ command, workingDir, globals, unknown, tools }: RandomServer): string {
  return JSON.stringify({
    name: "c",
    command,
    working_dir: workingDir,
    unknown_args: unknown ? "refuse" : undefined,
    global_args: globals ? [{ name: "global", type: "boolean", default: true }] : undefined,
    tools: presentEntries(tools).map(([name, given]) => toTool(name, given)),
  });
}

function toTool(name: string, given: RandomTool): object {
  const args = presentEntries(given.order === "forth" ? given.args : reverse(given.args));
  const [names, defaults] = [args.map(([arg]) => arg), args.filter(([, one]) => one.defaultPlace !== undefined).map(([arg]) => arg)];
  const related = given.related.filter((arg) => names.includes(arg));
  const isRelated = given.relation !== "none" && related.length > 1;
  // A default on a member of these relations is an error.
  const isAllowed = given.relation === "at_least_one" || !related.some((arg) => defaults.includes(arg));
  const plain = (arg: string): boolean => args.some(([other, one]) => other === arg && isPlain(one));
  const constant = given.constant?.every((word) => !word.includes("{") || (plain("a") && plain("b"))) === true ? given.constant : undefined;
  const isOrdered = given.asWritten && !given.endOfOptions;
  const placed = isOrdered && constant?.some((word) => word.includes("{")) === true ? ["a", "b"] : [];
  const items = args.map(([arg, one]) => ({
    ...(placed.includes(arg) ? { name: arg, type: one.type, required: one.required && one.defaultPlace === undefined } : toArg(arg, one)),
    requires: one.requires && names.includes("c") && arg !== "c" ? ["c"] : undefined,
    ...(placed.includes(arg) && one.defaultPlace !== undefined && { default: toDefault(one) }),
  }));
  return {
    name,
    description: given.description,
    command: given.command,
    program: given.program,
    env: given.env === undefined ? undefined : { FS_MODE: given.env },
    order: isOrdered ? "as_written" : undefined,
    end_of_options: given.endOfOptions,
    risk: given.risk,
    timeout: given.timeout,
    [given.relation]: isRelated && isAllowed ? [related] : undefined,
    examples: given.hasExample && names.length === 0 ? [{ description: "Run it", args: {} }] : undefined,
    args: isOrdered && constant !== undefined ? [{ words: constant }, ...items] : items,
  };
}

/** Reports whether constant words can contain the value of an argument. */
function isPlain({ type, repeat, mode }: RandomArg): boolean {
  return type !== "boolean" && type !== "map" && !repeat && mode === "flag";
}

/** Returns the policy as JSON, or `undefined` if the server has none. */
export function toPolicy({ policy, shared, tools }: RandomServer): string | undefined {
  if (policy === "none") return undefined;
  const named = presentEntries(tools).filter(([, given]) => given.isNamed);
  const rules = named.map(([name, given]) => {
    const args = presentEntries(given.args).map(
      ([argName, one]) => [argName, { ...toConstraint(one), ...toRules(one, one.rules) }] as const,
    );
    return [
      name,
      {
        confirm: given.confirm,
        executor: toExecutor(given.ownExecutor),
        args: Object.fromEntries(args.filter(([, rule]) => Object.values(rule).some((part) => part !== undefined))),
      },
    ] as const;
  });
  return JSON.stringify({ kind: "policy", default: policy, ...toShared(shared), tools: Object.fromEntries(rules) });
}

/** Returns the second policy as JSON, or `undefined` if the server has none. */
export function toSecondPolicy({ hasSecond, second }: RandomServer): string | undefined {
  return hasSecond ? JSON.stringify({ kind: "policy", default: "enabled", ...toShared(second) }) : undefined;
}

function toShared({ executor, inherit, limits, approval, headless, unknown }: RandomPolicy): object {
  return {
    executor: toExecutor(executor),
    env: inherit === undefined ? undefined : { inherit: INHERITED.get(inherit) },
    limits: limits === undefined ? undefined : LIMITS.get(limits),
    approval: approval === undefined ? undefined : { global: approval, headless: headless ? "approve" : undefined },
    unknown_args: unknown ? "refuse" : undefined,
  };
}

function toExecutor(name: string | undefined): object | undefined {
  return name === undefined ? undefined : EXECUTORS.get(name);
}

function presentEntries<Value>(table: Readonly<Record<string, Value | undefined>>): readonly (readonly [string, Value])[] {
  return Object.entries(table).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function reverse<Value>(table: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(table).toReversed());
}

export function toArg(name: string, one: RandomArg): object {
  const isText = one.type === "string";
  const isSpecial = one.mode === "special" && isText;
  const isPositional = one.mode === "positional" && one.type !== "boolean";
  const isFlag = !isSpecial && !isPositional;
  const words = isSpecial ? {} : toWords(one, isPositional);
  const isListed = words.repeat !== undefined || words.join !== undefined;
  const repeat = one.repeat && !isSpecial && one.type !== "boolean" && one.type !== "map" && words.isAlone !== true;
  return {
    name,
    type: one.type,
    description: one.description,
    required: one.required && one.defaultPlace === undefined,
    default: one.defaultPlace === undefined ? undefined : toDefault(one, one.type !== "map" && (repeat || isListed)),
    flag: isFlag && words.hasNoFlag !== true ? one.flag : undefined,
    positional: (isPositional && words.hasNoFlag !== true) || undefined,
    cwd: (isSpecial && name === "a") || undefined,
    stdin: (isSpecial && name === "b") || undefined,
    enum: isText ? one.members : undefined,
    repeat: repeat || undefined,
    allow_leading_dash: (one.dash && isPositional) || undefined,
    secret: one.secret && words.keys?.enum === undefined,
    ...words.keys,
    ...(one.limit !== "none" && toLimits(one, one.limit === "low")),
  };
}

interface RandomWords {
  /** Keys of the argument. */
  readonly keys?: { readonly enum?: object; readonly [key: string]: unknown };
  /** True if the argument takes a list. */
  readonly repeat?: true;
  readonly join?: true;
  /** True if the argument takes no `repeat`. */
  readonly isAlone?: boolean;
  readonly hasNoFlag?: boolean;
}

/** Returns the keys that turn a value into words, if they can be combined with the others. */
function toWords({ type, words, members, flag, secret }: RandomArg, isPositional: boolean): RandomWords {
  const isMap = type === "map";
  switch (words) {
    case "template":
      if (type === "boolean") return {};
      return { keys: { value: isMap ? "{key}:{value}" : "v:{}" } };
    case "templates":
      if (type === "boolean" || isMap) return {};
      return { keys: { value: ["-v", "{}"] } };
    case "mapped":
    case "mapped otherwise":
      if (secret || isPositional) return {};
      if (type === "string" && members !== undefined)
        return {
          keys: { enum: Object.fromEntries(members.map((member) => [member, words === "mapped" ? `--${member}` : ["-m", member]])) },
        };
      return type === "boolean" ? { keys: { enum: words === "mapped" ? { true: "--on", false: "--off" } : { true: "--on" } } } : {};
    case "switched":
      if (type === "boolean") return { keys: { negatable: flag === undefined || undefined } };
      return type === "string" && !isPositional ? { keys: { optional_value: true }, isAlone: true } : {};
    case "once":
      if (type === "boolean" || isMap || isPositional || flag === "--g=") return {};
      return { keys: { repeat: "once" }, isAlone: true, repeat: true };
    case "joined":
      if (type === "boolean" || members !== undefined) return {};
      return { keys: { join: "," }, isAlone: true, join: true };
    case "file":
      return type === "string" && members === undefined ? { keys: { file: members === undefined ? true : undefined }, isAlone: true } : {};
    case "variable":
      return type === "map" || isPositional ? {} : { keys: { env: "FS_VALUE", flag: undefined }, isAlone: true, hasNoFlag: true };
    default:
      return {};
  }
}

function toLimits({ type, members, words }: RandomArg, isLow: boolean): object {
  if (type === "integer" || type === "number") return isLow ? { min: 1, max: 4 } : { min: 3, max: 9 };
  if (type === "boolean" || members !== undefined || words === "mapped") return {};
  const keys = type === "map" ? { keys: { pattern: isLow ? "[a-z]" : "[a-z]+" } } : {};
  return { ...(isLow ? { max_length: 1 } : { pattern: "[-a-z]*" }), ...keys };
}

function toDefault(
  { type, repeat, mode, defaultPlace = 0 }: RandomArg,
  isList = repeat && type !== "boolean" && mode !== "special",
): unknown {
  const value = { string: ["x", "y"], integer: [3, 4], number: [3, 3.5], boolean: [true, false], map: [{ k: "x" }, { k: "y" }] }[type][
    defaultPlace
  ];
  return isList ? [value] : value;
}

function toConstraint({ type, pattern, deny, oneOf, min, max }: RandomArg): object {
  if (type === "string") return { pattern, deny_pattern: deny, one_of: oneOf };
  return type === "boolean" || type === "map" ? {} : { min, max };
}

function toRules({ type }: RandomArg, { forbid, required, equals, maxLength, within }: RandomRules): object {
  const isText = type === "string";
  const values = { string: ["x", "y"], integer: [3, 4], number: [3, 3.5], boolean: [true, false], map: [] }[type];
  return {
    forbid,
    required,
    equals: equals === undefined ? undefined : values[equals],
    max_length: isText ? maxLength : undefined,
    within: isText ? within : undefined,
  };
}
