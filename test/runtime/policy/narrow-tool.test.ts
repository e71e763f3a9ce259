import { describe, expect, it } from "vitest";
import { toInputSchema } from "../../../runtime/tool/input-schema.ts";
import type { PropertySchema } from "../../../runtime/tool/input-schema.ts";
import { narrowTool } from "../../../runtime/policy/narrow-tool.ts";
import type { ArgConstraint } from "../../../runtime/constraint/arg-constraint.ts";
import type { ToolPolicy } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { toolOf } from "./tools.ts";

const policyOf = (rules: ToolPolicy) => toPolicy({ tools: { t: rules } });

/** Returns the schema of an argument under the given policies, applied one after the other. */
function schemaOf(arg: Omit<ToolArg, "name">, ...rules: readonly ArgConstraint[]): PropertySchema | undefined {
  const policies = rules.map((rule) => policyOf({ args: { x: rule } }));
  const tool = narrowTool(toolOf([{ name: "x", ...arg }]), policies);
  return tool && toInputSchema(tool.args).properties["x"];
}

describe("the schema of a narrowed tool", () => {
  it.each<[string, Omit<ToolArg, "name">, ArgConstraint, PropertySchema]>([
    ["shows minimum and maximum", { type: "integer" }, { min: 1, max: 9.5 }, { type: "integer", minimum: 1, maximum: 9.5 }],
    ["shows a limit of 0", { type: "number" }, { min: 0, max: 0 }, { type: "number", minimum: 0, maximum: 0 }],
    ["shows a pattern, anchored", { type: "string" }, { pattern: "a|b" }, { type: "string", pattern: "^(?:a|b)$" }],
    ["omits a pattern that JSON Schema cannot express", { type: "string" }, { pattern: "(?i)a" }, { type: "string" }],
    ["shows the greatest length", { type: "string" }, { max_length: 0 }, { type: "string", maxLength: 0 }],
    ["shows members if the config has none", { type: "string" }, { one_of: ["a", 1] }, { type: "string", enum: ["a", "1"] }],
    [
      "shows the config's allowed members, in its order",
      { type: "string", enum: ["a", "b", "c"] },
      { one_of: ["c", "b", "z"] },
      { type: "string", enum: ["b", "c"] },
    ],
    ["shows the members of a number as numbers", { type: "integer" }, { one_of: [1, 2] }, { type: "integer", enum: [1, 2] }],
    [
      "shows no empty enum, which is not valid JSON Schema",
      { type: "string", enum: ["a"] },
      { one_of: ["b"] },
      { type: "string", enum: ["a"] },
    ],
    ["shows no empty enum if the config has none either", { type: "string" }, { one_of: [] }, { type: "string" }],
    ["omits a denied pattern", { type: "string" }, { deny_pattern: "a" }, { type: "string" }],
    ["omits a directory", { type: "string" }, { within: "/srv" }, { type: "string" }],
    ["omits a limit that JSON cannot express", { type: "number" }, { min: -Infinity, max: NaN }, { type: "number" }],
    ["omits a limit that does not fit the type", { type: "string" }, { min: 1 }, { type: "string" }],
    ["omits constraints on a boolean", { type: "boolean" }, { one_of: ["true"] }, { type: "boolean" }],
    [
      "shows no boolean that a constraint of the other values rejects",
      { type: "integer", optional_value: true },
      { max: 5 },
      { type: "integer", maximum: 5 },
    ],
    [
      "shows no boolean of an enum that `one_of` narrows",
      { type: "string", optional_value: true, enum: ["a", "b"] },
      { one_of: ["a"] },
      { type: "string", enum: ["a"] },
    ],
    [
      "shows no boolean that a constraint rejects that JSON Schema cannot say",
      { type: "string", optional_value: true },
      { within: "/srv" },
      { type: "string" },
    ],
    [
      "shows the only boolean that is allowed",
      { type: "string", optional_value: true, enum: ["a"] },
      { equals: true },
      { type: ["string", "boolean"], enum: [true] },
    ],
    [
      "keeps description and default",
      { type: "integer", description: "d", default: 3 },
      { max: 5 },
      { type: "integer", description: "d", default: 3, maximum: 5 },
    ],
    [
      "limits the items of a list",
      { type: "string", repeat: true, description: "d" },
      { pattern: "a", one_of: ["a"] },
      { type: "array", items: { type: "string", enum: ["a"], pattern: "^a$" }, description: "d" },
    ],
  ])("%s", (_title, arg, rule, want) => {
    expect(schemaOf(arg, rule)).toStrictEqual(want);
  });

  it.each<[string, Omit<ToolArg, "name">, readonly [ArgConstraint, ArgConstraint], PropertySchema]>([
    [
      "the greater minimum and the lesser maximum",
      { type: "integer" },
      [
        { min: 1, max: 5 },
        { min: 0, max: 4 },
      ],
      { type: "integer", minimum: 1, maximum: 4 },
    ],
    ["the lesser length", { type: "string" }, [{ max_length: 5 }, { max_length: 9 }], { type: "string", maxLength: 5 }],
    ["the members that both allow", { type: "string" }, [{ one_of: ["a", "b"] }, { one_of: ["b", "c"] }], { type: "string", enum: ["b"] }],
    ["both patterns", { type: "string" }, [{ pattern: "a.*" }, { pattern: ".*b" }], { type: "string", pattern: "(?=^a.*$)^.*b$" }],
    ["one pattern if both have the same", { type: "string" }, [{ pattern: "a" }, { pattern: "^a$" }], { type: "string", pattern: "^a$" }],
    ["constraints that only one policy has", { type: "integer" }, [{ min: 1 }, { max: 5 }], { type: "integer", minimum: 1, maximum: 5 }],
  ])("shows for two policies %s", (_title, arg, rules, want) => {
    expect(schemaOf(arg, ...rules)).toStrictEqual(want);
  });
});

