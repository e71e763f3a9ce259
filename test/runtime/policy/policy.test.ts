import { describe, expect, it } from "vitest";
import type { AnyPolicySpec } from "../../../runtime/policy/policy-spec.ts";
import { describedBy, isEnabled, needsConfirmation, rulesFor, toPolicy } from "../../../runtime/policy/policy.ts";

/** Parsed from JSON, where `__proto__` is an ordinary key. */
const policies = (...specs: readonly string[]) => specs.map((spec) => toPolicy(JSON.parse(spec) as AnyPolicySpec));

describe("isEnabled", () => {
  it.each<[string, string, readonly string[], boolean]>([
    ["enables everything without policies", "t", [], true],
    ["disables unnamed tools by default", "t", ['{"tools":{}}'], false],
    ["enables named tools", "t", ['{"tools":{"t":{}}}'], true],
    ["enables everything with default: enabled", "t", ['{"default":"enabled","tools":{}}'], true],
    ["disables a tool that only the first policy enables", "t", ['{"tools":{"t":{}}}', '{"tools":{}}'], false],
    ["disables a tool that only the second policy enables", "t", ['{"tools":{}}', '{"default":"enabled","tools":{"t":{}}}'], false],
    ["enables a tool that both enable", "t", ['{"tools":{"t":{}}}', '{"default":"enabled","tools":{}}'], true],
    ["uses a name verbatim, with its spaces", "t", ['{"tools":{" t":{}}}'], false],
    ["uses a name verbatim, with its case", "t", ['{"tools":{"T":{}}}'], false],
    ["finds no tool in Object.prototype", "constructor", ['{"tools":{}}'], false],
    ["finds a tool that is called like a member of Object.prototype", "constructor", ['{"tools":{"constructor":{}}}'], true],
    ["finds no tool called __proto__", "__proto__", ['{"tools":{}}'], false],
    ["finds a tool called __proto__ if the policy has one", "__proto__", ['{"tools":{"__proto__":{}}}'], true],
    ["reads a policy without tools", "t", ['{"default":"disabled"}'], false],
  ])("%s", (_title, name, specs, want) => {
    expect(isEnabled(name, policies(...specs))).toBe(want);
  });
});

describe("describedBy", () => {
  const tool = { name: "t", description: "own" };
  it.each<[string, readonly string[], string]>([
    ["keeps the tool's own description", ['{"tools":{"t":{}}}'], "own"],
    ["shows the policy's description", ['{"tools":{"t":{"description":"other"}}}'], "other"],
    ["shows the last policy's description", ['{"tools":{"t":{"description":"1"}}}', '{"tools":{"t":{"description":"2"}}}'], "2"],
    ["shows the first policy's description if the last has none", ['{"tools":{"t":{"description":"1"}}}', '{"tools":{"t":{}}}'], "1"],
    ["ignores an empty description", ['{"tools":{"t":{"description":""}}}'], "own"],
    ["ignores the description of another tool", ['{"default":"enabled","tools":{"u":{"description":"u"}}}'], "own"],
  ])("%s", (_title, specs, want) => {
    expect(describedBy(tool, policies(...specs))).toBe(want);
  });
});

describe("needsConfirmation", () => {
  it.each<[string, readonly string[], boolean]>([
    ["is off without policies", [], false],
    ["is required if the first policy requires it", ['{"tools":{"t":{"confirm":true}}}', '{"tools":{"t":{"confirm":false}}}'], true],
    ["is required if the last policy requires it", ['{"tools":{"t":{}}}', '{"tools":{"t":{"confirm":true}}}'], true],
    ["is off for another tool", ['{"tools":{"t":{},"u":{"confirm":true}}}'], false],
  ])("%s", (_title, specs, want) => {
    expect(needsConfirmation("t", policies(...specs))).toBe(want);
  });
});

describe("rulesFor", () => {
  it("returns the rules of every policy, and none inherited from Object.prototype", () => {
    const both = policies('{"tools":{"t":{"args":{"n":{"min":1}}}}}', '{"tools":{"t":{"args":{"n":{"max":2}}}}}');
    expect(rulesFor("t", "n", both)).toEqual([{ min: 1 }, { max: 2 }]);
    expect(rulesFor("t", "constructor", both)).toEqual([]);
    expect(rulesFor("toString", "n", both)).toEqual([]);
  });
});

describe("toPolicy", () => {
  it("keeps executor, environment and limits unchanged", () => {
    const spec: AnyPolicySpec = { executor: { type: "local" }, env: { inherit: "minimal" }, limits: { max_timeout: 5 }, tools: {} };
    expect(toPolicy(spec)).toEqual({
      enablesUnnamed: false,
      tools: new Map(),
      executor: spec.executor,
      env: spec.env,
      limits: spec.limits,
    });
  });
});
