/** Tests `forbid`, `required`, `equals` and `message`: the checks of a call, and the schema that clients receive. */
import { describe, expect, it } from "vitest";
import { findViolations } from "../../../runtime/policy/find-violations.ts";
import { checkPresence } from "../../../runtime/policy/constraints.ts";
import { narrowTool } from "../../../runtime/policy/narrow-tool.ts";
import type { ArgConstraint } from "../../../runtime/constraint/arg-constraint.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { toInputSchema } from "../../../runtime/tool/input-schema.ts";
import { toListedSchema } from "../../../runtime/tool/listed-schema.ts";
import type { ArgValue } from "../../../runtime/tool/tool-spec.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";
import { toolOf } from "./tools.ts";

const ARGS: readonly ToolArg[] = [
  { name: "word", type: "string", default: "a" },
  { name: "words", type: "string", repeat: true },
  { name: "count", type: "integer" },
  { name: "loud", type: "boolean" },
];
type Rules = Readonly<Record<string, ArgConstraint>>;
const policiesOf = (...all: readonly Rules[]) => all.map((args) => toPolicy({ tools: { t: { args } } }));
const narrow = (...all: readonly Rules[]): readonly ToolArg[] => narrowTool(toolOf(ARGS), policiesOf(...all))?.args ?? [];

describe("the presence of an argument", () => {
  it.each<[string, Rules, readonly string[], readonly string[]]>([
    ["allows a call without a forbidden argument", { word: { forbid: true } }, [], []],
    ["rejects a forbidden argument", { word: { forbid: true } }, ["word"], ["Argument 'word': the policy forbids this argument: omit it"]],
    ["allows a required argument", { word: { required: true } }, ["word"], []],
    [
      "rejects a call without a required argument",
      { word: { required: true } },
      [],
      ["Argument 'word': the policy requires this argument: add it"],
    ],
    ["replies with the message of the policy", { word: { required: true, message: "name a word" } }, [], ["Argument 'word': name a word"]],
    ["ignores constraints on values", { word: { equals: "x", message: "m" } }, [], []],
  ])("%s", (_title, rules, given, messages) => {
    const violations = checkPresence({ name: "t" }, new Set(given), policiesOf(rules));
    expect(violations.map(({ message }) => message)).toEqual(messages);
  });
});

describe("the value of an argument", () => {
  it.each<[string, string, ArgConstraint, ArgValue, readonly string[]]>([
    ["is equal to text", "word", { equals: "x" }, "x", []],
    ["is not equal to text", "word", { equals: "x" }, "y", ["Argument 'word': value 'y' must be 'x'"]],
    ["is equal to a number", "count", { equals: 2 }, 2, []],
    ["is not equal to a number", "count", { equals: 2 }, 3, ["Argument 'count': value 3 must be 2"]],
    ["is equal to a boolean", "loud", { equals: false }, false, []],
    ["is not equal to a boolean", "loud", { equals: false }, true, ["Argument 'loud': value true must be false"]],
    ["has an item that is not equal", "words", { equals: "x" }, ["x", "y"], ["Argument 'words[1]': value 'y' must be 'x'"]],
    [
      "violates two constraints that have one message",
      "word",
      { pattern: "[a-z]+", max_length: 2, message: "use two letters" },
      "ABC",
      ["Argument 'word': value 'ABC' is not allowed: use two letters"],
    ],
    ["satisfies constraints that have a message", "word", { pattern: "[a-z]+", message: "use letters" }, "a", []],
  ])("%s", async (_title, arg, constraint, value, messages) => {
    const violations = await findViolations(toolOf(ARGS), {
      values: new Map([[arg, value]]),
      policies: policiesOf({ [arg]: constraint }),
      workingDirectory: "/",
    });
    expect(violations.map(({ message }) => message)).toEqual(messages);
  });
});

describe("the schema of a tool", () => {
  it("has no forbidden argument, and lists required ones", () => {
    const schema = toInputSchema(
      narrow({ word: { forbid: true }, count: { required: true, equals: 2 }, loud: { equals: false }, words: { equals: "x" } }),
    );
    expect(schema).toEqual({
      type: "object",
      properties: {
        words: { type: "array", items: { type: "string", enum: ["x"] } },
        count: { type: "integer", enum: [2] },
        loud: { type: "boolean", enum: [false] },
      },
      required: ["count"],
    });
  });

  it("keeps an argument that one policy forbids and another requires, because no call is valid", () => {
    const schema = toInputSchema(narrow({ count: { forbid: true } }, { count: { required: true } }));
    expect(schema).toMatchObject({ properties: { count: { type: "integer" } }, required: ["count"] });
  });

  it("has the values that `one_of` and `equals` of all policies allow", () => {
    const schema = toInputSchema(narrow({ word: { one_of: ["a", "b"] } }, { word: { equals: "b" } }));
    expect(schema.properties["word"]).toMatchObject({ enum: ["b"] });
  });

  it("of a Directive tool changes in the same way", () => {
    const own = { type: "object", properties: { word: { type: "string" }, count: { type: "integer" }, loud: {} }, required: ["loud"] };
    const args = narrow({ word: { forbid: true }, count: { required: true } });
    expect(toListedSchema({ args, handler: { kind: "directive", root: "docs", inputSchema: own, handler: "file.get" } })).toEqual({
      type: "object",
      properties: { count: { type: "integer" }, loud: {} },
      required: ["loud", "count"],
    });
  });
});
