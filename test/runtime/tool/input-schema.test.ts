import { describe, expect, it } from "vitest";
import { toInputSchema } from "../../../runtime/tool/input-schema.ts";
import type { PropertySchema } from "../../../runtime/tool/input-schema.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";

const properties: readonly [title: string, arg: ToolArg, want: PropertySchema][] = [
  ["shows only the type if nothing else is set", { name: "x", type: "integer" }, { type: "integer" }],
  ["leaves an empty description out", { name: "x", type: "string", description: "" }, { type: "string" }],
  ["leaves an empty enum out", { name: "x", type: "string", enum: [] }, { type: "string" }],
  ["keeps a default that is false, 0 or empty", { name: "x", type: "boolean", default: false }, { type: "boolean", default: false }],
  [
    "omits how the value is passed",
    { name: "x", type: "string", flag: "-x", positional: true, cwd: true, stdin: true, secret: true, allow_leading_dash: true },
    { type: "string" },
  ],
  [
    "shows a repeat argument as a list whose items carry the enum",
    { name: "x", type: "string", repeat: true, description: "Formats", default: ["a"], enum: ["a", "b"] },
    { type: "array", items: { type: "string", enum: ["a", "b"] }, description: "Formats", default: ["a"] },
  ],
  ["shows a repeat argument without enum", { name: "x", type: "number", repeat: true }, { type: "array", items: { type: "number" } }],
];

describe("toInputSchema", () => {
  it.each(properties)("%s", (_title, arg, want) => {
    expect(toInputSchema([arg])).toStrictEqual({ type: "object", properties: { x: want } });
  });

  it("writes the keys of a property in one order, whatever the order in the config", () => {
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
});
