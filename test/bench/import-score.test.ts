/** Tests the score of drafts. */
import { expect, it } from "vitest";
import { scoreDraft } from "../../bench/import-score.ts";

const DRAFT = `# Options of most subcommands:
# left out: --server=
name: tool
command: tool
tools:
  - name: tool_list
    command: list
    args: # left out: --all
      - { name: quiet, type: boolean, flag: --quiet, description: Not --mute }
  - name: tool_show
    command: show
    args: # left out: --deep --only-one
      - { name: file, positional: true }
`;

it("counts flags that are arguments, and those that the tool or the top of the draft names in a comment", () => {
  const program = { program: "tool", command: "tool", style: "own", pages: [] };
  const flags = ["--quiet", "--all", "--server", "--deep", "--only", "--mute"].map((name) => ({
    program: "tool",
    subcommand: ["list"],
    names: [name],
    kind: "switch" as const,
    values: undefined,
  }));
  expect(scoreDraft(DRAFT, program, flags)).toMatchObject({ gold: 6, found: 1, named: 3 });
});
