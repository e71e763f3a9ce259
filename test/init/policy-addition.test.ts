import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";
import { describeAddition } from "../../generator/init/policy-addition.ts";
import type { PolicyTool } from "../../generator/init/draft-policy.ts";
import { loadDocument } from "../../generator/load/document.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Does what the message asks for, word by word. */
function follow(policy: string, [help = "", ...lines]: readonly string[]): string {
  const added = lines.map((line) => `${line}\n`).join("");
  switch (help) {
    case "help: add at its end:":
    case "help: add to its `tools`:":
    case "help: add below its `tools`:":
      return policy + added;
    case "help: remove the braces after its `tools`, and add below it:":
      return policy.replace("tools: {}", "tools:") + added;
    case "help: write its `tools` without braces, one rule on each line, and add:":
      return policy.replace(/tools: \{\s*(.*\}),?\s*\}\n$/, "tools:\n  $1\n") + added;
    default:
      throw new Error(`unknown help: ${help}`);
  }
}

/** Enables a tool of a comment, as the comment asks for. */
function enable(policy: string, tool: string): string {
  const comment = policy.split("\n").findLast((line) => line.includes("emove the number sign")) ?? "";
  const bare = comment.endsWith("and the braces after `tools`.") ? policy.replace("tools: {}", "tools:") : policy;
  return bare.replace(`# ${tool}:`, `${tool}:`);
}

/** Returns the codes of the errors and warnings of a policy, and the names of the tools that it enables. */
async function read(text: string) {
  // With an error in a config, a policy is checked without the tools.
  const unread = diagnose("byte-order-mark", { path: "git.yaml" });
  const { diagnostics } = await checkInputs([], { policies: [{ path: "policy.yaml", bytes: encode(text) }], diagnostics: [unread] });
  const { document } = loadDocument({ path: "policy.yaml", bytes: encode(text) });
  const faults = diagnostics.filter((diagnostic) => diagnostic !== unread).map(({ code }) => code);
  return { faults, tools: Object.keys(document?.value["tools"] ?? {}) };
}

const RATED: readonly PolicyTool[] = [
  { name: "t_list", risk: "read" },
  { name: "t_drop", risk: "destructive" },
];
const UNRATED: readonly PolicyTool[] = [{ name: "t_drop" }];

const POLICIES = [
  ["no `tools`", "", []],
  ["empty braces", "tools: {}\n", []],
  ["empty braces and comments", "tools: {}\n  # a: {}\n", []],
  ["one rule on each line", "tools:\n  a: {}\n", ["a"]],
  ["another indentation", "tools:\n    a: {}\n", ["a"]],
  ["rules in braces", "tools: { a: {} }\n", ["a"]],
  ["rules in braces on several lines", "tools: {\n  a: {}\n}\n", ["a"]],
] as const;

describe("the rules to add to a policy", () => {
  describe.each([
    ["some are active", RATED, ["t_list"]],
    ["all are comments", UNRATED, []],
  ])("%s", (_, drafted, active) => {
    it.each(POLICIES)("are added to a policy with %s as the message says", async (_form, rules, existing) => {
      const policy = `kind: policy\ndefault: disabled\n${rules}`;
      const { document } = loadDocument({ path: "policy.yaml", bytes: encode(policy) });
      const added = follow(policy, describeAddition(drafted, document));
      expect(await read(added)).toEqual({ faults: [], tools: [...existing, ...active] });
      expect(await read(enable(added, "t_drop"))).toEqual({ faults: [], tools: [...existing, ...active, "t_drop"] });
    });
  });

  it("follow other rules if the policy cannot be read", () => {
    expect(describeAddition(RATED, undefined).slice(0, 3)).toEqual([
      "help: add to its `tools`:",
      "  # These tools only read.",
      "  t_list: {}",
    ]);
  });
});
