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

/** Returns the codes of the errors and warnings of a policy. */
async function findFaults(text: string): Promise<readonly string[]> {
  // With an error in a config, a policy is checked without the tools.
  const unread = diagnose("byte-order-mark", { path: "git.yaml" });
  const policies = [{ path: "policy.yaml", bytes: Buffer.from(text) }];
  const checked = await checkInputs([], { policies, diagnostics: [unread] });
  return checked.diagnostics.filter((diagnostic) => diagnostic !== unread).map(({ code }) => code);
}

/** Does what the comments of a policy ask for, word by word, for every tool. */
function followComments(policy: string): string {
  const lines = policy.split("\n");
  const isInstruction = (line: string): boolean => /^ {2}# .*[Rr]emove the number sign/.test(line);
  const edits = lines.filter(isInstruction);
  const hasBraces = edits.some((line) => line.endsWith("remove the number sign, and the braces after `tools`."));
  expect(edits.every((line) => line.endsWith(hasBraces ? "braces after `tools`." : "remove the number sign."))).toBe(true);
  return lines
    .map((line) => (isInstruction(line) ? line : line.replace(/^ {2}# (?=\w+: \{)/, "  ")))
    .map((line) => (hasBraces ? line.replace(/^tools: \{\}$/, "tools:") : line))
    .join("\n");
}

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
  # Disabled: these tools have no risk. To enable one, set its \`risk\` in the config. Then remove the number sign.
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
    expect(policy).toContain(`  # t_other: { confirm: true, args: { file: ${inside}, url: { deny_pattern: `);
  });

  it("writes the limit itself in comments if no rule shares it", () => {
    const policy = draftPolicy([
      { name: "t_list", risk: "read" },
      { name: "t_drop", risk: "destructive", paths: ["file"] },
    ]);
    expect(policy).toContain('  # t_drop: { confirm: true, args: { file: { within: ., pattern: "([^:@|]|/@)*" } } }\n');
    expect(policy).not.toMatch(/[&*]paths/);
  });

  const LIMITED = [
    { name: "t_drop", risk: "destructive", paths: ["file"] },
    { name: "t_other", addresses: ["url"] },
  ] as const;

  it.each([
    ["some are enabled", [TOOLS[0], ...LIMITED]],
    ["none is enabled", LIMITED],
    ["none has a risk", TOOLS.slice(3)],
  ])("is valid before and after a user follows its comments if %s", async (_, tools) => {
    const policy = draftPolicy(tools);
    const followed = followComments(policy);
    expect(followed.match(/^ {2}t_/gm)).toHaveLength(tools.length);
    expect(await findFaults(policy)).toEqual([]);
    expect(await findFaults(followed)).toEqual([]);
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
    expect(await findFaults(draftPolicy(tools))).toEqual([]);
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
