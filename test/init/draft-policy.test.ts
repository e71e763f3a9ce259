import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { describeAccess } from "../../generator/init/access-summary.ts";
import { draftPolicy } from "../../generator/init/draft-policy.ts";

const TOOLS = [
  { name: "t_list", risk: "read" },
  { name: "t_add", risk: "write" },
  { name: "t_drop", risk: "destructive" },
  { name: "t_other" },
] as const;

describe("the policy of a draft", () => {
  it("enables tools that read, confirms tools that write, and disables the others", () => {
    expect(draftPolicy(TOOLS)).toContain(`default: disabled
tools:
  # These tools only read.
  t_list: {}
  # These tools change something. The user confirms each call.
  t_add: { confirm: true }
  # Disabled: these tools destroy, or run programs. To enable one, remove the number sign.
  # t_drop: { confirm: true }
  # Disabled: set the \`risk\` of these tools in the config first.
  # t_other: { confirm: true }
`);
  });

  it.each([[TOOLS], [TOOLS.slice(3)], [[]]])("is valid with any tools", async (tools) => {
    const checked = await checkInputs([], { policies: [{ path: "policy.yaml", bytes: Buffer.from(draftPolicy(tools)) }], isPartial: true });
    expect([checked.diagnostics, checked.policies.length]).toEqual([[], 1]);
  });

  it("is described in words", () => {
    expect(describeAccess(TOOLS)).toEqual([
      "agents can call 1 tool with the risk read",
      "if the user confirms each call, agents can call 1 tool with the risk write",
      "disabled: 1 tool with the risk destructive, which can delete or run programs",
      "disabled: 1 tool without a risk: set `risk` in the config, and enable those that agents need",
    ]);
  });
});
