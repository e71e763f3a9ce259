import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { validateArguments } from "../../../runtime/arguments/arguments.ts";
import { findLimitProblems } from "../../../runtime/arguments/value-limits.ts";
import { toInputSchema } from "../../../runtime/tool/input-schema.ts";
import type { PropertySchema } from "../../../runtime/tool/input-schema.ts";
import type { ArgLimits } from "../../../runtime/tool/tool-spec.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";

const properties: readonly [title: string, arg: ToolArg, want: PropertySchema][] = [
  ["shows only the type if nothing else is set", { name: "x", type: "integer" }, { type: "integer" }],
  ["omits an empty description", { name: "x", type: "string", description: "" }, { type: "string" }],
  ["omits an empty enum", { name: "x", type: "string", enum: [] }, { type: "string" }],
  ["omits the default of a secret", { name: "x", type: "string", secret: true, default: "hunter2" }, { type: "string" }],
  ["keeps a default that is false, 0 or empty", { name: "x", type: "boolean", default: false }, { type: "boolean", default: false }],
  [
    "omits the keys that pass the value",
    { name: "x", type: "string", flag: "-x", positional: true, cwd: true, stdin: true, secret: true, allow_leading_dash: true },
    { type: "string" },
  ],
  [
    "shows a repeat argument as a list whose items have the enum",
    { name: "x", type: "string", repeat: true, description: "Formats", default: ["a"], enum: ["a", "b"] },
    { type: "array", items: { type: "string", enum: ["a", "b"] }, description: "Formats", default: ["a"] },
  ],
  [
    "shows a map as an object of strings",
    { name: "x", type: "map", description: "Pairs", default: { a: "b" } },
    { type: "object", additionalProperties: { type: "string" }, description: "Pairs", default: { a: "b" } },
  ],
  [
    "shows the limits of a map's values and keys",
    { name: "x", type: "map", pattern: "[a-z]+", max_length: 5, keys: { pattern: "[A-Z]" } },
    {
      type: "object",
      additionalProperties: { type: "string", maxLength: 5, pattern: "^[a-z]+$" },
      propertyNames: { pattern: "^[A-Z]$" },
    },
  ],
  ["shows a joined argument as a list", { name: "x", type: "string", join: "," }, { type: "array", items: { type: "string" } }],
  ["shows `repeat: once` as a list", { name: "x", type: "string", repeat: "once" }, { type: "array", items: { type: "string" } }],
  ["shows an optional value with both types", { name: "x", type: "integer", optional_value: true }, { type: ["integer", "boolean"] }],
  [
    "adds the booleans to the members of an optional value",
    { name: "x", type: "string", optional_value: true, enum: ["always"] },
    { type: ["string", "boolean"], enum: ["always", true, false] },
  ],
  ["shows numbers of an enum as numbers", { name: "x", type: "integer", enum: [1, 2] }, { type: "integer", enum: [1, 2] }],
  [
    "shows the keys of a mapped enum, and not its words",
    { name: "x", type: "string", enum: ["a"], enum_words: { a: ["-a"] } },
    { type: "string", enum: ["a"] },
  ],
  ["shows a mapped boolean as a boolean", { name: "x", type: "boolean", enum_words: { true: ["-a"] } }, { type: "boolean" }],
  [
    "omits the destination and the form of the value",
    { name: "x", type: "string", env: "X", file: {}, value: ["x{}"], requires: ["y"], negatable: true },
    { type: "string" },
  ],
  ["shows the range of a number", { name: "x", type: "number", min: -1.5, max: 2 }, { type: "number", minimum: -1.5, maximum: 2 }],
  [
    "shows the limits of a list for its items",
    { name: "x", type: "string", repeat: true, max_length: 3 },
    { type: "array", items: { type: "string", maxLength: 3 } },
  ],
  [
    "shows the stricter limits of the config and the policy",
    { name: "x", type: "integer", min: 1, max: 9, limits: { minimum: 0, maximum: 5 } },
    { type: "integer", minimum: 1, maximum: 5 },
  ],
  [
    "shows the shorter length of the config and the policy",
    { name: "x", type: "string", max_length: 9, limits: { maxLength: 5 } },
    { type: "string", maxLength: 5 },
  ],
  [
    "joins the patterns of the config and the policy",
    { name: "x", type: "string", pattern: "a.*", limits: { patterns: ["^(?:.*b)$"] } },
    { type: "string", pattern: "(?=^a.*$)^(?:.*b)$" },
  ],
  [
    "shows the members that both the config and the policy allow",
    { name: "x", type: "integer", enum: [1, 2, 3], limits: { values: [2, 3, 4] } },
    { type: "integer", enum: [2, 3] },
  ],
  ["shows a repeat argument without enum", { name: "x", type: "number", repeat: true }, { type: "array", items: { type: "number" } }],
];

