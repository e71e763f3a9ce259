/** Generates random configs and policies, and variants that differ in a few parts. */
import fc from "fast-check";

/** Ways to write a value. */
export const WORDS = [
  "plain",
  "template",
  "templates",
  "mapped",
  "mapped otherwise",
  "switched",
  "once",
  "joined",
  "file",
  "variable",
] as const;

export interface RandomArg {
  readonly type: "string" | "integer" | "number" | "boolean" | "map";
  readonly mode: "flag" | "positional" | "special";
  readonly flag: string | undefined;
  readonly required: boolean;
  readonly defaultPlace: number | undefined;
  readonly members: readonly string[] | undefined;
  readonly repeat: boolean;
  readonly dash: boolean;
  readonly secret: boolean;
  readonly description: string;
  readonly pattern: string | undefined;
  readonly deny: string | undefined;
  readonly oneOf: readonly string[] | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Keys that convert the value to words. */
  readonly words: (typeof WORDS)[number];
  readonly limit: "none" | "low" | "high";
  readonly requires: boolean;
}

interface RandomTool {
  readonly command: string;
  readonly description: string;
  readonly endOfOptions: boolean;
  readonly risk: string | undefined;
  readonly timeout: number | undefined;
  readonly isNamed: boolean;
  readonly order: "forth" | "back";
  readonly asWritten: boolean;
  readonly constant: readonly string[] | undefined;
  readonly relation: "none" | "at_most_one" | "exactly_one" | "at_least_one";
  readonly related: readonly string[];
  readonly program: string | undefined;
  readonly env: string | undefined;
  readonly hasExample: boolean;
  readonly args: Readonly<Record<string, RandomArg | undefined>>;
}

export interface RandomServer {
  readonly command: string;
  readonly workingDir: string | undefined;
  readonly globals: boolean;
  readonly policy: "none" | "enabled" | "disabled";
  readonly tools: Readonly<Record<string, RandomTool | undefined>>;
}

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(arbitrary, { nil: undefined });

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 1 });

const seldom = fc.constantFrom(false, false, false, true);

const PATTERNS = ["[a-z]*", "x|y|z", "[xy]+", "-?x", "\\w+", ".*", "(?s:.*)x"];

const anyArg: fc.Arbitrary<RandomArg> = fc.record({
  type: fc.constantFrom("string", "string", "integer", "number", "boolean", "map"),
  mode: fc.constantFrom("flag", "flag", "positional", "special"),
  flag: fc.constantFrom(undefined, "-f", "--g="),
  required: seldom,
  defaultPlace: rarely(fc.nat(1)),
  members: rarely(fc.constantFrom(["x", "y"], ["x", "y", "z"], ["y", "x"])),
  repeat: fc.boolean(),
  dash: fc.boolean(),
  secret: fc.boolean(),
  description: fc.constantFrom("", "one", "two"),
  pattern: rarely(fc.constantFrom(...PATTERNS)),
  deny: rarely(fc.constantFrom("y", "^-", "zz")),
  oneOf: rarely(fc.constantFrom(["x"], ["x", "y"])),
  min: maybe(fc.constantFrom(0, 3)),
  max: maybe(fc.constantFrom(4, 9)),
  words: fc.constantFrom("plain", ...WORDS),
  limit: fc.constantFrom("none", "none", "none", "none", "low", "high"),
  requires: seldom,
});

const tool: fc.Arbitrary<RandomTool> = fc.record({
  command: fc.constantFrom("show", "show --all", "'show --all'", "hide", "--quiet show"),
  description: fc.constantFrom("One", "Two"),
  endOfOptions: fc.boolean(),
  risk: fc.constantFrom(undefined, "read", "write", "destructive"),
  timeout: fc.constantFrom(undefined, 10, 60),
  isNamed: fc.boolean(),
  order: fc.constantFrom("forth", "back"),
  asWritten: fc.boolean(),
  constant: maybe(fc.constantFrom(["-o", "x"], ["-o", "y"], ["-s", "{a}:{b}"])),
  relation: fc.constantFrom("none", "none", "none", "at_most_one", "exactly_one", "at_least_one"),
  related: fc.constantFrom(["a", "b"], ["b", "a"], ["a", "b", "c"]),
  program: fc.constantFrom(undefined, undefined, "fsx", "fs"),
  env: fc.constantFrom(undefined, "one", "two"),
  hasExample: fc.boolean(),
  args: fc.record({ a: maybe(anyArg), b: maybe(anyArg), c: maybe(anyArg) }),
});

