import { expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { readPage } from "../../generator/import/read/read-page.ts";
import { draftSeek } from "./draft-seek.ts";

it.each([
  ["a heading", "Commands:\n  add     Add one\n  drop    Drop one\n", ["add", "drop"]],
  ["braces", "usage: tool [-h] {add,drop} ...\n\npositional arguments:\n  {add,drop}\n    add   Add one\n", ["add", "drop"]],
  ["the name of a list", "required arguments:\n  <command>\n    add     Add one\n    drop    Drop one\n", ["add", "drop"]],
  [
    "a placeholder with a description",
    "Available Commands:\n  command   Use one\n    add     Add one\n    drop    Drop one\n",
    ["add", "drop"],
  ],
  [
    "manuals",
    "PRIMARY COMMANDS\n       tool add(1) tool-add.1.html\n              Add one\n\n       tool drop(1) tool-drop.1.html\n              Drop one\n",
    ["add", "drop"],
  ],
  [
    "braces without those that are hidden",
    "usage: tool {add,old} ...\n\n  {add,old}\n    add   Add one\n    old   ==SUPPRESS==\n",
    ["add"],
  ],
  ["a heading with a remark", "Commands (and those on PATH):\n  add (a)   Add one\n  COMMAND -h   Print help\n", ["add"]],
  ["names in brackets", "Available subcommands:\n\n[auth]\n    login\n    logout\n\n[core]\n    check\n", ["login", "logout", "check"]],
  [
    "a heading below another one and a sentence",
    "subcommands:\n  For more about each, add --help.\n\n  Available subcommands:\n                (required)\n    add         Add one\n    drop        Drop one\n",
    ["add", "drop"],
  ],
  ["bullets", "Available Commands\n\n   * add\n\n   * drop\n", ["add", "drop"]],
  ["a heading, after the words of the program", "Commands\n--------\n\ntool add:\n  Add one\ntool drop:\n  Drop one\n", ["add", "drop"]],
  ["commas", "All commands:\n\n    add, drop, list,\n    move, show\n", ["add", "drop", "list", "move", "show"]],
  [
    "headings of groups",
    "list of commands:\n\nMaking:\n\n add   Add\n\nSharing:\n\n pull  Pull\n\nFurther help topics:\n\n dates  Dates\n",
    ["add", "pull"],
  ],
  [
    "columns of names",
    "Commands are:\n\tadd     edit    move\n\tcut     join\n\tdrop    fold    paste\n",
    ["add", "edit", "move", "cut", "join", "drop", "fold", "paste"],
  ],
  [
    "placeholders without a summary in the line",
    "Commands:\n  list         List\n  call A B [C]\n               Call it\n  stop A B C\n",
    ["list", "call", "stop"],
  ],
  [
    "lines that start with the program",
    "Options:\n  -v  More\n\n  tool pool start <path>\n      Start it\n  tool pool stop <path>\n      Stop it\n  tool check\n      Check\n  tool scan\n      Scan\n",
    ["pool", "check", "scan"],
  ],
  [
    "descriptions with the program",
    "Commands:\n  Make it\n      tool mk A\n  Remove it\n      tool rm A\n  List all\n      tool ls\n",
    ["mk", "rm", "ls"],
  ],
  [
    "a list that has more than the lines with the program",
    "Commands:\n  add   Add\n  cut   Cut\n  mix   Mix\n  pop   Pop\n\n  tool add A\n      Add\n  tool cut A\n      Cut\n  tool mix\n      Mix\n",
    ["add", "cut", "mix", "pop"],
  ],
  [
    "titles of groups",
    "Builtin Commands:\n Manage some files\n  add      Add\n  drop     Drop\n\n Find some files\n  search   Search\n",
    ["add", "drop", "search"],
  ],
  [
    "titles after dashes",
    "Commands:\n  -- Files\n     add    Add\n     drop   Drop\n\n  -- Other\n     stat   Count\n",
    ["add", "drop", "stat"],
  ],
  [
    "titles in brackets",
    "The tool sub-commands include:\n\n[ Files ]\n    add    Add\n\n[ Other files ]\n    stat   Count\n",
    ["add", "stat"],
  ],
  [
    "a heading in the line of the first subcommand",
    "Usage: tool <command>\n\nCommand: add    Add\n         drop   Drop\n\n         stat   Count\n",
    ["add", "drop", "stat"],
  ],
  [
    "a list of help and headings of groups",
    "Commands:\n  help    Show help\n\nMost used:\n  add     Add\n\nQuerying it:\n  stat    Count\n\nOptions:\n  --all   All\n",
    ["add", "stat"],
  ],
  ["a heading in the column of the names", "Commands:\nadd ONE\n    Add\ndrop ONE\n    Drop\n\nOptions:\n-v   More\n", ["add", "drop"]],
  ["a sentence without an end", "COMMAND is one of:\nadd [OPTS] FILE\n  Add it\ndrop\n  Drop it\n", ["add", "drop"]],
  [
    "a usage without a heading",
    "usage: tool <command> [options]\n\tclean   -- rewrite files\n\tdraw\t-- convert files\n",
    ["clean", "draw"],
  ],
  ["a longer heading", "The available commands are as follows:\n\n  add    Add\n", ["add"]],
  ["a heading of the syntax", "Command syntax:\n  add [-q] [-f fmt] file\n  drop (-a | -b) file\n", ["add", "drop"]],
  [
    "usages with descriptions",
    "Usage:\n    tool add [-n name]\n        Add one more.\n    tool drop id\n        Drop this one.\n    tool show\n        Show the list.\n",
    ["add", "drop", "show"],
  ],
  [
    "no usages that are continued",
    "Usage:\n    tool add FILE\n        [--long]\n    tool drop FILE\n        [--short]\n    tool show\n        [--all]\n",
    [],
  ],
  [
    "no heading, but in text and examples",
    "Run it:\n  tool here\n  tool there\n  tool where\n\nExamples:\n  tool one\n    Once\n  tool two\n    Twice\n  tool three\n    Thrice\n",
    [],
  ],
  [
    "a usage in which a value precedes them",
    "Usage: tool [-a] DEVICE [COMMAND ...]\n\nCommands:\n  up     Start it\n  down   Stop it\n",
    [],
  ],
  ["a usage in which a version precedes them", "Usage: tool [+version] [OPTIONS] [COMMAND]\n\nCommands:\n  up     Start it\n", ["up"]],
  ["no heading except that of topics", "Help topics:\n  dates   Dates\n  sets    Sets\n", []],
  [
    "commands of several words, with their values",
    "Commands:\n  add <src> ... [flags]\n    Add one\n\n  remote set-url <name> <url> [flags]\n    Change it\n",
    ["add", "remote set-url"],
  ],
  [
    "commands of several words in the first column",
    "Commands:\nhelp [<command>...]\n    Show help.\n\nremote set-url [<flags>] <name>\n    Change it.\n",
    ["remote set-url"],
  ],
  [
    "commands of several words with summaries",
    "Available Commands\n    add            Add one\n    remote set-url  Change it\n",
    ["add", "remote set-url"],
  ],
  ["commands with the same first word", "Commands:\n  cache clean   Clean it\n  cache list    List it\n", ["cache clean", "cache list"]],
  ["plain words that are values", "Commands:\n  add file     Add one\n  drop name    Drop one\n", ["add", "drop"]],
  [
    "titles of a first word",
    "Available commands:\n  about        Show it\n  list         List commands\n cache\n  cache:clear  Clear it\n  cache:warm   Warm it\n queue\n  queue:work   Work\n",
    ["about", "cache:clear", "cache:warm", "queue:work"],
  ],
  [
    "titles of several words",
    "Available commands:\n  add              Add one\n\n remote\n  remote set-url   Change it\n",
    ["add", "remote set-url"],
  ],
  ["one choice in braces", "usage: tool [-h] {set-url} ...\n\npositional arguments:\n  {set-url}\n    set-url   Change it\n", ["set-url"]],
  [
    "bullets before summaries",
    "tool <subcommand>\n\nwhere <subcommand> can be one of:\n\n- add - Add one\n- drop - Drop one\n\nFor more help, try running it\n",
    ["add", "drop"],
  ],
  [
    "bullets in a box",
    "usage: tool [-h] {add,drop}\n\n\u256D\u2500 subcommands \u2500\u256E\n\u2502 (required)              \u2502\n\u2502   \u2022 add      Add one     \u2502\n\u2502   \u2022 drop     Drop one    \u2502\n\u2570\u2500\u2500\u2500\u256F\n",
    ["add", "drop"],
  ],
  [
    "a heading with a remark after a dash",
    "COMMANDS \u2014 Type 'tool help <command>' to get some help about a command\n\n    add <src>             Add one\n    remote set-url <url>  Change it\n",
    ["add", "remote set-url"],
  ],
  [
    "a heading between lines",
    "\u2501\u2501\u2501 General commands \u2501\u2501\u2501\u2501\n\n  tool add [-v] <src> ...\n    Add one\n\n  tool remote set-url <url>\n    Change it\n",
    ["add", "remote set-url"],
  ],
  ["a number sign before summaries", "Commands:\n  tool add SRC... --id=N      # Add one\n  tool help [COMMAND]   # Show help\n", ["add"]],
  [
    "one space before a summary",
    "Commands:\n  add       Adds one to the list\n  hash-password Hashes a password of yours\n",
    ["add", "hash-password"],
  ],
  [
    "one space between values and a summary",
    "Commands:\n  add ID                   Add one\n  set-entry ID KEY=VALUE... Sets one or more entries\n  mount ID PATH [PATH [OP]] Mount a path\n",
    ["add", "set-entry", "mount"],
  ],
  [
    "titles between rows that start with the program",
    "COMMANDS\n  tool docs   Open them\n\nACCOUNT\n  tool login   Log in\n\nCOMPUTE & AI\n  tool deploy [script]   Deploy it\n\nGLOBAL FLAGS\n  -c   Config\n",
    ["docs", "login", "deploy"],
  ],
  [
    "a usage in which a group precedes them, if lines start with the program",
    "usage: tool [global] <group> [<group>...] <command> [<args>]\n\nGlobal options:\n  --log   Log\n\n    tool disk add <path>\n        Add one\n    tool disk usage <path>\n        Show it\n\n    tool check [options] <path>\n        Check one\n    tool send <path> { <dir>/<name> | <dir> }\n        \n    tool usage <path>\n        Show all\n    tool sync the disks\n",
    ["disk", "check", "send", "usage"],
  ],
  [
    "a title for each usage",
    "usage: tool [--global-options] <command> [arguments]\n\n  List configs:\n\ttool list-configs\n\n    Options for 'list-configs' command:\n\t--long\tLong\n\n  Create config:\n\ttool create-config <path>\n\n  List:\n\ttool here\n\n  Show the list:\n\ttool list\n",
    ["list-configs", "create-config", "list"],
  ],
  ["a version that can be set", "Commands:\n  add       Add one\n  version   View or set the version\n", ["add", "version"]],
])("finds subcommands below %s", (_what, text, names) => {
  const { commands } = readPage("tool", { from: "help", label: "", path: [], text });
  expect(commands.map(({ name }) => name)).toEqual(names);
});

it("continues a summary that is one space after the values", () => {
  const text =
    "Commands:\n  add ID              Add one\n  mount PATH [PATH [OP]] Mount a path of the host into\n                         another one\n";
  const { commands } = readPage("tool", { from: "help", label: "", path: [], text: text.replace("add ID   ", "add ID      ") });
  expect(commands.at(-1)).toMatchObject({
    name: "mount",
    values: "PATH [PATH [OP]]",
    summary: { value: "Mount a path of the host into another one" },
  });
});

it("removes the words of the command from the rows of its page", () => {
  const text = "USAGE\n  $ tool remote COMMAND\n\nCOMMANDS\n  remote set-url  Change it\n";
  const { commands } = readPage("tool", { from: "help", label: "", path: ["remote"], text });
  expect(commands.map(({ name, summary }) => [name, summary?.value])).toEqual([["set-url", "Change it"]]);
});

it("does not read the choices of a list of commands as values", () => {
  const text = "usage: tool [-h] {add,drop}\n\nsubcommands:\n  - add - Add one\n  - drop - Drop one\n";
  expect(readPage("tool", { from: "help", label: "", path: [], text }).positionals).toEqual([]);
});

it("reads no sentence after the words `list commands` as a command", () => {
  const text =
    "Any of the options can be applied to this command.\n\nThere are several related list commands\n\n  * `ls` to list size of files only\n  * `lsd` to list directories only\n\n`ls` is made for people.\n\nNote that `ls` and `lsd` recurse by default - use `--depth 1` to stop the recursion.\n\nUsage:\n  tool ls path [flags]\n\nFlags:\n  -h, --help   help for ls\n";
  expect(readPage("tool", { from: "help", label: "", path: ["ls"], text }).commands).toEqual([]);
});

it("returns the rows of a list that it cannot read", () => {
  const text = "Commands:\n  add      Add one\n  wind up clock slowly\n  drop     Drop one\n";
  const { unread } = readPage("tool", { from: "help", label: "", path: [], text });
  expect(unread.map(({ line, value }) => [line, value])).toEqual([[3, { kind: "command", text: "wind up clock slowly" }]]);
});

it.each([
  ["an optional word that names a value", "Usage: tool [host] [options]\n       tool [port] [options]\n", []],
  ["options in brackets before them", "Usage:\ntool [<file-option>] list\ntool [<file-option>] [--editor <path>] edit\n", ["list", "edit"]],
  ["alternatives that are kinds of values", "Usage: tool [options] container|pod\n       tool show\n       tool drop\n", ["show", "drop"]],
  ["a number after a dash", "Usage:\ntool enable-2fa [all|some]\ntool disable-2fa\n", ["enable-2fa", "disable-2fa"]],
  [
    "a value before dots",
    "Usage: tool [-v] [-q kind] time ...\n       tool [-d] job [...]\n       tool show <job>\n       tool drop <job>\n",
    ["show", "drop"],
  ],
  ["optional words", "usage: tool [show] [<log>]\n   or: tool drop [<log>]\n", ["show", "drop"]],
])("finds subcommands of usage lines with %s", (_what, text, names) => {
  const { usageCommands } = readPage("tool", { from: "help", label: "", path: [], text });
  expect(usageCommands.map(({ name }) => name)).toEqual(names);
});

it.each([
  ["    drop (rm)   Drop one\n", "Drop one"],
  ["    drop (rm)\n                Drop one\n                or two\n", "Drop one or two"],
])("reads the summary of a command in braces after its other names: %j", (row, summary) => {
  const text = `usage: tool {add,drop} ...\n\npositional arguments:\n  {add,drop}\n    add         Add one\n${row}`;
  const { commands } = readPage("tool", { from: "help", label: "", path: [], text });
  expect(commands.find(({ name }) => name === "drop")?.summary?.value).toBe(summary);
});

it("drafts the values that usage lines name without brackets, and the verb of a command without a description", () => {
  const draft = draftSeek(
    "Manage teams\n\nUsage:\nseek team rm orgname username\nseek team ls orgname [<username>]\nseek team set command.option value\n",
    24,
    ["team"],
  );
  expect(draft).toContain('description: "Manage teams: remove"\n    command: team rm');
  expect(draft).toContain('description: "Manage teams: list"\n    command: team ls');
  expect(draft.match(/name: \w+, positional: true(?:, required: true)?/g)).toEqual([
    "name: orgname, positional: true, required: true",
    "name: username, positional: true, required: true",
    "name: orgname, positional: true, required: true",
    "name: username, positional: true",
    "name: command_option, positional: true, required: true",
    "name: value, positional: true, required: true",
  ]);
});

it.each([
  ["[<options>]", true],
  ["[<option>...]", true],
  ["[flags]", true],
  ["[command options]", true],
  ["[global options]", false],
  ["[--command-options]", false],
])("gives a command of a usage line with %s the options of the page: %s", (placeholder, isTaken) => {
  const text = `Usage:\n  tool add <name> ${placeholder}\n  tool drop <name>\n\nOptions:\n  --all  All of it\n`;
  const { root } = describeProgram({ program: "tool", pages: [{ from: "help", label: "tool --help", path: [], text }] });
  const options = root.commands.map(({ path, options: own }) => [path.join(" "), own.length]);
  expect(options).toEqual([
    ["add", isTaken ? 1 : 0],
    ["drop", 0],
  ]);
});

it("gives no command the options that a text limits to others", () => {
  const options =
    "Options:\n  --all   All of it, only for the drop command\n  --more  Valid for add and drop commands\n  --less  Not valid for the add command\n";
  const text = `Usage:\n  tool add [options]\n  tool drop [options]\n\n${options}`;
  const { root } = describeProgram({ program: "tool", pages: [{ from: "help", label: "tool --help", path: [], text }] });
  expect(root.commands.map(({ options: own }) => own.flatMap(({ names }) => names))).toEqual([
    ["--more", "--less"],
    ["--all", "--more", "--less"],
  ]);
});

it.each(["Known bugs", "Notes", "See also"])("reads no commands and no usages below %s:", (title) => {
  const rows = ["add", "drop", "list"].map((name) => `  tool ${name} <file>\n    Fails for it\n`).join("");
  const page = (text: string) => readPage("tool", { from: "help", label: "tool --help", path: [], text });
  expect(page(`Usage: tool <src>\n\n${title}:\n${rows}`).commands).toEqual([]);
  expect(page(`Usage: tool <src>\n\nUsed as:\n${rows}`).commands.length).toBe(3);
  const { usage } = page(`tool <src>\n\n${title}:\n  usage: tool add <file> is old\n`);
  expect(usage.map(({ value }) => value)).toEqual(["tool <src>"]);
});

it("reads the actions of a program as commands, below the sentence about their placeholder", () => {
  const rows = "\topen <device> [--type <type>] - open it\n\tclose <name> - close it\n";
  const text = `Usage: tool [OPTION...] <action> <action-specific>\n\n  -q, --quick   Do it fast\n\n<action> is one of:\n${rows}`;
  expect(readPage("tool", { from: "help", label: "", path: [], text }).commands.map(({ name }) => name)).toEqual(["open", "close"]);
});

it("reads a number sign in the name of a value as a part of it", () => {
  const text =
    "Usage: tool <command>\n\nCommands:\n  tool on <output # or name> [...]   Turn on\n  tool off <output # or name>        Turn off\n";
  const { commands } = readPage("tool", { from: "help", label: "", path: [], text });
  expect(commands.map(({ name, summary }) => [name, summary?.value])).toEqual([
    ["on", "Turn on"],
    ["off", "Turn off"],
  ]);
});

it("finds the subcommands of usages that abbreviate the command", () => {
  const text =
    "Usage: tool neigh { add | drop } [ dev DEV ]\n\n\ttool neigh { show | flush } [ proxy ]\n\ttool neigh get ADDR dev DEV\n\nDEV := NAME\n";
  const namesOf = (name: string): readonly string[] =>
    readPage("tool", { from: "help", label: "", path: [name], text }).usageCommands.map((command) => command.name);
  expect(namesOf("neighbor")).toEqual(["add", "drop", "show", "flush", "get"]);
  expect(namesOf("link")).toEqual([]);
});
