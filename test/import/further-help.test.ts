import { describe, expect, it } from "vitest";
import { type Interviewer, readHelpPage } from "../../generator/import/crawl/command-pages.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { crawlProgram } from "../../generator/import/crawl/crawl.ts";
import { answeringProgram, request, ROOT } from "./answering-program.ts";

const program = (answers: Readonly<Record<string, string>>, isConfined = true) => answeringProgram(answers, isConfined);

async function labelsOf(interviewer: Interviewer): Promise<readonly string[]> {
  const { pages } = await crawlProgram(request, interviewer);
  return pages.map(({ label }) => label);
}

describe("a program that prints its help only without words", () => {
  const answers = {
    "tool --help": "[main] unrecognized command '--help'\n",
    tool: "Usage: tool <command>\n\nCommand: add    Add one\n         drop   Drop one\n",
    "tool add --help": "add: invalid option -- '-'\n",
    "tool add": "Usage: tool add [options] FILE\n\nOptions: -n INT   Number\n",
    "tool drop --help": "Usage: tool drop\n\n  -a   All\n",
  };

  it("is started without words in a sandbox, and so are its subcommands", async () => {
    expect(await labelsOf(program(answers))).toEqual(["tool", "tool add", "tool drop --help"]);
  });

  it("is not started without words outside of a sandbox", async () => {
    const tool = program(answers, false);
    expect(await labelsOf(tool)).toEqual([]);
    expect(tool.asked).not.toContain("tool");
  });

  it("is read in the same way to verify a config", async () => {
    const tool = program(answers);
    const parent = await readHelpPage({ program: "tool", path: [] }, tool);
    const { pages } = await readHelpPage({ program: "tool", path: ["add"], parent }, tool);
    expect(pages.map(({ label }) => label)).toEqual(["tool add"]);
  });
});

it("does not start subcommands without words if the program prints its help for --help", async () => {
  const tool = program({
    "tool --help": "Usage: tool <command>\n\nCommands:\n  add    Add one\n  drop   Drop one\n",
    "tool add --help": "add: invalid option -- '-'\n",
  });
  await crawlProgram(request, tool);
  expect(tool.asked).not.toContain("tool add");
});

describe("a help that names a longer one", () => {
  const HELP = "tool add [-f]\n\noptions:\n  -f   Force\n";
  const HIDDEN = `${HELP}\n(some details hidden, use --verbose to show complete help)\n`;

  it("is replaced by the help of the named option", async () => {
    const all = `${HELP}\nglobal options:\n  --color TYPE   Colors\n`;
    expect(await labelsOf(program({ "tool --help": HIDDEN, "tool --help --verbose": all }))).toEqual(["tool --help --verbose"]);
  });

  it("does not start the program with other options that the help names", async () => {
    const tool = program({ "tool --help": `${HELP}\nuse --purge to show complete help\n` });
    expect(await labelsOf(tool)).toEqual(["tool --help"]);
    expect(tool.asked.filter((words) => words.includes("--purge"))).toEqual([]);
  });

  it("is kept if the longer help has no further options", async () => {
    expect(await labelsOf(program({ "tool --help": HIDDEN, "tool --help --verbose": HELP }))).toEqual(["tool --help"]);
  });

  it("is replaced by the list of commands that the program prints without words", async () => {
    const help = 'tool [CMD] [ARGS]\n  Runs commands. Type "tool" to list available commands.\n\nFlags:\n  --all   All\n';
    const list =
      "Usage: tool COMMAND\nCommands (and those on PATH):\n\nWriting (these change files):\n add (a)   Add\n\nReading:\n show      Show\n";
    const tool = program({ "tool --help": help, tool: list, "tool add --help": "Usage: tool add\n\n  -a   A\n" });
    expect(await labelsOf(tool)).toEqual(["tool", "tool add --help"]);
    expect(await labelsOf(program({ "tool --help": help, tool: list }, false))).toEqual(["tool --help"]);
  });

  it("is replaced by the list of commands of a framework", async () => {
    const help =
      "Usage:\n  list [options]\n\nOptions:\n  -h, --help   Display help for the given command. When no command is given display help for the list command.\n";
    const list =
      "Usage:\n  command [options]\n\nOptions:\n  -q, --quiet   Quiet\n\nAvailable commands:\n  add   Add one\n  drop  Drop one\n";
    const tool = program({ "tool --help": help, "tool list": list, "tool add --help": "Usage:\n  add [options]\n\nOptions:\n  -a   A\n" });
    expect(await labelsOf(tool)).toEqual(["tool list", "tool add --help"]);
  });
});