const server: fc.Arbitrary<RandomServer> = fc.record({
  command: fc.constantFrom("fs", "'fs'", "fs --quiet", "'fs --quiet'"),
  workingDir: fc.constantFrom(undefined, "/srv"),
  globals: fc.boolean(),
  policy: fc.constantFrom("none", "enabled", "disabled"),
  tools: fc.record({ one: maybe(tool), two: maybe(tool), three: maybe(tool) }),
});

const mixed: fc.Arbitrary<readonly [RandomServer, RandomServer]> = fc
  .tuple(server, server, fc.infiniteStream(fc.nat(7)))
  .map(([left, other, choices]) => [left, mix(left, other, choices)]);

/** Keys that change alone, so that no other change explains a difference. */
const KEYS = [
  ...([
    "type",
    "mode",
    "flag",
    "required",
    "defaultPlace",
    "members",
    "repeat",
    "dash",
    "words",
    "words",
    "words",
    "limit",
    "requires",
  ] as const),
  ...(["endOfOptions", "asWritten", "constant", "relation", "related", "program", "env", "hasExample", "order", "command"] as const),
];

const changedIn = (key: fc.Arbitrary<string>): fc.Arbitrary<readonly [RandomServer, RandomServer]> =>
  fc
    .tuple(server, server, key, fc.infiniteStream(fc.nat(2)))
    .map(([left, other, changed, choices]) => [left, replaceKey(left, other, { key: changed, choices })]);

/** Two servers. The second has some parts of a third, or only values of one key. */
export const servers: fc.Arbitrary<readonly [RandomServer, RandomServer]> = fc.oneof(mixed, changedIn(fc.constantFrom(...KEYS)));

interface Replacement {
  readonly key: string;
  readonly choices: Iterator<number>;
}

/** Takes every third value of a key from the right value, at any depth, and everything else from the left one. */
function replaceKey<Part>(left: Part, right: Part, replacement: Replacement): Part {
  const isObject = (part: unknown): part is object => typeof part === "object" && part !== null && !Array.isArray(part);
  if (!isObject(left) || !isObject(right)) return left;
  const others = new Map<string, unknown>(Object.entries(right));
  const entries = Object.entries(left).map(([name, part]: [string, unknown]) => {
    const other = others.get(name);
    const isChanged = name === replacement.key && !isObject(part) && replacement.choices.next().value === 0;
    return [name, isChanged ? other : replaceKey<unknown>(part, other, replacement)] as const;
  });
  // Safe cast: the keys and the types of the values are the same.
  return Object.fromEntries(entries) as Part;
}

/** Takes each part from the left value, or with probability 1/8 from the right value. */
function mix<Part>(left: Part, right: Part, choices: Iterator<number>): Part {
  const isObject = (part: unknown): part is object => typeof part === "object" && part !== null && !Array.isArray(part);
  if (!isObject(left) || !isObject(right)) return choices.next().value === 0 ? right : left;
  const others = new Map<string, unknown>(Object.entries(right));
  // Safe cast: the keys and the types of the values are the same.
  return Object.fromEntries(Object.entries(left).map(([key, part]) => [key, mix<unknown>(part, others.get(key), choices)])) as Part;
}

/** Returns the config as JSON, which is valid YAML. */
export function toConfig({ command, workingDir, globals, tools }: RandomServer): string {
  return JSON.stringify({
    name: "c",
    command,
    working_dir: workingDir,
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
export function toPolicy({ policy, tools }: RandomServer): string | undefined {
  if (policy === "none") return undefined;
  const named = presentEntries(tools).filter(([, given]) => given.isNamed);
  const rules = named.map(([name, given]) => {
    const args = presentEntries(given.args).map(([argName, one]) => [argName, toConstraint(one)] as const);
    return [name, { args: Object.fromEntries(args.filter(([, rule]) => Object.values(rule).some((part) => part !== undefined))) }] as const;
  });
  return JSON.stringify({ kind: "policy", default: policy, tools: Object.fromEntries(rules) });
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
  /** Whether the argument takes a list. */
  readonly repeat?: true;
  readonly join?: true;
  /** Whether it takes no `repeat`. */
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
