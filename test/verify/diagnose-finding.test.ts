import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { compareTool } from "../../generator/verify/compare.ts";
import { diagnoseFinding } from "../../generator/verify/diagnose-finding.ts";
import { collectKnowledge } from "../../generator/verify/verify-tool.ts";
import { listToolUses } from "../../generator/verify/tool-use.ts";

/** Returns the text that the diagnostic of each flag points at, if no text of the program mentions any flag. */
async function locateFlags(text: string): Promise<Readonly<Record<string, string>>> {
  const { configs } = await checkInputs([{ path: "t.yaml", bytes: Buffer.from(text) }]);
  const [file] = configs;
  if (file?.kind !== "cli") throw new Error("the config cannot be read");
  const findings = listToolUses(file, { env: {}, find: () => undefined }).flatMap((use) => compareTool(use, { options: [], pages: [] }));
  const entries = findings.map((finding): readonly [string, string] => {
    const { span } = diagnoseFinding(finding, { file, command: "tool", pages: [] }) ?? {};
    return [finding.use.flag, text.slice(span?.start, span?.end)];
  });
  return Object.fromEntries(entries);
}

const CONFIG = `name: t
command: tool --every
global_args: [{ name: account, flag: --account=, default: x }]
arg_groups: { shared: [{ name: page, flag: --page }] }
tools:
  - name: t
    description: T
    command: sub --own
    order: as_written
    args: [{ name: a, flag: -a }, { words: [b, -b, -c] }, { use: shared }]
  - { name: u, description: U, program: other -q }
`;

describe("a finding of verify points", () => {
  it("at the words that have the flag", async () => {
    expect(await locateFlags(CONFIG)).toEqual({
      "--every": "--every",
      "--own": "--own",
      "--account": "--account=",
      "--page": "--page",
      "-a": "-a",
      "-b": "-b",
      "-c": "-c",
      "-q": "-q",
    });
  });
});

describe("the help of a finding about a switch", () => {
  it.each([
    ["{ name: a, flag: --all }", "add `type: boolean` if the flag is a switch"],
    ["{ name: a, flag: --all= }", "write `type: boolean` and `flag: --all` if the flag is a switch"],
    ["{ name: a, flag: --all=, type: boolean }", "write `type: boolean` and `flag: --all` if the flag is a switch"],
    ["{ name: a, flag: --all, type: boolean }", undefined],
  ])("works for the argument %s", async (arg, help) => {
    const text = `name: t\ncommand: tool\ntools: [{ name: t, description: T, args: [${arg}] }]\n`;
    const [file] = (await checkInputs([{ path: "t.yaml", bytes: Buffer.from(text) }])).configs;
    if (file?.kind !== "cli") throw new Error("the config cannot be read");
    const page = { from: "help", label: "tool --help", path: [], text: "Usage: tool [options]\n\n  --all   All\n" } as const;
    const knowledge = collectKnowledge("tool", [], [page]);
    const [finding] = listToolUses(file, { env: {}, find: () => undefined }).flatMap((use) => compareTool(use, knowledge));
    const found = finding && diagnoseFinding(finding, { file, command: "tool", pages: [page] });
    expect(found?.help).toBe(help);
  });
});
