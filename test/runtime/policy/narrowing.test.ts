/** Tests a property of any two policies: the second can only restrict. */
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toInputSchema } from "../../../runtime/tool/input-schema.ts";
import { findViolations } from "../../../runtime/policy/find-violations.ts";
import { checkPresence } from "../../../runtime/policy/constraints.ts";
import type { PolicyTarget } from "../../../runtime/policy/expand-policy.ts";
import { expandPolicy } from "../../../runtime/policy/expand-policy.ts";
import { inOrder, joinPolicies } from "../../../runtime/policy/join-policies.ts";
import { narrowTool } from "../../../runtime/policy/narrow-tool.ts";
import type { ArgConstraint } from "../../../runtime/constraint/arg-constraint.ts";
import type { AnyPolicySpec } from "../../../runtime/policy/policy-spec.ts";
import type { Policy } from "../../../runtime/policy/policy.ts";
import { canSkipConfirmation, isEnabled, needsConfirmation, toPolicy } from "../../../runtime/policy/policy.ts";
import type { ArgValue, ScalarValue } from "../../../runtime/tool/tool-spec.ts";
import { isListed } from "../../../runtime/tool/tool.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { toolOf } from "./tools.ts";

const NAMES = ["t", "u", "constructor", "__proto__"];
const ARG_NAMES = ["text", "count", "items", "toString", "loud"];
const GLOBS = ["*", "?", "t*", "*_", "con*r", "u?"];

const text = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "é", "😀", "1"), maxLength: 4 });
const pattern = fc.constantFrom("a*", "[ab]+", "a|b", ".*1", "", "(?i)A", "\\w+", "[", "^b?$");
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, NaN, Infinity, -Infinity));

const constraints: fc.Arbitrary<ArgConstraint> = fc.record(
  {
    pattern,
    deny_pattern: pattern,
    one_of: fc.array(fc.constantFrom("a", "b", "ab", "é", 1, 2, -1, "1"), { maxLength: 3 }),
    max_length: fc.nat(4),
    min: number,
    max: number,
    within: fc.constantFrom("/", "/a", ".", "b"),
    equals: fc.constantFrom<ScalarValue>("a", "ab", 1, -1, true, false, "true"),
    forbid: fc.constantFrom(true, false),
    required: fc.constantFrom(true, false),
    message: fc.constantFrom("ask for another value", ""),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** At most two keys: together, more of them reject nearly every value. */
const constraint: fc.Arbitrary<ArgConstraint> = fc
  .tuple(constraints, fc.array(fc.nat(10), { minLength: 1, maxLength: 2 }))
  .map(([{ ...drawn }, places]) => Object.fromEntries(Object.entries(drawn).filter((_, place) => places.includes(place))));

/** Built from entries, so that `__proto__` is a name like any other. */
const tableOf = <Value>(names: readonly string[], value: fc.Arbitrary<Value>): fc.Arbitrary<Readonly<Record<string, Value>>> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));