describe("narrowTool", () => {
  const tool: Tool = toolOf(
    [
      { name: "x", type: "string", enum: ["a", "b"], required: true, secret: true },
      { name: "y", type: "integer", default: 2 },
    ],
    { title: "T", risk: "read", timeout: 3 },
  );
  const policy = policyOf({ description: "Shown", args: { x: { one_of: ["a"] }, y: { min: 1 } } });

  it("leaves out a tool that a policy does not enable", () => {
    expect(narrowTool(tool, [policy, toPolicy({ tools: {} })])).toBeUndefined();
  });

  it("changes nothing if no policy has rules for the tool", () => {
    expect(narrowTool(tool, [])).toStrictEqual(tool);
    expect(narrowTool(tool, [policyOf({})])).toStrictEqual(tool);
    expect(narrowTool(tool, [toPolicy({ default: "enabled", tools: { other: { args: { x: { max_length: 1 } } } } })])).toStrictEqual(tool);
  });

  it("changes the description and the limits, nothing else", () => {
    const narrowed = narrowTool(tool, [policy]);
    expect(narrowed).toStrictEqual({
      ...tool,
      description: "Shown",
      args: [
        { ...tool.args[0], limits: { values: ["a"] } },
        { ...tool.args[1], limits: { minimum: 1 } },
      ],
    });
  });

  it("leaves the config's enum to argument validation, which comes before the policy", () => {
    expect(narrowTool(tool, [policy])?.args[0]?.enum).toEqual(["a", "b"]);
  });

  it("is idempotent, also if the same policy applies twice", () => {
    const once = narrowTool(tool, [policy]);
    expect(once && narrowTool(once, [policy])).toStrictEqual(once);
    expect(narrowTool(tool, [policy, policy])).toStrictEqual(once);
  });

  it("has the same result for policies applied one by one and together", () => {
    const second = policyOf({ args: { x: { pattern: "a", one_of: ["a", "c"] }, y: { max: 5, min: 0 } } });
    const first = narrowTool(tool, [policy]);
    expect(first && narrowTool(first, [second])).toStrictEqual(narrowTool(tool, [policy, second]));
  });

  it("treats names of Object.prototype as any other name", () => {
    const hostile = toolOf(
      [
        { name: "constructor", type: "string" },
        { name: "toString", type: "string" },
      ],
      { name: "valueOf" },
    );
    expect(narrowTool(hostile, [toPolicy({ tools: {} })])).toBeUndefined();
    expect(narrowTool(hostile, [toPolicy({ tools: { valueOf: { args: { toString: { max_length: 1 } } } } })])?.args).toStrictEqual([
      { name: "constructor", type: "string" },
      { name: "toString", type: "string", limits: { maxLength: 1 } },
    ]);
  });
});
