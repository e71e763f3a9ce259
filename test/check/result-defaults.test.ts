import { describe, expect, it } from "vitest";
import { checkConfig } from "../../generator/check/check-config.ts";
import type { CommandTool } from "../../generator/check/files/checked-file.ts";
import { loadDocument } from "../../generator/load/document.ts";

/** Returns the tools of a config, by name. */
function toolsOf(text: string): ReadonlyMap<string, CommandTool> {
  const { document } = loadDocument({ path: "git.yaml", bytes: new TextEncoder().encode(text) });
  if (document === undefined) throw new Error("the text does not load");
  const { file, diagnostics } = checkConfig(document);
  expect(diagnostics).toEqual([]);
  return new Map(file?.kind === "cli" ? file.tools.map((tool) => [tool.name, tool]) : []);
}

const config = `command: git
defaults:
  stderr: on_failure
  exit_codes: { 1: nothing matched }
  output: { format: json, schema: { type: object } }
tools:
  - { name: inherits, description: d }
  - { name: changes, description: d, stderr: always, exit_codes: { 2: { error: no repository } }, output: jsonl }
  - { name: decides, description: d, stderr: never, exit_codes: { 1: { error_if: error, text: changed, x-note: n }, 2: { error_if: { stderr: a } } } }
  - { name: resets, description: d, exit_codes: {}, output: text }
`;

describe("defaults of the keys of results", () => {
  const tools = toolsOf(config);

  it("apply to a tool that does not set them", () => {
    expect(tools.get("inherits")).toMatchObject({
      stderr: "on_failure",
      exit_codes: { 1: "nothing matched" },
      output: { format: "json", schema: { type: "object" } },
    });
  });

  it("are replaced as a whole by the keys of a tool", () => {
    const { stderr, exit_codes, output } = tools.get("changes") ?? {};
    expect({ stderr, exit_codes, output }).toEqual({
      stderr: undefined,
      exit_codes: { 2: { error: "no repository" } },
      output: { format: "jsonl" },
    });
  });

  it("can be conditions, without keys for readers", () => {
    expect(tools.get("decides")).toMatchObject({
      stderr: "never",
      exit_codes: { 1: { error_if: "error", text: "changed" }, 2: { error_if: { stderr: "a" } } },
    });
    expect(JSON.stringify(tools.get("decides"))).not.toContain("x-note");
  });

  it("are removed by an empty mapping and by `text`", () => {
    expect(tools.get("resets")).not.toHaveProperty("output");
    expect(tools.get("resets")).not.toHaveProperty("exit_codes");
  });
});

describe("the default of the order", () => {
  const tools = toolsOf(`command: tar
end_of_options: true
defaults: { order: as_written }
tools:
  - { name: inherits, description: d, end_of_options: false, args: [{ name: a }] }
  - { name: resets, description: d, order: default, args: [{ name: a }] }
`);

  it("applies to a tool that does not set it", () => {
    expect(tools.get("inherits")).toHaveProperty("order", ["a"]);
  });

  it("is removed by `order: default`", () => {
    expect(tools.get("resets")).not.toHaveProperty("order");
  });
});
