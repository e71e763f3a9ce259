import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../runtime/json-schema/schema.ts";
import { findSchemaProblems } from "../../../runtime/json-schema/validate.ts";

/** Returns the schema of arguments with one property `x` of this schema. */
const withX = (x: JsonSchema): JsonSchema => ({ type: "object", properties: { x } });

describe("messages", () => {
  it.each<[string, JsonSchema, unknown, readonly string[]]>([
    ["type", { type: "string" }, 5, ["Argument 'x' must be a string, not 5"]],
    ["type, for a list", { type: "string" }, ["a"], ["Argument 'x' must be a string, not a list"]],
    ["type, for null", { type: "object" }, null, ["Argument 'x' must be an object, not null"]],
    ["type integer", { type: "integer" }, 1.5, ["Argument 'x' must be a whole number, not 1.5"]],
    ["types", { type: ["string", "null"] }, true, ["Argument 'x' must be a string or null, not true"]],
    ["a wrong type alone", { type: "string", minLength: 3, enum: ["abc"] }, 5, ["Argument 'x' must be a string, not 5"]],
    ["enum", { enum: ["a", 1, null] }, "b", ["Argument 'x' must be one of: a, 1, null"]],
    ["const", { const: { a: 1 } }, "b", [`Argument 'x' must be {"a":1}`]],
    ["minimum", { minimum: 3 }, 2, ["Argument 'x' must be at least 3"]],
    ["maximum", { maximum: 3 }, 4, ["Argument 'x' must be at most 3"]],
    ["exclusiveMinimum", { exclusiveMinimum: 3 }, 3, ["Argument 'x' must be more than 3"]],
    ["exclusiveMaximum", { exclusiveMaximum: 3 }, 3, ["Argument 'x' must be less than 3"]],
    ["multipleOf", { multipleOf: 5 }, 7, ["Argument 'x' must be a multiple of 5"]],
    ["minLength", { minLength: 1 }, "", ["Argument 'x' must have at least 1 character"]],
    ["maxLength, in code points", { maxLength: 1 }, "😀😀", ["Argument 'x' must have at most 1 character"]],
    ["pattern", { pattern: "^a$" }, "b", ["Argument 'x' must match the pattern '^a$'"]],
    ["format", { format: "date" }, "2026-02-30", ["Argument 'x' must be a date (2026-01-31)"]],
    ["minItems", { minItems: 2 }, [1], ["Argument 'x' must have at least 2 items"]],
    ["maxItems", { maxItems: 1 }, [1, 2], ["Argument 'x' must have at most 1 item"]],
    [
      "uniqueItems",
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ["Argument 'x' must not have the same item twice"],
    ],
    ["contains", { contains: { const: 1 } }, [2], ["Argument 'x' must have at least 1 item of the kind that it is for"]],
    ["minProperties", { minProperties: 1 }, {}, ["Argument 'x' must have at least 1 property"]],
    ["maxProperties", { maxProperties: 2 }, { a: 1, b: 2, c: 3 }, ["Argument 'x' must have at most 2 properties"]],
    ["required, in a nested object", { required: ["a", "b"] }, {}, ["Missing required argument 'x.a'", "Missing required argument 'x.b'"]],
    ["dependentRequired", { dependentRequired: { a: ["b"] } }, { a: 1 }, ["Missing required argument 'x.b'"]],
    ["an item", { items: { type: "string" } }, ["a", 2], ["Argument 'x[1]' must be a string, not 2"]],
    ["an item of a list in a list", { items: { items: { type: "string" } } }, [[], [1]], ["Argument 'x[1][0]' must be a string, not 1"]],
    [
      "an unknown name with a similar one",
      { properties: { path: {} }, additionalProperties: false },
      { pth: 1 },
      ["Unknown argument 'x.pth', did you mean 'x.path'?"],
    ],
    [
      "an unknown name without a similar one",
      { properties: { path: {} }, additionalProperties: false },
      { zzz: 1 },
      ["Unknown argument 'x.zzz'"],
    ],
    [
      "unevaluatedProperties",
      { allOf: [{ properties: { path: {} } }], unevaluatedProperties: false },
      { path: 1, zzz: 1 },
      ["Unknown argument 'x.zzz'"],
    ],
    [
      "propertyNames",
      { propertyNames: { maxLength: 2 } },
      { abc: 1 },
      ["Unknown argument 'x.abc': its name must have at most 2 characters"],
    ],
    ["not", { not: { const: 1 } }, 1, ["Argument 'x' must not be of the form that its schema excludes"]],
    ["false", false, 1, ["Argument 'x' must not be given"]],
    ["anyOf of types", { anyOf: [{ type: "string" }, { type: "number" }] }, true, ["Argument 'x' must be a string or a number, not true"]],
    [
      "oneOf with two matching forms",
      { oneOf: [{ minimum: 1 }, { minimum: 2 }, { minimum: 9 }] },
      3,
      ["Argument 'x' must fit exactly one of 3 forms, and fits 2"],
    ],
    [
      "oneOf with a property that distinguishes the forms",
      {
        oneOf: [
          { properties: { kind: { const: "a" }, n: { type: "number" } } },
          { properties: { kind: { const: "b" }, s: { type: "string" } } },
        ],
      },
      { kind: "b", s: 1, n: "" },
      ["Argument 'x.s' must be a string, not 1"],
    ],
    [
      "oneOf with a wrong value of that property",
      {
        oneOf: [
          { properties: { kind: { const: "a" } }, required: ["a"] },
          { properties: { kind: { const: "b" } }, required: ["b"] },
        ],
      },
      { kind: "c" },
      ["Argument 'x.kind' must be a or b"],
    ],
    [
      "oneOf with one form of the right type",
      { oneOf: [{ type: "string" }, { type: "object", required: ["a"] }] },
      {},
      ["Missing required argument 'x.a'"],
    ],
    [
      "anyOf with different requirements",
      { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      {},
      ["Argument 'x' must fit one of 2 forms (Missing required argument 'x.a'; or: Missing required argument 'x.b')"],
    ],
    [
      "more than five problems",
      { items: { type: "string" } },
      [1, 2, 3, 4, 5, 6, 7],
      [0, 1, 2, 3, 4].map((place) => `Argument 'x[${place}]' must be a string, not ${place + 1}`).concat("and 2 more"),
    ],
    [
      "long names and values, truncated",
      { additionalProperties: false },
      { ["a".repeat(300)]: 1 },
      [`Unknown argument 'x.${"a".repeat(200)}…'`],
    ],
  ])("say what is expected: %s", async (_title, schema, value, messages) => {
    expect(await findSchemaProblems(withX(schema), { x: value })).toEqual(messages);
  });

  it.each<[string, JsonSchema, unknown, readonly string[]]>([
    ["a missing argument", { required: ["path"] }, {}, ["Missing required argument 'path'"]],
    [
      "an unknown argument",
      { properties: { path: {} }, additionalProperties: false },
      { pth: 1 },
      ["Unknown argument 'pth', did you mean 'path'?"],
    ],
    ["the arguments as a whole", { minProperties: 1 }, {}, ["The arguments must have at least 1 property"]],
    ["a value of the wrong type instead of the arguments", { type: "object" }, [], ["The arguments must be an object, not a list"]],
  ])("are about %s", async (_title, schema, value, messages) => {
    expect(await findSchemaProblems(schema, value)).toEqual(messages);
  });

  it("use the word property for parts of an output, also in alternatives", async () => {
    const schema = withX({ anyOf: [{ required: ["a"] }, { required: ["b"] }] });
    expect(await findSchemaProblems(schema, { x: {} }, "property")).toEqual([
      "Property 'x' must fit one of 2 forms (Missing required property 'x.a'; or: Missing required property 'x.b')",
    ]);
  });
});

describe("references", () => {
  const TREE = { type: "object", properties: { name: { type: "string" }, children: { items: { $ref: "#" } } }, required: ["name"] };

  it.each<[string, JsonSchema, unknown, readonly string[]]>([
    [
      "by pointer",
      { properties: { x: { $ref: "#/$defs/a~1b" } }, $defs: { "a/b": { type: "string" } } },
      { x: 1 },
      ["Argument 'x' must be a string, not 1"],
    ],
    ["to the whole document", TREE, { name: "a", children: [{ name: "b" }, {}] }, ["Missing required argument 'children[1].name'"]],
    [
      "by anchor",
      { properties: { x: { $ref: "#it" } }, $defs: { a: { $anchor: "it", type: "string" } } },
      { x: 1 },
      ["Argument 'x' must be a string, not 1"],
    ],
    [
      "by $id inside the document",
      { properties: { x: { $ref: "it" } }, $defs: { a: { $id: "it", type: "string" } } },
      { x: 1 },
      ["Argument 'x' must be a string, not 1"],
    ],
    [
      "without a target, and reject every value",
      { properties: { x: { $ref: "#/nowhere" } } },
      { x: 1 },
      ["Argument 'x' must be described by '#/nowhere', which its schema does not have"],
    ],
    [
      "outside the document, which is not fetched",
      { properties: { x: { $ref: "file:///etc/passwd" } } },
      { x: 1 },
      ["Argument 'x' must be described by 'file:///etc/passwd', which its schema does not have"],
    ],
    [
      "to a member that every object inherits",
      { properties: { x: { $ref: "#/constructor" } } },
      { x: 1 },
      ["Argument 'x' must be described by '#/constructor', which its schema does not have"],
    ],
    [
      "in a circle",
      { properties: { x: { $ref: "#/$defs/a" } }, $defs: { a: { $ref: "#/$defs/a" } } },
      { x: 1 },
      ["The arguments must not be nested so deeply"],
    ],
  ])("are followed %s", async (_title, schema, value, messages) => {
    expect(await findSchemaProblems(schema, value)).toEqual(messages);
  });

  it("to themselves are followed only up to a maximum depth", async () => {
    const value = JSON.parse(`${'{"children":['.repeat(50_000)}${"]}".repeat(50_000)}`) as unknown;
    expect(await findSchemaProblems(TREE, value)).toEqual(["The arguments must not be nested so deeply"]);
  });
});

describe("names that every object has", () => {
  const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty"];

  it.each(NAMES)("are required as any other: %s", async (name) => {
    const schema = JSON.parse(
      `{"required":["${name}"],"properties":{"${name}":{"type":"string"}},"additionalProperties":false}`,
    ) as JsonSchema;
    expect(await findSchemaProblems(schema, {})).toEqual([`Missing required argument '${name}'`]);
    expect(await findSchemaProblems(schema, JSON.parse(`{"${name}":1}`))).toEqual([`Argument '${name}' must be a string, not 1`]);
    expect(await findSchemaProblems(schema, JSON.parse(`{"${name}":"a"}`))).toEqual([]);
    expect(await findSchemaProblems({ additionalProperties: false }, JSON.parse(`{"${name}":"a"}`))).toEqual([
      `Unknown argument '${name}'`,
    ]);
  });
});
