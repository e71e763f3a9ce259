/** The forms of input schemas that MCP hosts and agent frameworks pass on to models. */
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { toPortableProperties } from "../../../runtime/json-schema/portable.ts";
import { toInputSchema } from "../../../runtime/tool/input-schema.ts";
import { toListing } from "../../../runtime/tool/tool-listing.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";

const toPortable = (arg: ToolArg): object | undefined => toPortableProperties(toInputSchema([arg]).properties)["x"];

const cases: readonly [title: string, arg: ToolArg, want: object][] = [
  ["leaves a plain type unchanged", { name: "x", type: "integer", description: "A number" }, { type: "integer", description: "A number" }],
  ["keeps an enum of strings", { name: "x", type: "string", enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
  [
    "replaces an enum of numbers by its range and a sentence",
    { name: "x", type: "integer", enum: [3, 1], description: "Level" },
    { type: "integer", minimum: 1, maximum: 3, description: "Level (one of: 3, 1)" },
  ],
  [
    "replaces an enum of numbers in a list",
    { name: "x", type: "number", repeat: true, enum: [1, 2.5] },
    { type: "array", items: { type: "number", minimum: 1, maximum: 2.5 }, description: "each one of: 1, 2.5" },
  ],
  [
    "replaces the only value of a boolean",
    { name: "x", type: "boolean", limits: { values: [true] } },
    { type: "boolean", description: "one of: true" },
  ],
  [
    "writes a list of types as alternatives",
    { name: "x", type: "string", optional_value: true, enum: ["always"], description: "When" },
    { anyOf: [{ type: "string", enum: ["always"] }, { type: "boolean" }], description: "When" },
  ],
  [
    "writes the limits of a list of types in the alternative to which they apply",
    { name: "x", type: "integer", optional_value: true, min: 1, max: 9, default: 4 },
    { anyOf: [{ type: "integer", minimum: 1, maximum: 9 }, { type: "boolean" }], description: "1 to 9, default: 4", default: 4 },
  ],
  [
    "accepts the JSON text of a map",
    { name: "x", type: "map", required: true, pattern: "[a-z]+", description: "Labels" },
    {
      anyOf: [{ type: "object", additionalProperties: { type: "string", pattern: "^[a-z]+$" }, minProperties: 1 }, { type: "string" }],
      description: "Labels",
    },
  ],
  [
    "repeats the range and the default in the description",
    { name: "x", type: "integer", min: 1, max: 100, default: 20, description: "Number of lines" },
    { type: "integer", minimum: 1, maximum: 100, default: 20, description: "Number of lines (1 to 100, default: 20)" },
  ],
  [
    "omits facts that the description contains",
    { name: "x", type: "integer", min: 1, max: 100, default: 20, description: "From 1 to 100 lines (default: 20)" },
    { type: "integer", minimum: 1, maximum: 100, default: 20, description: "From 1 to 100 lines (default: 20)" },
  ],
  [
    "repeats a range that a policy has narrowed",
    { name: "x", type: "integer", description: "From 1 to 100 lines", limits: { minimum: 1, maximum: 50 } },
    { type: "integer", minimum: 1, maximum: 50, description: "From 1 to 100 lines (1 to 50)" },
  ],
  ["states a minimum", { name: "x", type: "number", min: 0.5 }, { type: "number", minimum: 0.5, description: "at least 0.5" }],
  [
    "states a maximum of the items of a list",
    { name: "x", type: "integer", repeat: true, max: 5 },
    { type: "array", items: { type: "integer", maximum: 5 }, description: "each at most 5" },
  ],
  ["omits the default false", { name: "x", type: "boolean", default: false }, { type: "boolean", default: false }],
  [
    "shows a default as JSON unless it is a simple word",
    { name: "x", type: "string", default: "two words" },
    { type: "string", default: "two words", description: 'default: "two words"' },
  ],
  ["omits a long default", { name: "x", type: "string", default: "w".repeat(61) }, { type: "string", default: "w".repeat(61) }],
];

describe("toPortableProperties", () => {
  it.each(cases)("%s", (_title, arg, want) => {
    expect(toPortable(arg)).toStrictEqual(want);
  });

  it("accepts every value that the schema of the arguments accepts, and the JSON text of a map", () => {
    const values: readonly unknown[] = [0, 1, 2, 2.5, 3, 100, -1, "a", "always", true, false, ["a"], [1, 2.5], { a: "b" }, {}, []];
    const refused = cases.flatMap(([title, arg]) => {
      const [accepts, acceptsPortable] = [toInputSchema([arg]).properties["x"], toPortable(arg)].map((one) =>
        new Ajv({ allowUnionTypes: true }).compile(one ?? {}),
      );
      return values.filter((value) => accepts?.(value) === true && acceptsPortable?.(value) !== true).map((value) => [title, value]);
    });
    expect(refused).toEqual([]);
    expect(new Ajv({ allowUnionTypes: true }).compile(toPortable({ name: "x", type: "map" }) ?? {})('{"a":"b"}')).toBe(true);
  });

  it("keeps a property named __proto__", () => {
    const properties = toPortableProperties(toInputSchema([{ name: "__proto__", type: "boolean" }]).properties);
    expect(Object.keys(properties)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
  });
});

describe("tools/list in classic mode", () => {
  const program = { command: ["c"], global_args: [] };
  const cli = { name: "c", description: "", program, tool_count: 1 };
  const args: readonly ToolArg[] = [{ name: "x", type: "integer", enum: [1, 2] }];

  it("has portable schemas, and metadata that raises the size of a reply", () => {
    expect(toListing({ name: "t", description: "T", args, cli, handler: { kind: "command", program, command: [] } })).toEqual({
      name: "t",
      description: "T",
      inputSchema: { type: "object", properties: { x: { type: "integer", minimum: 1, maximum: 2, description: "one of: 1, 2" } } },
      _meta: { "anthropic/maxResultSizeChars": 200_000 },
    });
  });

  it("keeps the schema of a Directive tool as its author wrote it", () => {
    const inputSchema = { type: "object", properties: { x: { type: "integer", enum: [1, 2] } } } as const;
    const handler = { kind: "directive", root: "docs", inputSchema, handler: "files.list" } as const;
    expect(toListing({ name: "t", description: "T", args: [], cli, handler }).inputSchema).toEqual(inputSchema);
  });
});
