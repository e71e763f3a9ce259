import { expect, it } from "vitest";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";

/** Reports whether the program of a text, with a subcommand `add`, is a group. */
function isGroup(text: string): boolean {
  const pages = [
    { from: "help", label: "tool --help", path: [], text },
    { from: "help", label: "tool add --help", path: ["add"], text: "Usage: tool add FILE\n" },
  ] as const;
  return describeProgram({ program: "tool", pages }).root.isGroup === true;
}

const COMMANDS = "\n\nCommands:\n  add   Add one\n";

it.each([
  ["cobra", `Usage:\n  tool [command]${COMMANDS}\nFlags:\n      --config string   Config\n`],
  ["commander", `Usage: tool [options] [command]\n\nOptions:\n  -V, --version   Print it${COMMANDS}`],
  ["picocli", `Usage: tool [-hV] [COMMAND]\n  -h, --help   Print help${COMMANDS}`],
  ["JCommander", `Usage: tool [options] [command] [command options]\n  Options:\n    --level\n      Level\n      Default: 1${COMMANDS}`],
  ["CLI11", `Usage: tool [OPTIONS] SUBCOMMAND\n\nOptions:\n  -h,--help   Print help\n\nSubcommands:\n  add   Add one\n`],
  ["stricli", `USAGE\n  tool add FILE\n  tool --help\n  tool --version${COMMANDS}`],
  ["docopt", `Usage:\n    tool add [options] FILE\n    tool --help\n\ntool options:\n    --all   All\n`],
  ["aptly", `Usage: tool [global options...] command subcommand [options...] arguments${COMMANDS}\nOptions:\n  -level=5: level\n`],
  ["yargs", `tool\n\nCommands:\n  tool add <file>   Add one\n\nOptions:\n  --help   Print help\n`],
])("recognizes a group in the help of %s", (_framework, text) => {
  expect(isGroup(text)).toBe(true);
});

it.each([
  ["runs without a subcommand", `Usage:\n  tool [flags]\n  tool [command]${COMMANDS}\nFlags:\n      --all   All\n`],
  ["has options of its own", `Usage: tool [options] [command]\n\nOptions:\n  --list   List them${COMMANDS}`],
  ["takes values", `Usage: tool [FILE]\n       tool <command>${COMMANDS}`],
])("does not take a command for a group that %s", (_what, text) => {
  expect(isGroup(text)).toBe(false);
});

it("drafts no tool of a click program whose usage ends with the subcommand and its arguments", () => {
  const text = "Usage: tool [OPTIONS] [COMMAND] [ARGS]...\n\nOptions:\n  --env TEXT  Name\n\nCommands:\n  add  Add\n";
  const pages = [
    { from: "help", label: "", path: [], text },
    { from: "help", label: "", path: ["add"], text: "Usage: tool add [OPTIONS]\n" },
  ] as const;
  expect(describeProgram({ program: "tool", pages }).root.isGroup).toBe(true);
});

it("drafts no tool of a command whose usage joins its subcommands with slashes", () => {
  const usage = "usage: tool disk get/set [-t <type>] <object>\n\n";
  const pages = [
    {
      from: "help",
      label: "",
      path: ["disk"],
      text: `${usage}    tool disk get [-t <type>] <object>\n        Get it\n    tool disk set <object>\n        Set it\n`,
    },
    { from: "help", label: "", path: ["disk", "get"], text: "usage: tool disk get [-t <type>] <object>\n" },
    { from: "help", label: "", path: ["disk", "set"], text: "usage: tool disk set <object>\n" },
  ] as const;
  const description = describeProgram({ program: "tool", pages });
  expect(draftConfig(description, { maxArgs: 8, header: "" }).tools.map(({ name }) => name)).toEqual(["tool_disk_get", "tool_disk_set"]);
});

/** Returns the names of the tools of a program whose command `db` has the subcommand `add`. */
function draftDb(text: string, subcommand = "Usage: tool db add FILE\n"): readonly string[] {
  const pages = [
    { from: "help", label: "", path: ["db"], text },
    { from: "help", label: "", path: ["db", "add"], text: subcommand },
  ] as const;
  return draftConfig(describeProgram({ program: "tool", pages }), { maxArgs: 8, header: "" }).tools.map(({ name }) => name);
}

it("drafts no tool of a command without a usage whose options are those of its subcommands", () => {
  const options = '\nOptions:\n  -config="": location of the file\n  -retries=10: number of attempts\n';
  const help = `tool db - manage the database${COMMANDS}`;
  expect(draftDb(`${help}${options}`, `Usage: tool db add FILE\n${options}`)).toEqual(["tool_db_add"]);
  expect(draftDb(`${help}${options}  -own=1: number of files\n`, `Usage: tool db add FILE\n${options}`)).toEqual([
    "tool_db",
    "tool_db_add",
  ]);
});

it.each([
  ["an example", `Display the state.\n\nExamples:\n  # Print all\n  tool db${COMMANDS}\nUsage:\n  tool db [flags] [options]\n`],
  ["the usage", `Enter a session.\n\nUsage:\n  tool db [flags]\n  tool db [command]${COMMANDS}`],
])("drafts a tool of a command without options if %s shows that it runs without a subcommand", (_what, text) => {
  expect(draftDb(text)).toEqual(["tool_db", "tool_db_add"]);
});

it.each([
  [
    "an example of a subcommand",
    `Display the state.\n\nExamples:\n  # Add all\n  tool db add all${COMMANDS}\nUsage:\n  tool db [flags] [options]\n`,
  ],
  ["a text about a group", `Manage the files.\n\nUsage:\n  tool db [flags]\n  tool db [command]${COMMANDS}`],
])("drafts no tool of a command without options that has only %s", (_what, text) => {
  expect(draftDb(text)).toEqual(["tool_db_add"]);
});

it("reads the usage below a line that introduces it, in a man page", () => {
  const text =
    "SYNOPSIS\n       Common command format:\n\n       tool [options...] command [arguments...]\n\n       tool has a manual.\n\nOPTIONS\n       --all  All of them\n";
  const pages = [
    { from: "man", label: "", path: [], text },
    { from: "help", label: "", path: ["add"], text: "Usage: tool add FILE\n" },
  ] as const;
  const { root } = describeProgram({ program: "tool", pages });
  expect([root.isGroup, root.usage.map(({ value }) => value)]).toEqual([true, ["tool [options...] command [arguments...]"]]);
});
