/** Generates random configs and policies, and variants that differ in a few parts. */
import fc from "fast-check";

export interface RandomArg {
  readonly type: "string" | "integer" | "number" | "boolean";
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
}

interface RandomTool {
  readonly command: string;
  readonly description: string;
  readonly endOfOptions: boolean;
  readonly risk: string | undefined;
  readonly timeout: number | undefined;
  readonly isNamed: boolean;
  readonly order: "forth" | "back";
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

const PATTERNS = ["[a-z]*", "x|y|z", "[xy]+", "-?x", "\\w+", ".*", "(?s:.*)x"];

const arg: fc.Arbitrary<RandomArg> = fc.record({
  type: fc.constantFrom("string", "string", "integer", "number", "boolean"),
  mode: fc.constantFrom("flag", "flag", "positional", "special"),
  flag: fc.constantFrom(undefined, "-f", "--g="),
  required: fc.boolean(),
  defaultPlace: maybe(fc.nat(1)),
  members: maybe(fc.constantFrom(["x", "y"], ["x", "y", "z"], ["y", "x"])),
  repeat: fc.boolean(),
  dash: fc.boolean(),
  secret: fc.boolean(),
  description: fc.constantFrom("", "one", "two"),
  pattern: maybe(fc.constantFrom(...PATTERNS)),
  deny: maybe(fc.constantFrom("y", "^-", "zz")),
  oneOf: maybe(fc.constantFrom(["x"], ["x", "y"])),
  min: maybe(fc.constantFrom(0, 3)),
  max: maybe(fc.constantFrom(4, 9)),
});

const tool: fc.Arbitrary<RandomTool> = fc.record({
  command: fc.constantFrom("show", "show --all", "'show --all'", "hide", "--quiet show"),
  description: fc.constantFrom("One", "Two"),
  endOfOptions: fc.boolean(),
  risk: fc.constantFrom(undefined, "read", "write", "destructive"),
  timeout: fc.constantFrom(undefined, 10, 60),
  isNamed: fc.boolean(),
  order: fc.constantFrom("forth", "back"),
  args: fc.record({ a: maybe(arg), b: maybe(arg), c: maybe(arg) }),
});

const server: fc.Arbitrary<RandomServer> = fc.record({
  command: fc.constantFrom("fs", "'fs'", "fs --quiet", "'fs --quiet'"),
  workingDir: fc.constantFrom(undefined, "/srv"),
  globals: fc.boolean(),
  policy: fc.constantFrom("none", "enabled", "disabled"),
  tools: fc.record({ one: maybe(tool), two: maybe(tool), three: maybe(tool) }),
});

/** Two servers. The second has some parts of a third. */
export const servers: fc.Arbitrary<readonly [RandomServer, RandomServer]> = fc
  .tuple(server, server, fc.infiniteStream(fc.nat(7)))
  .map(([left, other, choices]) => [left, mix(left, other, choices)]);

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
    tools: presentEntries(tools).map(([name, given]) => ({
      name,
      description: given.description,
      command: given.command,
      end_of_options: given.endOfOptions,
      risk: given.risk,
      timeout: given.timeout,
      args: presentEntries(given.order === "forth" ? given.args : reverse(given.args)).map(([argName, one]) => toArg(argName, one)),
    })),
  });
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

function toArg(name: string, one: RandomArg): object {
  const isText = one.type === "string";
  const isSpecial = one.mode === "special" && isText;
  const isPositional = one.mode === "positional" && one.type !== "boolean";
  const isFlag = !isSpecial && !isPositional;
  return {
    name,
    type: one.type,
    description: one.description,
    required: one.required && one.defaultPlace === undefined,
    default: one.defaultPlace === undefined ? undefined : toDefault(one),
    flag: isFlag ? one.flag : undefined,
    positional: isPositional || undefined,
    cwd: (isSpecial && name === "a") || undefined,
    stdin: (isSpecial && name === "b") || undefined,
    enum: isText ? one.members : undefined,
    repeat: (one.repeat && !isSpecial && one.type !== "boolean") || undefined,
    allow_leading_dash: (one.dash && isPositional) || undefined,
    secret: one.secret,
  };
}

function toDefault({ type, repeat, mode, defaultPlace = 0 }: RandomArg): unknown {
  const value = { string: ["x", "y"], integer: [3, 4], number: [3, 3.5], boolean: [true, false] }[type][defaultPlace];
  const isList = repeat && type !== "boolean" && !(mode === "special" && type === "string");
  return isList ? [value] : value;
}

function toConstraint({ type, pattern, deny, oneOf, min, max }: RandomArg): object {
  if (type === "string") return { pattern, deny_pattern: deny, one_of: oneOf };
  return type === "boolean" ? {} : { min, max };
}
