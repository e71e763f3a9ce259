import { describe, expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { crawlProgram } from "../../generator/import/crawl/crawl.ts";
import { answeringProgram as program, request } from "./answering-program.ts";

describe("subcommands that print the help of their program", () => {
  const HELP = `Usage: tool [options] command
       tool [options] add|drop item1 [item2 ...]

Commands:
  add - Add items
  drop - Drop items
  log [UNIT...]   Print the log
                  of units

Options:
  --quiet   Print less
`;

  it("become tools with the options of the program, and the values of their usage line or of the list", async () => {
    const tool = program({
      "tool --help": HELP,
      "tool add --help": HELP,
      "tool drop --help": HELP,
      "tool log --help": HELP,
    });
    const { pages, failures } = await crawlProgram(request, tool);
    expect(failures).toEqual([]);
    const { text } = draftConfig(describeProgram({ program: "tool", pages }), { maxArgs: 24, header: "tool" });
    expect(Array.from(text.matchAll(/^ {2}- name: (\w+)/gm), ([, name]) => name)).toEqual(["tool_add", "tool_drop", "tool_log"]);
    expect(text).toContain(`  - name: tool_drop
    description: Drop items # help:6
    command: drop
    risk: destructive
    order: as_written # help:2
    args: # not for tools: --quiet
      - { name: item, positional: true, required: true, repeat: true } # help:2
`);
    expect(text).toContain("description: Print the log of units # help:7\n");
    expect(text).toContain("      - { name: unit, positional: true, repeat: true } # help:7\n");
  });

  it("have the options whose texts name them as arguments, and the others as comments", async () => {
    const names = ["begin", "end", "look", "count", "wipe"];
    const help = `tool [OPTIONS...] COMMAND ...

Commands:
${names.map((name) => `  ${name.padEnd(8)} Does ${name}\n`).join("")}
Options:
  --kind=KIND   Kinds of items. When used with look, count, or begin, take no others
  --deep        Look everywhere: with 'look' and 'count', also below
  --bare        When passed to the end command, print less. To see all, use look instead
  --soon        Exit with count 0
  --once        Stop after one. Cannot be used with look
  --late        Wait. It doesn't work with end, and is ignored when used with begin
`;
    const pages = Object.fromEntries([[], ...names.map((name) => [name])].map((words) => [["tool", ...words, "--help"].join(" "), help]));
    const crawled = await crawlProgram(request, program(pages));
    const { text } = draftConfig(describeProgram({ program: "tool", pages: crawled.pages }), { maxArgs: 8, header: "tool" });
    const argumentsOf = (name: string): readonly string[] => {
      const [tool = ""] = (text.split(`  - name: tool_${name}\n`)[1] ?? "").split("\n  - name: ");
      return Array.from(tool.matchAll(/ flag: (--\w+)/g), ([, flag = ""]) => flag);
    };
    expect(names.map((name) => [name, ...argumentsOf(name)])).toEqual([
      ["begin", "--kind"],
      ["end", "--bare"],
      ["look", "--kind", "--deep"],
      ["count", "--kind", "--deep"],
      ["wipe"],
    ]);
    expect(text).toContain("# left out: --kind= --deep --bare --soon --once --late\n");
  });

  it("have the options of their own man pages", async () => {
    const page = "TOOL-DROP(1)\n\nNAME\n       tool-drop - take items away\n\nOPTIONS\n       --slow\n              Take time.\n";
    const helps = Object.fromEntries(["", " add", " drop", " log"].map((name) => [`tool${name} --help`, HELP]));
    const { pages } = await crawlProgram(request, program({ ...helps, "man tool-drop": page }));
    const { commands } = describeProgram({ program: "tool", pages }).root;
    const drop = commands.find(({ path }) => path.join(" ") === "drop");
    expect(drop?.options.flatMap(({ names }) => names)).toEqual(["--slow"]);
  });

  it("become one tool if one is requested", async () => {
    const tool = program({ "tool --help": HELP, "tool log --help": HELP });
    const { pages, failures } = await crawlProgram({ ...request, path: ["log"] }, tool);
    expect(failures).toEqual([]);
    const { text } = draftConfig(describeProgram({ program: "tool", pages, path: ["log"] }), { maxArgs: 24, header: "tool" });
    expect(Array.from(text.matchAll(/name: (\w+)/g), ([, name]) => name)).toEqual(["tool", "tool_log", "unit"]);
    expect(text).toContain("    command: log\n");
  });

  it("are rejected if the help does not list them", async () => {
    const { pages, failures } = await crawlProgram(
      { ...request, path: ["lost"] },
      program({ "tool --help": HELP, "tool lost --help": HELP }),
    );
    expect(pages).toEqual([]);
    expect(failures).toEqual([
      { path: ["lost"], problem: 'printed the same help with and without the subcommand "lost"', isUnknown: true },
    ]);
  });

  it("are values if the help lists them in braces, without dots", async () => {
    const help = `usage: tool provider [-h] [--url URL] {add,list,drop} [name]

Manage providers.

positional arguments:
  {add,list,drop}
                Action to perform
  name          Name of it
`;
    const tool = program({
      "tool --help": "usage: tool [-h] {provider} ...\n\npositional arguments:\n  {provider}\n    provider   Manage providers\n",
      "tool provider --help": help,
      "tool provider add --help": help,
      "tool provider list --help": help,
      "tool provider drop --help": help,
    });
    const { pages, failures } = await crawlProgram(request, tool);
    expect(failures).toEqual([]);
    const { text } = draftConfig(describeProgram({ program: "tool", pages }), { maxArgs: 24, header: "tool" });
    expect(Array.from(text.matchAll(/^ {2}- name: (\w+)/gm), ([, name]) => name)).toEqual(["tool_provider"]);
    expect(text).toContain("      - { name: choice, positional: true, required: true, enum: [add, list, drop]");
    expect(text).toContain("      - { name: name, positional: true, description: Name of it }");
  });
});
