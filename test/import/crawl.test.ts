import { describe, expect, it } from "vitest";
import type { Interviewer } from "../../generator/import/crawl/command-pages.ts";
import { crawlProgram } from "../../generator/import/crawl/crawl.ts";
import { readPage } from "../../generator/import/read/read-page.ts";
import { answeringProgram as program, request, ROOT } from "./answering-program.ts";

describe("crawlProgram", () => {
  it("reads the help of every listed subcommand, man pages and the version", async () => {
    const tool = program({
      "tool --help": ROOT,
      "tool add --help": "Usage: tool add [OPTIONS]\n\n  --force   Do it\n",
      "tool drop -h": "Usage: tool drop\n\n  --all   Drop all\n",
      "tool lost --help": ROOT,
      "man tool-add": "NAME\n       tool-add - add\n\nOPTIONS\n       --deep\n              Go deep.\n",
      "tool --version": "tool version 2.41.0\n",
    });
    const { pages, version, failures } = await crawlProgram(request, tool);
    expect(pages.map(({ label, path }) => `${label}: ${path.join(" ")}`)).toEqual([
      "tool --help: ",
      "tool add --help: add",
      "tool drop -h: drop",
      "tool-add: add",
    ]);
    expect(version).toBe("2.41.0");
    expect(failures).toEqual([{ path: ["lost"], problem: "printed the same help as another command" }]);
  });

  it("reads a listed version that has a help, and misses no other one", async () => {
    const list = (name: string): string => `Usage: ${name} COMMAND\n\nCommands:\n  add       Add\n  version   Show the version\n`;
    const usage = "Usage: tool version\n\n  --short   Only the number\n";
    const answers = { "tool --help": list("tool"), "tool add --help": "Usage: tool add\n", "tool version --help": usage };
    const { pages } = await crawlProgram(request, program(answers));
    expect(pages.map(({ path }) => path.join(" "))).toEqual(["", "add", "version"]);
    const lacking = await crawlProgram(request, program({ ...answers, "tool version --help": list("tool") }));
    expect([lacking.pages.map(({ path }) => path.join(" ")), lacking.failures]).toEqual([["", "add"], []]);
  });

  it("does not read the list of a command again below its subcommands", async () => {
    const list = "Usage: tool COMMAND\n\nCommands:\n  add    Add\n  drop   Drop\n  list   List\n";
    const tool = program({
      "tool --help": `${list}\nOptions:\n  --all   All\n`,
      "tool add --help": `unknown type: add\n${list}`,
      "tool drop --help": `unknown type: drop\n${list}`,
      "tool list --help": "Usage: tool list\n\nCommands:\n  list   List lists\n",
    });
    const { pages } = await crawlProgram(request, tool);
    expect(pages.map(({ path, sharedBy }) => [path, sharedBy])).toEqual([
      [[], ["add", "drop"]],
      [["list"], undefined],
    ]);
  });

  it("shares the list of a command with its requested subcommand", async () => {
    const list = "Usage: tool COMMAND\n\nCommands:\n  add    Add\n  drop   Drop\n";
    const tool = program({ "tool --help": `${list}  list   List\n`, "tool add --help": list });
    const { pages } = await crawlProgram({ ...request, path: ["add"] }, tool);
    expect(pages.map(({ path, sharedBy }) => [path, sharedBy])).toEqual([[[], ["add"]]]);
  });

  it("reads the subcommands below a heading that is a sentence", async () => {
    const tool = program({
      "tool --help": " usage: tool [OPTIONS] COMMAND\n\n The most commonly used tool commands are:\n   add   Add one\n",
      "tool add --help": "Usage: tool add\n\n  --a   A\n",
    });
    const { pages } = await crawlProgram(request, tool);
    expect(pages.map(({ path }) => path)).toEqual([[], ["add"]]);
  });

  it("requests the help of a grammar's objects only with the word help", async () => {
    const tool = program({
      "tool --help": "Usage: tool [ OPTIONS ] OBJECT { COMMAND | help }\nwhere  OBJECT := { link | rule }\n",
      "tool link help": "Usage: tool link { up | down } NAME\n",
    });
    const { pages } = await crawlProgram(request, tool);
    expect(pages.map(({ label }) => label)).toEqual(["tool --help", "tool link help"]);
    expect(tool.asked.filter((words) => /link|rule/.test(words))).toEqual(["tool link help", "tool rule help"]);
  });

  it("requests the help of a given object of a grammar with the word help", async () => {
    const help = "Usage: tool [ OPTIONS ] OBJECT { COMMAND | help }\nwhere  OBJECT := { link | rule }\n";
    const link = "Usage: tool link { up | down } NAME\n";
    const tool = program({ "tool --help": help, "tool link --help": help, "tool link help": link });
    const { pages } = await crawlProgram({ ...request, path: ["link"] }, tool);
    expect(pages.map(({ label }) => label)).toEqual(["tool link help"]);
  });

  it("reads all topics of a program that lists them", async () => {
    const topics =
      'Run "tool --help=topic" for a topic.\nRun "tool --help=all" for all.\n\nTopics:\n  general: general options\n  usage: basic use\n';
    const tool = program({ "tool --help": topics, "tool --help=all": `${topics}\n== general ==\n\nRelated options:\n  --deep: go deep\n` });
    const { pages, failures } = await crawlProgram(request, tool);
    expect([pages.map(({ label }) => label), failures]).toEqual([["tool --help=all"], []]);
    const asked = program({ "tool --help": ROOT });
    await crawlProgram(request, asked);
    expect(asked.asked).not.toContain("tool --help=all");
  });

  it("requests the help of all commands with the word help if a usage shows that", async () => {
    const usage = "usage: tool [options] <command>\nTo see help, run:\n\n  tool help\n  tool <command> help\n";
    const list = (name: string): string => `NAME\n       ${name}\n\nAVAILABLE COMMANDS\n       o add\n\n       o drop\n`;
    const page = (name: string): string => `NAME\n       ${name}\n\nOPTIONS\n       --all (boolean)\n\n       Take all.\n`;
    const tool = program({
      "tool --help": usage,
      "tool help": list("tool"),
      "tool add help": list("tool add").replace("o add", "o one"),
      "tool add one help": page("one"),
      "tool add drop help": page("two"),
      "tool drop help": page("drop"),
    });
    const { pages } = await crawlProgram(request, tool);
    expect(pages.map(({ label }) => label)).toEqual([
      "tool help",
      "tool add help",
      "tool drop help",
      "tool add one help",
      "tool add drop help",
    ]);
  });

  it("assigns a help that two commands print to the command that it names", async () => {
    const rule = "Usage: tool rule { up | down } NAME\n";
    const tool = program({
      "tool --help": "Usage: tool OBJECT { COMMAND | help }\nOBJECT := { mrule | rule }\n",
      "tool mrule help": rule,
      "tool rule help": rule,
    });
    const { pages, failures } = await crawlProgram(request, tool);
    expect(pages.map(({ path }) => path.join(" "))).toEqual(["", "rule"]);
    expect(failures.map(({ path }) => path.join(" "))).toEqual(["mrule"]);
  });

  it("stops at the limit of pages and counts the commands it skips", async () => {
    const tool = program({ "tool --help": ROOT, "tool add --help": "Usage: tool add\n\n  --a   A\n" });
    const { pages, skipped } = await crawlProgram({ ...request, maxPages: 2 }, tool);
    expect(pages.map(({ path }) => path.join(" "))).toEqual(["", "add"]);
    expect(skipped).toBe(2);
  });

  it("reads the longer help that a usage names", async () => {
    const tool = program({
      "tool -h": "USAGE\n  tool [-h] [-help] [-in name]\n\nUse '-help' to print descriptions\n",
      "tool -help": "USAGE\n  tool [-h] [-help] [-in name]\n\nOPTIONS\n  -in <Name>\n    Input\n",
    });
    const { pages } = await crawlProgram(request, tool);
    expect(pages.map(({ label }) => label)).toEqual(["tool -help"]);
    const short = program({ "tool -h": "usage: tool [-h] [-help] [-in name]\n" });
    expect((await crawlProgram(request, short)).pages.map(({ label }) => label)).toEqual(["tool -h"]);
  });

  it("does not read an address with a port as the version", async () => {
    const tool = program({ "tool --help": ROOT, "tool --version": "no answer from 10.1.2.3#53\n", "tool version": "tool 9.18.1\n" });
    expect((await crawlProgram(request, tool)).version).toBe("9.18.1");
  });

  it("does not start a program again that exceeded the time limit", async () => {
    const asked: string[] = [];
    const hangs: Interviewer = {
      ask: async (words) => {
        asked.push(words.join(" "));
        return { kind: "failed", problem: "did not finish within 10 s" };
      },
      manuals: async () => [],
    };
    const { pages, failures } = await crawlProgram(request, hangs);
    expect([pages, failures, asked]).toEqual([[], [{ path: [], problem: "did not finish within 10 s" }], ["tool --help"]]);
  });

  it("quotes the first line of a program that prints no help", async () => {
    const tool = program({ "tool --help": '\n\u001B[31merror:\u001B[0m no "home" here\nmore\n' });
    const { failures } = await crawlProgram(request, tool);
    expect(failures).toEqual([{ path: [], problem: 'printed no help that can be read: "error: no \\"home\\" here"' }]);
  });

  it.each([
    [
      "node:internal/modules/package:12\n  throw error;\n\nError [ERR_NO_MODULE]: Cannot find package 'left'\n",
      "Error [ERR_NO_MODULE]: Cannot find package 'left'",
    ],
    [
      "Traceback (most recent call last):\n  File \"tool\", line 1\nModuleNotFoundError: No module named 'left'\n",
      "ModuleNotFoundError: No module named 'left'",
    ],
    ["Traceback (most recent call last):\n  nothing\n", "Traceback (most recent call last):"],
  ])("quotes the message of an exception: %j", async (text, message) => {
    const { failures } = await crawlProgram(request, program({ "tool --help": text }));
    expect(failures).toEqual([{ path: [], problem: `printed no help that can be read: ${JSON.stringify(message)}` }]);
  });

  it.each([
    `unknown command "lost" for "tool"\n\n${ROOT}`,
    "tool: 'lost' is not a tool command. See 'tool --help'.\n",
    'Object "lost" is unknown, try "tool help".\n',
    "tool lost: unknown command\nRun 'tool help' for usage.\n",
    "lost: applet not found\n",
    "error: unrecognized subcommand 'lost'\n\nUsage: tool [OPTIONS]\n",
    "usage: tool [-h] [--all] <command> ...\ntool: error: argument <command>: invalid choice: 'lost' (choose from 'add')\n",
  ])("reports a subcommand that the program does not know: %j", async (text) => {
    const { pages, failures } = await crawlProgram({ ...request, path: ["lost"] }, program({ "tool lost --help": text }));
    expect(pages).toEqual([]);
    expect(failures).toEqual([{ path: ["lost"], problem: 'has no subcommand "lost"', isUnknown: true }]);
  });

  it("reads the help topic of a group that takes the option for help as a subcommand", async () => {
    const text = "tool mod: unknown command\nRun 'tool help mod' for usage.\n";
    const tool = program({ "tool mod --help": text, "tool help mod": "Usage: tool mod <command>\n\n  --a   A\n" });
    const { pages } = await crawlProgram({ ...request, path: ["mod"] }, tool);
    expect(pages.map(({ path }) => path)).toEqual([["mod"]]);
  });

  it("does not draft a value from the usage that refuses the option for help", async () => {
    const root = "Usage: tool [domain]\n\nOptions:\n  -a   All\n";
    const answers = {
      "tool --help": root,
      "tool example --help": "Invalid option: --help\nUsage: tool [domain] [type]\n",
      "tool example -h": root,
    };
    const { pages, failures } = await crawlProgram({ ...request, path: ["example"] }, program(answers));
    expect([pages, failures.map(({ isUnknown }) => isUnknown)]).toEqual([[], [true]]);
    const own = { "tool --help": root, "tool add --help": "unknown option --help\nUsage: tool add [-a] <file>\n" };
    expect((await crawlProgram({ ...request, path: ["add"] }, program(own))).pages).toHaveLength(1);
  });

  it("does not read a summary with the word unknown as an unknown subcommand", async () => {
    const text = "Find who is unknown\n\nUsage: tool who [--all]\n\n  --all   All\n";
    const { failures } = await crawlProgram({ ...request, path: ["list"] }, program({ "tool list --help": text }));
    expect(failures).toEqual([]);
  });

  it("reads only below a given subcommand", async () => {
    const tool = program({ "tool add --help": "Usage: tool add\n\n  --a   A\n" });
    const { pages, started } = await crawlProgram({ ...request, path: ["add"] }, tool);
    expect(pages.map(({ path }) => path)).toEqual([["add"]]);
    expect(new Set(tool.asked).size).toBe(tool.asked.length);
    expect(started).toBe(tool.asked.length);
  });
});

describe("summaries of subcommands", () => {
  it("do not start with a dash", () => {
    const text = "Usage: tool command\n\nCommands:\n  add          - add a file\n  drop         - drop a file\n";
    const { commands } = readPage("tool", { from: "help", label: "", path: [], text });
    expect(commands.map(({ summary }) => summary?.value)).toEqual(["add a file", "drop a file"]);
  });
});
