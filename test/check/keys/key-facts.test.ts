/** Tests that the facts of every key fit its zod field. */
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { argSchema } from "../../../generator/check/keys/arg-schema.ts";
import { configHeadSchema, configSchema, fragmentHeadSchema, fragmentSchema } from "../../../generator/check/keys/config-schema.ts";
import { toolHeadSchema, toolSchema } from "../../../generator/check/keys/tool-schema.ts";
import { directiveHeadSchema, directiveSchema, directiveToolSchema } from "../../../generator/check/keys/directive-schema.ts";
import { describeMove, factsOf, fieldsOf, findByAlias } from "../../../generator/check/keys/key-facts.ts";
import { executorSchema, inheritedEnvSchema, limitsSchema } from "../../../generator/check/keys/execution-schema.ts";
import {
  constraintSchema,
  policyHeadSchema,
  policySchema,
  toolPolicyHeadSchema,
  toolPolicySchema,
} from "../../../generator/check/keys/policy-schema.ts";
import { queriesSchema, querySchema } from "../../../generator/check/keys/queries-schema.ts";

const mappings: readonly (readonly [string, z.ZodObject])[] = [
  ["a config", configSchema],
  ["a tool", toolSchema],
  ["an argument", argSchema],
  ["a definition", directiveSchema],
  ["a Directive tool", directiveToolSchema],
  ["a policy", policySchema],
  ["an executor", executorSchema],
  ["an environment", inheritedEnvSchema],
  ["limits", limitsSchema],
  ["a tool policy", toolPolicySchema],
  ["a constraint", constraintSchema],
  ["a list of queries", queriesSchema],
  ["a query", querySchema],
];

/** Values that many fields reject although they have the right type. */
const EXTREMES: readonly unknown[] = [-1e300, 1e300, 0, Infinity, "", [], [""], [Infinity]];

/** Reports whether a value of the right type can be outside the field's range. Numbers can: infinity has the type. */
function hasRange(field: z.ZodType): boolean {
  return EXTREMES.some((value) => {
    const [issue] = field.safeParse(value).error?.issues ?? [];
    if (issue === undefined) return false;
    const isNumber = typeof (Array.isArray(value) && issue.path.length > 0 ? value[0] : value) === "number";
    const isOfType = issue.code === "invalid_type" && isNumber && (issue.expected === "number" || issue.expected === "int");
    return issue.code === "too_small" || issue.code === "too_big" || isOfType;
  });
}

describe.each(mappings)("the keys of %s", (_name, mapping) => {
  it("have `outOfRange` exactly if they have a range", () => {
    const keys = [...fieldsOf(mapping)];
    const withRange = keys.filter(([, field]) => hasRange(field)).map(([key]) => key);
    expect(keys.filter(([key]) => factsOf(mapping, key).outOfRange).map(([key]) => key)).toEqual(withRange);
  });

  it("have no alias that is a key of the same mapping", () => {
    const aliases = Array.from(fieldsOf(mapping).keys()).flatMap((key) => factsOf(mapping, key).aliases ?? []);
    expect(aliases.filter((alias) => fieldsOf(mapping).has(alias))).toEqual([]);
  });
});

describe("the facts of a key", () => {
  it.each([
    [configHeadSchema, configSchema],
    [fragmentHeadSchema, fragmentSchema],
    [toolHeadSchema, toolSchema],
    [directiveHeadSchema, directiveSchema],
    [policyHeadSchema, policySchema],
    [toolPolicyHeadSchema, toolPolicySchema],
  ])("are the same in the schema of a mapping alone", (head, whole) => {
    const show = (mapping: z.ZodObject): unknown => Array.from(fieldsOf(mapping).keys(), (key) => [key, factsOf(mapping, key)]);
    expect(show(head)).toEqual(show(whole));
  });

  it("are found by an alias, in the order of the keys", () => {
    expect(findByAlias(executorSchema, "mounts")).toEqual(["volumes", "writable"]);
    expect(findByAlias(executorSchema, "constructor")).toEqual([]);
  });

  it("say where a key belongs", () => {
    expect(describeMove("risk", [configSchema, toolSchema])).toBe("move it to a tool");
    expect(describeMove("toString", [configSchema, toolSchema])).toBeUndefined();
  });
});
