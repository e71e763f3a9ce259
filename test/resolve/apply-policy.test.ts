/** Tests that a policy has the same effect whether it is embedded in a server or given at startup. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { type AnyPolicySpec } from "../../runtime/policy/policy-spec.ts";
import type { ToolIndex } from "../../runtime/tool-index/tool-index.ts";
import { indexModel } from "../conformance/configs.ts";
import { checked } from "./checked.ts";

const one = [
  "name: one",
  "command: a",
  "tools:",
  "  - {name: x, description: first x, risk: read, args: [{name: n, type: integer}, {name: s, enum: [p, q]}]}",
  "  - {name: y, description: first y}",
  "  - {name: z, description: first z, risk: write}",
].join("\n");
const two = "name: two\ncommand: b\ntools:\n  - {name: w, description: second w}\n  - {name: y, description: second y}\n";
const three = "name: three\ncommand: c\ntools: []\n";
const configs = [one, two, three].map((text) => checked(text));

function everythingOf(index: ToolIndex): unknown {
  return {
    count: index.toolCount,
    names: index.names().toSorted(),
    summary: index.summary(10),
    found: ["", "first", "new text"].map((query) => index.search({ query, limit: 10 })),
    // Only the summary counts the tools of a CLI.
    listed: Array.from(index.listed(), (tool) => ({ ...tool, cli: { ...tool.cli, tool_count: 0 } })),
    risks: [...index.risks()].toSorted(),
  };
}

const baked = (policy: AnyPolicySpec): unknown => everythingOf(indexModel(resolveModel(configs, { classic: false, policies: [policy] })));
const atLaunch = (policy: AnyPolicySpec): unknown =>
  everythingOf(indexModel(resolveModel(configs, { classic: false })).narrow([toPolicy(policy)]));

describe("an embedded policy", () => {
  it.each<[title: string, policy: AnyPolicySpec]>([
    ["that enables everything", { default: "enabled", tools: {} }],
    ["that enables nothing", { tools: {} }],
    ["that enables a part of a CLI", { tools: { y: {}, z: {} } }],
    ["that disables a whole CLI", { tools: { w: {} } }],
    [
      "that sets descriptions and constraints",
      { default: "enabled", tools: { x: { description: "new text", args: { n: { max: 5 }, s: { one_of: ["q"] } } } } },
    ],
    ["that names unknown tools and arguments", { tools: { nothing: {}, x: { args: { nothing: { min: 1 } } } } }],
  ])("%s enables the same tools as at startup", (_title, policy) => {
    expect(baked(policy)).toEqual(atLaunch(policy));
  });

  it("of any kind enables the same tools as at startup", () => {
    const tool = fc.record(
      {
        description: fc.constantFrom("", "new text"),
        args: fc.constantFrom({ n: { min: 1 } }, { s: { pattern: "p" } }, { other: { max: 1 } }),
      },
      { requiredKeys: [] },
    );
    const policies = fc.record({
      default: fc.constantFrom("enabled" as const, "disabled" as const),
      tools: fc.dictionary(fc.constantFrom("w", "x", "y", "z", "other"), tool),
    });
    fc.assert(
      fc.property(policies, (policy) => {
        expect(baked(policy)).toEqual(atLaunch(policy));
      }),
    );
  });

  it("keeps only rules of its tools, and values of their enums", () => {
    const spec: AnyPolicySpec = {
      executor: { type: "local" },
      default: "disabled",
      tools: {
        gone: {},
        x: { confirm: true, args: { other: { min: 1 }, s: { one_of: ["q", "r"], max_length: 1 } } },
        y: { args: { other: { min: 1 } } },
      },
    };
    expect(resolveModel(configs, { classic: false, policies: [spec] }).policies).toStrictEqual([
      {
        executor: { type: "local" },
        default: "disabled",
        tools: { x: { confirm: true, args: { s: { one_of: ["q"], max_length: 1 } } }, y: {} },
      },
    ]);
  });

  it("does not rename enabled tools", () => {
    const git = (name: string): string => `name: ${name}\ncommand: git\ntools: [{name: ${name}, description: d}]\n`;
    const { clis } = resolveModel([checked(git("a"), "git.yaml"), checked(git("b"), "more/git.yaml")], {
      classic: false,
      policies: [{ tools: { b: {} } }],
    });
    expect(clis.map(({ moduleName }) => moduleName)).toEqual(["git-2"]);
  });

  it("is omitted without a policy", () => {
    expect(resolveModel(configs, { classic: false }).policies).toEqual([]);
  });
});
