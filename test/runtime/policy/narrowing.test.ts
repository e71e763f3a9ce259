/** Tests a property of any two policies: the second can only restrict. */
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toInputSchema } from "../../../runtime/tool/input-schema.ts";
import { checkPolicy } from "../../../runtime/policy/check.ts";
import { narrowTool } from "../../../runtime/policy/narrow-tool.ts";
import type { AnyPolicySpec, ArgConstraint } from "../../../runtime/policy/policy-spec.ts";
import { isEnabled, toPolicy } from "../../../runtime/policy/policy.ts";
import type { ArgValue } from "../../../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { toolOf } from "./tools.ts";

const NAMES = ["t", "u", "constructor", "__proto__"];
const ARG_NAMES = ["text", "count", "items", "toString"];

const text = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "é", "😀", "1"), maxLength: 4 });
const pattern = fc.constantFrom("a*", "[ab]+", "a|b", ".*1", "", "(?i)A", "\\w+", "[", "^b?$");
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, NaN, Infinity, -Infinity));

const constraint: fc.Arbitrary<ArgConstraint> = fc.record(
  {
    pattern,
    deny_pattern: pattern,
    one_of: fc.array(fc.constantFrom("a", "b", "ab", "é", 1, 2, -1, "1"), { maxLength: 3 }),
    max_length: fc.nat(4),
    min: number,
    max: number,
    within: fc.constantFrom("/", "/a", ".", "b"),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Built from entries, so that `__proto__` is a name like any other. */
const tableOf = <Value>(names: readonly string[], value: fc.Arbitrary<Value>): fc.Arbitrary<Readonly<Record<string, Value>>> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));

const policy = fc
  .record({
    default: fc.constantFrom("enabled" as const, "disabled" as const),
    tools: tableOf(NAMES, fc.record({ description: text, args: tableOf(ARG_NAMES, constraint) }, { requiredKeys: [] })),
  })
  .map((spec) => toPolicy(spec as AnyPolicySpec));

const ARGS: readonly ToolArg[] = [
  { name: "text", type: "string" },
  { name: "count", type: "number" },
  { name: "items", type: "string", repeat: true },
  { name: "toString", type: "string", enum: ["a", "b", "ab"] },
];

const values = fc
  .record(
    {
      text,
      count: fc.integer({ min: -4, max: 4 }),
      items: fc.array(text, { minLength: 1, maxLength: 2 }),
      toString: fc.constantFrom("a", "b", "ab"),
    },
    { requiredKeys: [] },
  )
  .map((given) => new Map(Object.entries(given) as [string, ArgValue][]));

const tool = fc.constantFrom(...NAMES).map((name): Tool => toolOf(ARGS, { name }));
const check = (one: Tool, given: ReadonlyMap<string, ArgValue>, policies: Parameters<typeof checkPolicy>[2]) =>
  checkPolicy(one, given, policies, "/");
// Else ajv finds an argument called `toString` in every object.
const ajv = new Ajv({ strict: false, ownProperties: true });
const runs = { numRuns: 300, seed: 11 };

describe("a second policy", () => {
  it("enables no tool that the first disables, whichever comes first", () => {
    const property = fc.property(tool, policy, policy, ({ name }, first, second) => {
      const both = isEnabled(name, [first, second]);
      expect(both).toBe(isEnabled(name, [first]) && isEnabled(name, [second]));
      expect(isEnabled(name, [second, first])).toBe(both);
    });
    fc.assert(property, runs);
  });

  it("allows no call that the first rejects, in either order", async () => {
    let refused = 0;
    const property = fc.asyncProperty(tool, values, policy, policy, async (one, given, first, second) => {
      const alone = await check(one, given, [first]);
      const after = await check(one, given, [first, second]);
      const before = await check(one, given, [second, first]);
      if (alone.length > 0) refused += 1;
      expect(after).toEqual(expect.arrayContaining([...alone]));
      expect(before).toEqual(expect.arrayContaining([...alone]));
    });
    await fc.assert(property, { ...runs, numRuns: 1000 });
    expect(refused).toBeGreaterThan(50);
  });

  it("narrows every schema: it accepts no value that was not accepted before", () => {
    let narrowed = 0;
    const property = fc.property(tool, values, policy, policy, (one, given, first, second) => {
      const before = narrowTool(one, [first]);
      const after = narrowTool(one, [first, second]);
      if (before === undefined) expect(after).toBeUndefined();
      if (before === undefined || after === undefined) return;
      const call = Object.fromEntries(given);
      if (ajv.validate(toInputSchema(after.args), call)) expect(ajv.validate(toInputSchema(before.args), call)).toBe(true);
      else narrowed += 1;
    });
    fc.assert(property, { ...runs, numRuns: 1000 });
    expect(narrowed).toBeGreaterThan(20);
  });
});

describe("a schema", () => {
  it("is valid, and never rejects a call that the policies allow", async () => {
    let allowed = 0;
    const property = fc.asyncProperty(tool, values, policy, policy, async (one, given, first, second) => {
      const after = narrowTool(one, [first, second]);
      if (after === undefined) return;
      const schema = toInputSchema(after.args);
      expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
      if ((await check(one, given, [first, second])).length > 0) return;
      allowed += 1;
      expect(ajv.validate(schema, Object.fromEntries(given)), ajv.errorsText()).toBe(true);
    });
    await fc.assert(property, { ...runs, numRuns: 1000 });
    expect(allowed).toBeGreaterThan(200);
  });
});
