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

/** Executors of policies. */
export const EXECUTORS: ReadonlyMap<string, object> = new Map<string, object>([
  ["local", { type: "local" }],
  ["bubblewrap", { type: "bubblewrap" }],
  ["bubblewrap with a directory", { type: "bubblewrap", writable: ["/a/b"] }],
  ["bubblewrap with directories", { type: "bubblewrap", writable: ["/a", "/c"] }],
  ["bubblewrap with a network", { type: "bubblewrap", network: "host", writable: ["/a/b/../b"] }],
  ["docker", { type: "docker", image: "i" }],
  ["bubblewrap with a host", { type: "bubblewrap", network: { hosts: ["a.example.org"] } }],
  ["bubblewrap with hosts", { type: "bubblewrap", network: { hosts: ["*.example.org", "b.example"] } }],
  ["docker with a volume", { type: "docker", image: "i", volumes: ["/a:/a"], network: "none", user: "1000" }],
  ["docker with a read-only volume", { type: "docker", image: "i", volumes: ["/a:/a:ro"], read_only: true, memory: "1g" }],
  ["docker with a restricted volume", { type: "docker", image: "i", volumes: ["/a:/a:ro,noexec", "/c:/c"], network: "none" }],
  ["docker with the host's network", { type: "docker", image: "i", network: "host", pids: 9, user: "root" }],
]);

/** Values of `inherit`. */
export const INHERITED: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["all", "all"],
  ["minimal", "minimal"],
  ["none", []],
  ["token", ["TOKEN", "LC_ALL"]],
  ["home", ["HOME", "LC_TIME"]],
]);

/** Values of `limits`. */
export const LIMITS: ReadonlyMap<string, object> = new Map<string, object>([
  ["low", { max_timeout: 5, max_output_bytes: 500, cpu_seconds: 5 }],
  ["high", { max_timeout: 50, max_output_bytes: 5000, max_concurrency: 500, max_queue: 5000, memory: "1g" }],
  ["mixed", { max_timeout: 500, max_queue: 5, max_reply_bytes: 5000, max_capture_bytes: 500_000 }],
]);

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
  readonly rules: RandomRules;
}

/** Constraints of a policy. */
export interface RandomRules {
  readonly forbid: boolean | undefined;
  readonly required: boolean | undefined;
  readonly equals: number | undefined;
  readonly maxLength: number | undefined;
  readonly within: string | undefined;
}

export interface RandomTool {
  readonly command: string;
  readonly description: string;
  readonly endOfOptions: boolean;
  readonly risk: string | undefined;
  readonly timeout: number | undefined;
  readonly isNamed: boolean;
  readonly confirm: boolean | undefined;
  readonly order: "forth" | "back";
  readonly asWritten: boolean;
  readonly constant: readonly string[] | undefined;
  readonly relation: "none" | "at_most_one" | "exactly_one" | "at_least_one";
  readonly related: readonly string[];
  readonly program: string | undefined;
  /** The executor in the rules of the policy. */
  readonly ownExecutor: string | undefined;
  readonly env: string | undefined;
  readonly hasExample: boolean;
  readonly args: Readonly<Record<string, RandomArg | undefined>>;
}

/** Keys of a policy that apply to all tools. */
export interface RandomPolicy {
  readonly executor: string | undefined;
  readonly inherit: string | undefined;
  readonly limits: string | undefined;
  readonly approval: string | undefined;
  readonly headless: boolean;
  readonly unknown: boolean;
}

export interface RandomServer {
  readonly command: string;
  readonly workingDir: string | undefined;
  readonly globals: boolean;
  readonly policy: "none" | "enabled" | "disabled";
  readonly unknown: boolean;
  readonly shared: RandomPolicy;
  /** A second policy, which enables all tools. */
  readonly second: RandomPolicy;
  readonly hasSecond: boolean;
  readonly tools: Readonly<Record<string, RandomTool | undefined>>;
}

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(arbitrary, { nil: undefined });

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

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
  rules: fc.record({
    forbid: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, undefined, false, true),
    required: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, undefined, false, true),
    equals: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, undefined, 0, 1),
    maxLength: fc.constantFrom(undefined, undefined, undefined, undefined, 1, 2),
    within: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, "/srv", ".", "x"),
  }),
});

const tool: fc.Arbitrary<RandomTool> = fc.record({
  command: fc.constantFrom("show", "show --all", "'show --all'", "hide", "--quiet show"),
  description: fc.constantFrom("One", "Two"),
  endOfOptions: fc.boolean(),
  risk: fc.constantFrom(undefined, "read", "write", "destructive"),
  timeout: fc.constantFrom(undefined, 10, 60),
  isNamed: fc.boolean(),
  confirm: fc.constantFrom(undefined, undefined, undefined, false, true),
  order: fc.constantFrom("forth", "back"),
  asWritten: fc.boolean(),
  constant: maybe(fc.constantFrom(["-o", "x"], ["-o", "y"], ["-s", "{a}:{b}"])),
  relation: fc.constantFrom("none", "none", "none", "at_most_one", "exactly_one", "at_least_one"),
  related: fc.constantFrom(["a", "b"], ["b", "a"], ["a", "b", "c"]),
  program: fc.constantFrom(undefined, undefined, "fsx", "fs"),
  ownExecutor: rarely(fc.constantFrom(...EXECUTORS.keys())),
  env: fc.constantFrom(undefined, "one", "two"),
  hasExample: fc.boolean(),
  args: fc.record({ a: maybe(anyArg), b: maybe(anyArg), c: maybe(anyArg) }),
});

const sharedPolicy: fc.Arbitrary<RandomPolicy> = fc.record({
  executor: rarely(fc.constantFrom(...EXECUTORS.keys())),
  inherit: rarely(fc.constantFrom(...INHERITED.keys())),
  limits: rarely(fc.constantFrom(...LIMITS.keys())),
  approval: rarely(fc.constantFrom("none", "destructive", "write", "all")),
  headless: seldom,
  unknown: seldom,
});

const server: fc.Arbitrary<RandomServer> = fc.record({
  command: fc.constantFrom("fs", "'fs'", "fs --quiet", "'fs --quiet'"),
  workingDir: fc.constantFrom(undefined, "/srv"),
  globals: fc.boolean(),
  policy: fc.constantFrom("none", "enabled", "disabled"),
  unknown: seldom,
  shared: sharedPolicy,
  second: sharedPolicy,
  hasSecond: seldom,
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
    "forbid",
    "equals",
    "within",
  ] as const),
  ...(["executor", "inherit", "limits", "approval", "headless", "unknown", "hasSecond", "confirm", "risk", "secret"] as const),
  ...([
    "endOfOptions",
    "asWritten",
    "constant",
    "relation",
    "related",
    "program",
    "ownExecutor",
    "env",
    "hasExample",
    "order",
    "command",
  ] as const),
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
