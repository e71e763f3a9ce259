import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { mergeConfig, type MergedConfig } from "../../generator/import/merge/merge-config.ts";
import { diffLines } from "../../generator/text/line-diff.ts";

const page = (path: readonly string[], text: string) => ({ from: "help", label: "tool", path, text }) as const;
const description = describeProgram({
  program: "tool",
  pages: [
    page([], "Usage: tool <COMMAND>\n\nCommands:\n  add   Add\n  list  List\n"),
    page(["add"], "Add one\n\nUsage: tool add\n\n  -f, --force   Do it\n  --label <TEXT>   Label\n"),
    page(["list"], "List all of them\n\nUsage: tool list\n\n  --all   All\n"),
  ],
});

type Decisions = Parameters<typeof mergeConfig>[2]["decisions"];

async function merge(text: string, decisions: Decisions = new Map(), keepsArgs = false): Promise<MergedConfig> {
  const { configs } = await checkInputs([{ path: "tool.yaml", bytes: Buffer.from(text) }]);
  const [file] = configs;
  if (file?.kind !== "cli") throw new Error("the config has an error");
  return mergeConfig(file, description, { maxArgs: 24, decisions, keepsArgs });
}

const OWN = `# Mine.
name: tool
command: tool
tools:
    - name: tool_add   # the best
      description: "Add one"
      command: add
      args:
          - {name: force, type: boolean, flag: -f} # short

# The end.
`;

describe("mergeConfig", () => {
  it("adds no option that the analysis of a draft excludes, and the risk that it demands", async () => {
    const decisions: Decisions = new Map([
      ["add", { excluded: new Map([["--label", "can run a program"]]) }],
      ["list", { excluded: new Map(), risk: "destructive" }],
    ]);
    const merged = await merge(OWN, decisions);
    expect([merged.args, merged.tools]).toEqual([0, 1]);
    expect(merged.text).toContain("risk: destructive");
  });

  it("adds options and tools, and keeps every line of the config", async () => {
    const merged = await merge(OWN);
    expect([merged.args, merged.tools]).toEqual([1, 1]);
    expect(merged.text).toBe(`# Mine.
name: tool
command: tool
tools:
    - name: tool_add   # the best
      description: "Add one"
      command: add
      args:
          - {name: force, type: boolean, flag: -f} # short
          - { name: label, flag: --label=, description: Label } # help:6
    - name: tool_list
      description: List all of them # help:1
      command: list
      risk: read
      args:
        - { name: all, type: boolean, flag: --all, description: All } # help:5

# The end.
`);
    expect(diffLines(OWN, merged.text).some(({ kind }) => kind === "removed")).toBe(false);
  });

  it("keeps the arguments of tools if no options are requested, and names the tools that lack some", async () => {
    const merged = await merge(OWN, new Map(), true);
    expect([merged.args, merged.tools, merged.kept]).toEqual([0, 1, ["tool_add"]]);
    expect(merged.text).not.toContain("--label");
  });

  it("adds no tool that a comment names, unless it only refers to the tool", async () => {
    const merged = await merge(OWN.replace("# Mine.", "# Mine.\n# left out: tool_list"));
    expect([merged.tools, merged.leftOut]).toEqual([0, ["tool_list"]]);
    for (const line of ["# Mine.\n# 2 as in tool_list", "# Drafted from tool_list 1.2: tool --help."])
      expect((await merge(OWN.replace("# Mine.", line))).tools).toBe(1);
  });

  it("recognizes the options in the words of a value", async () => {
    const text =
      'command: tool\ntools:\n- name: a\n  description: Add\n  command: add\n  args:\n  - {name: l, type: map, value: [--label, "{key}={value}"]}\n- {name: l, description: L, command: list --all}\n';
    expect((await merge(text)).args).toBe(1);
  });

  it("does not add arguments in written order after positional values, and names their tools", async () => {
    const text =
      "command: tool\ntools:\n- name: a\n  description: Add\n  command: add\n  order: as_written\n  args:\n  - {name: x, positional: true}\n- {name: l, description: L, command: list}\n";
    const merged = await merge(text);
    expect([merged.args, merged.skipped]).toEqual([0, ["a", "l"]]);
  });

  it("adds no option that a comment of the tool names, and none that writes to a tool that reads", async () => {
    const commented = OWN.replace("# short", "# short\n          # --label was not needed");
    expect((await merge(commented)).args).toBe(0);
    const reading = OWN.replace("{name: force, type: boolean, flag: -f}", "{name: label, flag: --label}").replace(
      "command: add",
      "command: add\n      risk: read",
    );
    expect((await merge(reading)).args).toBe(0);
  });

  it("adds nothing twice", async () => {
    const { text } = await merge(OWN);
    expect((await merge(text)).text).toBe(text);
  });

  it("adds arguments to a tool without any, and keeps line endings", async () => {
    const text =
      "command: tool\r\ntools:\r\n- name: a\r\n  description: Add\r\n  command: add\r\n- name: l\r\n  description: List\r\n  command: list --all\r\n";
    const merged = await merge(text);
    expect(merged.text).toContain(
      "  command: add\r\n  args:\r\n    - { name: force, type: boolean, flag: --force, description: Do it } # -f, --force; help:5\r\n",
    );
    expect(merged.text.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("does not extend a list that other tools share, and names its tools", async () => {
    const tools = (list: string): string =>
      `command: tool\ntools:\n- name: a\n  description: Add\n  command: add\n  args: &a # both\n${list}- {name: l, description: L, command: list}\n`;
    const shared = `${tools("  - {name: x, flag: -x}\n")}- name: b\n  description: B\n  command: other\n  args: *a\n`;
    expect((await merge(shared)).skipped).toEqual(["a", "l"]);
    expect((await merge(tools("  - {name: x, flag: -x}\n"))).skipped).toEqual(["l"]);
  });

  it("does not touch lists in brackets, and names their tools", async () => {
    const text =
      "command: tool\ntools:\n  - name: a\n    description: Add\n    command: add\n    args: []\n  - {name: l, description: List, command: list}\n";
    const merged = await merge(text);
    expect([merged.text, merged.skipped]).toEqual([text, ["a", "l"]]);
  });
});
