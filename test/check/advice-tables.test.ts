/** Applies the advice for every alias and word of configs and definitions literally: no error remains. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { argSchema } from "../../generator/check/keys/arg-schema.ts";
import { configSchema } from "../../generator/check/keys/config-schema.ts";
import { toolSchema } from "../../generator/check/keys/tool-schema.ts";
import { fieldsOf, findByAlias } from "../../generator/check/keys/key-facts.ts";
import { directiveSchema, directiveToolSchema } from "../../generator/check/keys/directive-schema.ts";
import { type Context, errorsOf, expectAdvice, listRows, type Mapping } from "./advice.ts";

const tool = { name: "t", description: "d" };
const configContexts: readonly Context[] = [
  { schema: configSchema, base: { command: "git", tools: [tool] }, wrap: (config) => [config] },
  { schema: toolSchema, base: tool, wrap: (mapping) => [{ command: "git", tools: [mapping] }] },
  { schema: argSchema, base: { name: "a" }, wrap: (mapping) => [{ command: "git", tools: [{ ...tool, args: [mapping, { name: "b" }] }] }] },
];

describe("the foreign keys of a config", () => {
  const samples = {
    args: [[{ name: "x" }], { x: { positional: true } }, ["x", "y"], "x, y"],
    global_args: [[{ name: "x", default: "y" }], { x: { default: "y" } }],
    enum: [["a", "b"], "a|b"],
    description: ["Show it"],
    command: ["log", ["log", "-n"]],
    tools: [[tool], { t: { description: "d" } }, ["t", "u"], "t, u"],
    env: [{ A: "b" }],
    working_dir: ["/srv"],
    network: [false],
    idempotent: [true],
    runs_code: [true],
    tags: [["vcs"], "vcs", "vcs, git"],
    title: ["A title"],
    reply_prefix: ["Times are UTC"],
    when_missing: ["hide"],
    os: ["linux", ["linux", "macos"], "linux, macos"],
    flag: ["-n"],
    repeat: [true],
    required: [true],
    default: ["x"],
    secret: [true],
    success_exit_codes: [[0, 1], 1, "0, 1"],
    timeout: [5, "5", "5s"],
    name: ["n"],
    requires: [["b"], "b"],
    variable: ["PGDATABASE"],
    env_var: ["PGDATABASE"],
    join: [","],
    value: ["pre:{}", ["{}", "x"]],
    min: [5],
    max: [5],
    max_length: [5],
    pattern: ["[a-z]+"],
    // Omitted, because the file would have to exist.
    include: [],
    version_command: ["version"],
    confirm_message: ["Delete it?"],
    resolve: [{ owner: { command: "show owner" } }],
    at_most_one: [[["a", "b"]], ["a", "b"], "a, b"],
    exactly_one: [[["a", "b"]], ["a", "b"], "a, b"],
    at_least_one: [[["a", "b"]], ["a", "b"], "a, b"],
  };
  const pair = { args: [{ name: "a" }, { name: "b" }] };
  const limits = { min: { type: "integer" }, max: { type: "integer" } };
  const needs = { ...limits, at_most_one: pair, exactly_one: pair, at_least_one: pair };
  it.each(listRows(configContexts, samples, needs))("%s: %s", async (key, _text, context, value) => {
    await expectAdvice(context, key, value);
  });

  it.each([
    ["short", "n", "-n"],
    ["long", "max-count", "--max-count"],
  ])("%s: %s becomes a flag with dashes", async (key, value, flag) => {
    const [message] = await errorsOf({ command: "git", tools: [{ ...tool, args: [{ name: "a", [key]: value }] }] });
    expect(message).toBe(`write \`flag: ${flag}\``);
  });
});

describe("a boolean risk", () => {
  it.each([
    ["read_only", "read"],
    ["readOnlyHint", "read"],
    ["destructive", "destructive"],
  ])("%s: true becomes risk: %s", async (key, risk) => {
    const inTool = (entry: Mapping): unknown => ({ command: "git", tools: [{ ...tool, ...entry }] });
    expect(await errorsOf(inTool({ [key]: true }))).toEqual([`write \`risk: ${risk}\``]);
    expect(await errorsOf(inTool({ risk }))).toEqual([]);
  });
});

describe("argparse's number of values", () => {
  const inArg = (entry: Mapping): unknown => ({ command: "git", tools: [{ ...tool, args: [{ name: "a", ...entry }] }] });

  it.each(["*", "+"])("nargs: %s becomes a list", async (nargs) => {
    expect(await errorsOf(inArg({ nargs }))).toEqual(["write `repeat: true`"]);
    expect(await errorsOf(inArg({ repeat: true }))).toEqual([]);
  });

  it("nargs: ? is removed", async () => {
    expect(await errorsOf(inArg({ nargs: "?" }))).toEqual(["remove it: an argument is optional unless it has `required: true`"]);
    expect(await errorsOf(inArg({}))).toEqual([]);
  });
});

describe("the foreign values of a config", () => {
  const types = [
    "str",
    "text",
    "path",
    "file",
    "enum",
    "int",
    "long",
    "float",
    "double",
    "decimal",
    "bool",
    "flag",
    "switch",
    "array",
    "list",
  ];
  const risks = ["readonly", "read-only", "safe", "none", "modify", "danger", "dangerous", "delete"];
  it.each([...types.map((value) => ["type", value] as const), ...risks.map((value) => ["risk", value] as const)])(
    "%s: %s",
    async (key, value) => {
      const inPlace = (entry: Mapping): unknown =>
        key === "risk"
          ? { command: "git", tools: [{ ...tool, ...entry }] }
          : { command: "git", tools: [{ ...tool, args: [{ name: "a", ...entry }] }] };
      const [message = ""] = await errorsOf(inPlace({ [key]: value }));
      const meant = /did you mean "(\w+)"\?$/.exec(message)?.[1];
      const right = meant === undefined ? { type: "string", repeat: true } : { [key]: meant };
      expect(message).toMatch(/did you mean ("\w+"|the type of one value with `repeat: true`)\?$/);
      expect(await errorsOf(inPlace(right))).toEqual([]);
    },
  );
});

describe("the type of an argument that has an enum", () => {
  const inArg = (entry: Mapping): unknown => ({ command: "git", tools: [{ ...tool, args: [{ name: "a", ...entry }] }] });

  it.each([
    ["int", { enum: ["1", "2"] }, { type: "string", enum: ["1", "2"] }],
    ["float", { enum: ["0.5"], default: 0.5 }, { type: "string", enum: ["0.5"], default: "0.5" }],
    ["integr", { enum: ["a"] }, { type: "string", enum: ["a"] }],
  ])("%s becomes text with the same values", async (type, entry, right) => {
    const [help = "", ...others] = await errorsOf(inArg({ type, ...entry }));
    const entries = /^did you mean `(.+)`\?$/.exec(help)?.[1] ?? "";
    expect(others).toEqual([]);
    expect(parse(`{ ${entries} }`)).toEqual(right);
    expect(await errorsOf(inArg(right))).toEqual([]);
  });

  it.each([
    ["int", "integer", [1, 2]],
    ["float", "number", [0.5]],
  ])("%s stays a number if its values are numbers", async (type, right, members) => {
    expect(await errorsOf(inArg({ type, enum: members }))).toEqual([`did you mean "${right}"?`]);
    expect(await errorsOf(inArg({ type: right, enum: members }))).toEqual([]);
  });

  it("bool loses the enum", async () => {
    expect(await errorsOf(inArg({ type: "bool", enum: [true, false] }))).toEqual(['did you mean "boolean" without the `enum`?']);
  });
});

describe("a text instead of a number", () => {
  it.each(["-5", "99999999", "9999999h", "-1 s"])("names no number outside the range: timeout %s", async (timeout) => {
    const helps = await errorsOf({ command: "git", tools: [{ ...tool, timeout }] });
    expect(helps).toHaveLength(1);
    expect(helps[0]).not.toMatch(/^write `/);
  });

  it.each([["-5"], ["256"]])("names no exit code outside the range: %s", async (code) => {
    const helps = await errorsOf({ command: "git", tools: [{ ...tool, success_exit_codes: [code] }] });
    expect(helps).toEqual(["use an integer from 0 to 255"]);
  });
});

describe("the foreign keys of a definition", () => {
  const base = { name: "list", description: "d", inputSchema: { type: "object" }, handler: "files.list" };
  const contexts: readonly Context[] = [
    { schema: directiveSchema, base: { kind: "directive", tools: [base] }, wrap: (definition) => [definition] },
    { schema: directiveToolSchema, base, wrap: (mapping) => [{ kind: "directive", tools: [mapping] }] },
  ];
  const samples = {
    inputSchema: [{ type: "object" }],
    description: ["d"],
    title: ["t"],
    root: ["notes"],
    handler: ["files.list"],
    method: ["my.list"],
    name: ["n"],
  };
  it.each(listRows(contexts, samples))("%s: %s", async (key, _text, context, value) => {
    const target = findByAlias(context.schema, key)[0] ?? "";
    const { [target]: _replaced, ...rest } = context.base;
    await expectAdvice({ ...context, base: rest }, key, value);
  });
});

/** For each required key of a schema: following the help leaves no error. */
describe("the additions of required keys", () => {
  const directiveTool = { name: "list", description: "d", inputSchema: { type: "object" }, handler: "files.list" };
  const contexts: readonly Context[] = [
    ...configContexts.filter(({ schema }) => schema !== argSchema),
    { schema: argSchema, base: { name: "a" }, wrap: (mapping) => [{ command: "git", tools: [{ ...tool, args: [mapping] }] }] },
    {
      schema: directiveSchema,
      base: { kind: "directive", tools: [directiveTool] },
      wrap: (definition) => [definition],
    },
    { schema: directiveToolSchema, base: directiveTool, wrap: (mapping) => [{ kind: "directive", tools: [mapping] }] },
  ];
  const rows = contexts.flatMap((context) =>
    Array.from(fieldsOf(context.schema))
      .filter(([key, field]) => key !== "kind" && !field.safeParse(undefined).success)
      .map(([key]): [string, Context] => [key, context]),
  );

  it.each(rows)("%s", async (key, { base, wrap }) => {
    const { [key]: _required, ...rest } = base;
    const [help = "", ...others] = await errorsOf(...wrap(rest));
    expect(others).toEqual([]);
    expect(help).toMatch(/^add /);
    for (const addition of listAdditions(help, key))
      expect({ addition, errors: await errorsOf(...wrap({ ...rest, ...addition })) }).toMatchObject({ errors: [] });
  });

  /** Returns the mappings that the help tells the user to add: each code span, as an entry or as a value of the key; or the help itself. */
  function listAdditions(help: string, key: string): readonly Mapping[] {
    const written = Array.from(help.matchAll(/`([^`]+)`/g), ([, text = ""]) => text).filter((text) => text !== key);
    if (written.length === 0) return [{ [key]: "a text" }];
    return written.map((text): Mapping => (text.startsWith(`${key}: `) ? (parse(text) as Mapping) : { [key]: parse(text) as unknown }));
  }
});
