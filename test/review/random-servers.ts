/** Generates random servers, and variants that differ in a few parts. `server-texts.ts` prints them as YAML. */
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

export interface RandomTool {
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