describe("subcommands that the help does not list", () => {
  const man = (title: string, text: string): string => `${title}    Manual    ${title}\n\n${text}`;

  it("are read from the complete list and the man page that name them, if they have a page of their own", async () => {
    const tool = program({
      "tool --help": `${ROOT}\nSee 'tool help -a' for all commands.\n`,
      "tool add --help": "Usage: tool add\n\n  --a   A\n",
      "tool help -a": [
        "Main Commands",
        "   add        Add one",
        "   sweep      Sweep",
        "   nothing    Says nothing",
        "",
        "File interfaces and formats",
        "   layout     Layout of files",
        "",
        "External commands",
        "   local.sh",
        "",
      ].join("\n"),
      "tool sweep --help": "Usage: tool sweep\n\n  --b   B\n",
      "man tool": man("TOOL(1)", "NAME\n       tool - do it\n\nSEE ALSO\n       tool-mop(1), tool-files(5)\n"),
      "tool mop --help": man("TOOL-MOP(1)", "NAME\n       tool-mop - mop\n\nOPTIONS\n       --c\n           C.\n"),
    });
    const { pages, failures } = await crawlProgram(request, tool);
    expect(pages.filter(({ from }) => from === "help").map(({ path }) => path.join(" "))).toEqual(["", "add", "sweep", "mop"]);
    // Only listed commands without help are reported.
    expect(failures.map(({ path }) => path.join(" "))).toEqual(["drop", "lost"]);
    expect(tool.asked.some((words) => /layout|local|files/.test(words))).toBe(false);
  });

  it("are read from a list of commands if the help shows none", async () => {
    const tool = program({
      "tool --help":
        "Tool.\n\n  Usage:\n    tool command [arguments...]\n\n  Further help:\n    tool help commands     list all commands\n",
      "tool help commands": "Tool commands are:\n\n    add           Add one\n    build_index   Build it\n",
      "tool add --help": "Usage: tool add [options]\n\n  Options:\n    -a, --all   All\n\n  Summary:\n    Add files to a parcel\n",
      "tool build_index --help": "Usage: tool build_index [options]\n\n  Options:\n    -q   Quiet\n",
    });
    const { pages } = await crawlProgram(request, tool);
    expect(pages.map(({ path }) => path.join(" "))).toEqual(["", "add", "build_index"]);
    const { root } = describeProgram({ program: "tool", pages });
    expect(root.commands.map(({ summary }) => summary?.value)).toEqual(["Add files to a parcel", undefined]);
  });

  it("are not asked for if the help names no complete list", async () => {
    const tool = program({ "tool --help": ROOT });
    await crawlProgram(request, tool);
    expect(tool.asked).not.toContain("tool help -a");
  });

  it.each([
    ["of another command", "MOP(1)"],
    ["about a file", "TOOL-ADD(5)"],
  ])("have no help if the program prints a man page %s", async (_what, title) => {
    const page = man(title, "NAME\n       x - y\n\nOPTIONS\n       --c\n           C.\n");
    const { pages } = await crawlProgram(request, program({ "tool --help": ROOT, "tool add --help": page }));
    expect(pages.map(({ path }) => path)).toEqual([[]]);
  });
});