const rules = fc.record(
  { description: text, enabled: fc.boolean(), confirm: fc.boolean(), args: tableOf(ARG_NAMES, constraint) },
  { requiredKeys: [] },
);
const approval = fc.record(
  {
    global: fc.constantFrom("none", "destructive", "write", "all"),
    headless: fc.constantFrom("deny", "approve"),
    tools: tableOf(NAMES, fc.boolean()),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const spec = fc
  .record(
    {
      default: fc.constantFrom("enabled" as const, "disabled" as const),
      tools: tableOf([...NAMES, ...GLOBS], rules),
      approval,
    },
    { requiredKeys: ["default", "tools"] },
  )
  .map((drawn) => drawn as AnyPolicySpec);

const ARGS: readonly ToolArg[] = [
  { name: "text", type: "string" },
  { name: "count", type: "number" },
  { name: "items", type: "string", repeat: true },
  { name: "toString", type: "string", enum: ["a", "b", "ab"] },
  { name: "loud", type: "boolean" },
];

/** The policies of a file, as a server reads them. */
const read = (drawn: AnyPolicySpec): readonly Policy[] => expandPolicy(drawn, TARGETS).map(toPolicy);
const RISKS = [undefined, "read", "destructive", "write"] as const;
const TARGETS = NAMES.map((name, index): PolicyTarget => {
  const risk = RISKS[index];
  return { name, args: ARGS, ...(risk && { risk }) };
});
const policy = spec.map(read);

const values = fc
  .record(
    {
      text,
      count: fc.integer({ min: -4, max: 4 }),
      items: fc.array(text, { minLength: 1, maxLength: 2 }),
      toString: fc.constantFrom("a", "b", "ab"),
      loud: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((given) => new Map(Object.entries(given) as [string, ArgValue][]));

const tool = fc.constantFrom(...NAMES).map((name): Tool => toolOf(ARGS, { name }));
const check = async (one: Tool, given: ReadonlyMap<string, ArgValue>, policies: readonly Policy[]) => [
  ...checkPresence(one, new Set(given.keys()), policies),
  ...(await findViolations(one, { values: given, policies, workingDirectory: "/" })),
];
// Otherwise, ajv finds an argument called `toString` in every object.
// Each schema validates few calls, so optimizing its code takes longer than it saves.
const ajv = new Ajv({ strict: false, ownProperties: true, code: { optimize: false } });
const runs = { numRuns: 300, seed: 11 };

describe("a second policy", () => {
  it("enables no tool that the first disables, whichever comes first", () => {
    const property = fc.property(tool, policy, policy, ({ name }, first, second) => {
      const both = isEnabled(name, [...first, ...second]);
      expect(both).toBe(isEnabled(name, first) && isEnabled(name, second));
      expect(isEnabled(name, [...second, ...first])).toBe(both);
    });
    fc.assert(property, runs);
  });

  it("allows no call that the first rejects, in either order", async () => {
    let refused = 0;
    const property = fc.asyncProperty(tool, values, policy, policy, async (one, given, first, second) => {
      const alone = await check(one, given, first);
      const after = await check(one, given, [...first, ...second]);
      const before = await check(one, given, [...second, ...first]);
      if (alone.length > 0) refused += 1;
      expect(after).toEqual(expect.arrayContaining([...alone]));
      expect(before).toEqual(expect.arrayContaining([...alone]));
    });
    await fc.assert(property, { ...runs, numRuns: 500 });
    expect(refused).toBeGreaterThan(50);
  });

  it("narrows every schema: it accepts no value that was not accepted before", () => {
    let narrowed = 0;
    const property = fc.property(tool, values, policy, policy, (one, given, first, second) => {
      const before = narrowTool(one, first);
      const after = narrowTool(one, [...first, ...second]);
      if (before === undefined) expect(after).toBeUndefined();
      if (before === undefined || after === undefined) return;
      // An argument that the second policy hides is unknown to the schema, which accepts any value for it.
      const call = Object.fromEntries([...given].filter(([name]) => after.args.some((arg) => arg.name === name && isListed(arg))));
      if (ajv.validate(toInputSchema(after.args), call)) expect(ajv.validate(toInputSchema(before.args), call)).toBe(true);
      else narrowed += 1;
    });
    fc.assert(property, { ...runs, numRuns: 500 });
    expect(narrowed).toBeGreaterThan(20);
  });
});

describe("an expanded policy", () => {
  /** Returns the rules of the file for a tool, by their meaning in the documentation. */
  const model = (drawn: AnyPolicySpec, name: string, risk: string | undefined) => {
    const own = Object.hasOwn(drawn.tools, name) ? drawn.tools[name] : undefined;
    const matching = Object.entries(drawn.tools).flatMap(([glob, rule]) =>
      GLOBS.includes(glob) && toRegExp(glob).test(name) ? [rule] : [],
    );
    const isNamed = own !== undefined || matching.length > 0;
    const isOn = own?.enabled ?? matching.every((rule) => rule.enabled !== false);
    const asked = matching.flatMap(({ confirm }) => confirm ?? []);
    const { tools = {}, global = "none" } = drawn.approval ?? {};
    const levels = { none: false, destructive: risk === "destructive", write: risk !== "read", all: true };
    return {
      isEnabled: isNamed ? isOn : drawn.default === "enabled",
      isConfirmed:
        own?.confirm ?? (asked.length > 0 ? asked.includes(true) : Object.hasOwn(tools, name) ? tools[name] === true : levels[global]),
      constraints: [
        own?.args ?? {},
        ...matching.map(({ args = {} }) =>
          Object.fromEntries(
            Object.entries(args).map(([arg, rule]) => {
              const stronger = Object.hasOwn(own?.args ?? {}, arg) ? own?.args?.[arg] : {};
              return [arg, Object.fromEntries(Object.entries(rule).filter(([key]) => !Object.hasOwn(stronger ?? {}, key)))];
            }),
          ),
        ),
      ],
    };
  };
  const toRegExp = (glob: string): RegExp => new RegExp(`^${glob.replaceAll("?", ".").replaceAll("*", ".*")}$`, "su");

  it("enables, confirms and rejects what its globs, names and levels say", async () => {
    let [enabled, confirmed, refused] = [0, 0, 0];
    const property = fc.asyncProperty(fc.constantFrom(...TARGETS), values, spec, async (target, given, drawn) => {
      const expected = model(drawn, target.name, target.risk);
      const policies = read(drawn);
      expect(isEnabled(target.name, policies)).toBe(expected.isEnabled);
      if (!expected.isEnabled) return;
      expect(needsConfirmation(target.name, policies)).toBe(expected.isConfirmed);
      const each = expected.constraints.map((args) =>
        toPolicy({ default: "enabled", tools: Object.fromEntries([[target.name, { args }]]) }),
      );
      const one = toolOf(ARGS, { name: target.name });
      const isRefused = (await check(one, given, each)).length > 0;
      expect((await check(one, given, policies)).length > 0).toBe(isRefused);
      enabled += 1;
      confirmed += expected.isConfirmed ? 1 : 0;
      refused += isRefused ? 1 : 0;
    });
    await fc.assert(property, { ...runs, numRuns: 1000 });
    expect([enabled > 300, confirmed > 100, refused > 100]).toEqual([true, true, true]);
  });

  it("that includes others allows no call that one of them rejects", async () => {
    let allowed = 0;
    const property = fc.asyncProperty(
      fc.constantFrom(...TARGETS),
      values,
      fc.array(spec, { minLength: 2, maxLength: 3 }),
      async (target, given, drawn) => {
        const policies = inOrder(joinPolicies(drawn, TARGETS)).map(toPolicy);
        const isNamed = drawn.some(({ tools }) =>
          Object.keys(tools).some((entry) => entry === target.name || (GLOBS.includes(entry) && toRegExp(entry).test(target.name))),
        );
        const isDisabled = drawn.some((one) => !isEnabled(target.name, read({ ...one, default: "enabled" })));
        expect(isEnabled(target.name, policies)).toBe((isNamed || drawn[0]?.default === "enabled") && !isDisabled);
        if (!isEnabled(target.name, policies)) return;
        const open = drawn.map((one) => read({ ...one, default: "enabled" }));
        expect(needsConfirmation(target.name, policies)).toBe(open.some((one) => needsConfirmation(target.name, one)));
        const one = toolOf(ARGS, { name: target.name });
        const refusals = await Promise.all(open.map(async (each) => (await check(one, given, each)).length > 0));
        expect((await check(one, given, policies)).length > 0).toBe(refusals.includes(true));
        allowed += refusals.includes(true) ? 0 : 1;
      },
    );
    await fc.assert(property, { ...runs, numRuns: 500 });
    expect(allowed).toBeGreaterThan(50);
  });

  it("approves a call of a client that cannot ask only if each policy that requires confirmation approves it", () => {
    let approved = 0;
    const property = fc.property(fc.constantFrom(...TARGETS), spec, spec, ({ name }, first, second) => {
      const [one, other] = [read(first), read(second)];
      const both = [...one, ...other];
      if (!needsConfirmation(name, both)) return;
      const isApproved = [one, other].every((each) => !needsConfirmation(name, each) || canSkipConfirmation(name, each));
      expect(canSkipConfirmation(name, both)).toBe(isApproved);
      approved += isApproved ? 1 : 0;
    });
    fc.assert(property, { ...runs, numRuns: 500 });
    expect(approved).toBeGreaterThan(20);
  });
});

describe("a schema", () => {
  it("is valid, and never rejects a call that the policies allow", async () => {
    let allowed = 0;
    const property = fc.asyncProperty(tool, values, policy, policy, async (one, given, first, second) => {
      const after = narrowTool(one, [...first, ...second]);
      if (after === undefined) return;
      const schema = toInputSchema(after.args);
      expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
      if ((await check(one, given, [...first, ...second])).length > 0) return;
      allowed += 1;
      expect(ajv.validate(schema, Object.fromEntries(given)), ajv.errorsText()).toBe(true);
    });
    await fc.assert(property, { ...runs, numRuns: 1000 });
    expect(allowed).toBeGreaterThan(100);
  });
});