describe("toInputSchema", () => {
  it.each(properties)("%s", (_title, arg, want) => {
    expect(toInputSchema([arg])).toStrictEqual({ type: "object", properties: { x: want } });
  });

  it("writes the keys of a property in a fixed order, regardless of the config", () => {
    const schema = toInputSchema([{ enum: ["a"], default: "a", description: "d", type: "string", name: "x" }]);
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"x":{"type":"string","description":"d","default":"a","enum":["a"]}}}',
    );
  });

  it("gives an argument named __proto__ its own property and does not change the prototype", () => {
    const schema = toInputSchema([{ name: "__proto__", type: "boolean", required: true }]);
    expect(Object.keys(schema.properties)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(schema.properties)).toBe(Object.prototype);
    expect(JSON.stringify(schema)).toContain('"__proto__":{"type":"boolean"}');
  });

  it("lists required names in definition order, and omits an empty list", () => {
    const args: readonly ToolArg[] = [
      { name: "b", type: "string", required: true },
      { name: "c", type: "string", required: false },
      { name: "a", type: "string", required: true },
    ];
    expect(toInputSchema(args).required).toEqual(["b", "a"]);
    expect(toInputSchema(args.slice(1, 2))).not.toHaveProperty("required");
  });

  it.each<[title: string, arg: ToolArg, empty: unknown, filled: unknown]>([
    ["list", { name: "x", type: "string", repeat: true, required: true }, [], ["a"]],
    ["joined list", { name: "x", type: "integer", join: ",", required: true }, [], [1]],
    ["map", { name: "x", type: "map", required: true }, {}, { a: "b" }],
  ])("rejects an empty required %s, as calls do", (_title, arg, empty, filled) => {
    const accepts = new Ajv().compile(toInputSchema([arg]));
    for (const x of [empty, filled]) expect(accepts({ x })).toBe(validateArguments([arg], { x }).problems.length === 0);
    expect(accepts({ x: filled })).toBe(true);
    expect(accepts({ x: empty })).toBe(false);
    const optional = { ...arg, required: false };
    expect(new Ajv().compile(toInputSchema([optional]))({ x: empty })).toBe(true);
    const required = { ...optional, limits: { required: true } };
    expect(toInputSchema([required])).toEqual(toInputSchema([arg]));
  });
});

/** One limit of each kind, a type that it applies to, and a value that it rejects. A limit without a sample does not compile. */
const LIMITS: { readonly [Key in keyof ArgLimits]-?: readonly [ToolArg["type"], NonNullable<ArgLimits[Key]>, rejected: unknown] } = {
  min: ["integer", 1, 0],
  max: ["integer", 9, 10],
  max_length: ["string", 9, "ten letters"],
  pattern: ["string", "[a-z]+", "A"],
  keys: ["map", { pattern: "[a-z]+" }, { A: "1" }],
};

it("shows each limit of a value", () => {
  const shown = Object.entries(LIMITS).map(([key, [type, limit]]) => {
    const arg: ToolArg = { name: "x", type };
    return [key, JSON.stringify(toInputSchema([{ ...arg, [key]: limit }])) !== JSON.stringify(toInputSchema([arg]))];
  });
  expect(shown).toEqual(Object.keys(LIMITS).map((key) => [key, true]));
});

it("shows no limit that calls do not obey", async () => {
  const problems = Object.entries(LIMITS).map(async ([key, [type, limit, rejected]]) => {
    const arg: ToolArg = { name: "x", type, [key]: limit };
    return [key, (await findLimitProblems([arg], validateArguments([arg], { x: rejected }).values)).length > 0];
  });
  expect(await Promise.all(problems)).toEqual(Object.keys(LIMITS).map((key) => [key, true]));
});
