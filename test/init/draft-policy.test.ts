import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";
import { describeAccess } from "../../generator/init/access-summary.ts";
import { countDisabled, draftPolicy } from "../../generator/init/draft-policy.ts";
import { summarizeImport } from "../../generator/import/draft/import-summary.ts";

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

  it("limits paths to the directory of the server, also for tools that are enabled later", () => {
    const inside = "*paths";
    const policy = draftPolicy([
      { name: "t_diff", risk: "read", paths: ["path", "n"] },
      { name: "t_add", risk: "write", paths: ["file"] },
      { name: "t_other", paths: ["file"], addresses: ["url"] },
    ]);
    expect(policy).toContain('x-paths: &paths { within: ., pattern: "([^:@|]|/@)*" }\n');
    expect(policy).toContain(`  t_diff: { args: { path: ${inside}, "n": ${inside} } }\n`);
    expect(policy).toContain(`  t_add: { confirm: true, args: { file: ${inside} } }\n`);
    expect(policy).toContain(`  # t_other: { confirm: true, args: { file: ${inside}, url: *addresses } }\n`);
  });

  it("accepts paths with names such as `@types`, and rejects addresses, options of git and files after an at sign", () => {
    const [, pattern = ""] = /x-paths: .*pattern: "(.*)"/.exec(draftPolicy([{ name: "t", risk: "read", paths: ["file"] }])) ?? [];
    const isAccepted = (value: string): boolean => new RegExp(`^(?:${pattern})$`).test(value);
    expect(["src/a.ts", "node_modules/@types/x", "./@types", ""].filter((value) => !isAccepted(value))).toEqual([]);
    expect(["user@host", "@file", "host:path", ":(top)", "|date", "a@b/@c"].filter(isAccepted)).toEqual([]);
  });

  it("rejects addresses that are local files", () => {
    const [, pattern = ""] =
      /x-addresses: .*deny_pattern: '(.*)'/.exec(draftPolicy([{ name: "t", risk: "read", addresses: ["url"] }])) ?? [];
    const values = [
      "/etc/x",
      "~/x",
      ":local:/x",
      "File:///x",
      "a/../../x",
      "..",
      "ext::x",
      "origin",
      "https://h/x",
      "remote:dir",
      "repo::archive",
      "a..b",
      "./a",
    ];
    expect(values.filter((value) => new RegExp(pattern).test(value))).toEqual(values.slice(0, 7));
  });

  it.each([[TOOLS], [TOOLS.slice(3)], [[]]])("is valid with any tools", async (tools) => {
    // With an error in a config, a policy is checked without the tools.
    const unread = diagnose("byte-order-mark", { path: "git.yaml" });
    const policies = [{ path: "policy.yaml", bytes: Buffer.from(draftPolicy(tools)) }];
    const checked = await checkInputs([], { policies, diagnostics: [unread] });
    expect([checked.diagnostics, checked.policies.length]).toEqual([[unread], 1]);
  });

  it("says that no server can be generated yet if it enables no tool", () => {
    expect(describeAccess([{ name: "t" }]).at(-1)).toBe("agents can call no tool: enable one in the policy before you generate the server");
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

it("counts the hazards that are only about disabled tools", () => {
  expect(countDisabled(TOOLS, [["t_drop"], ["t_list"], ["t_drop", "t_add"], ["t_other", "t_drop"], []])).toBe(2);
});

it("asks to decide hazards of disabled tools before these are enabled", () => {
  const root = { path: [], usage: [], options: [], positionals: [], exits: [], commands: [], hasEndOfOptions: false };
  const summarize = (decisions: number, disabled: number): readonly string[] =>
    summarizeImport({ description: { program: "t", root }, draft: { text: "", tools: [] }, decisions, disabled })
      .split("\n")
      .slice(1);
  expect(summarize(0, 0)).toEqual([]);
  expect(summarize(3, 0)).toEqual(["3 warnings above: decide each before you use the config"]);
  expect(summarize(3, 2)).toEqual([
    "1 warning above: decide each before you use the config",
    "2 warnings above about tools that the policy disables: decide each before you enable its tool",
  ]);
});
