/** Tests the sections that describe positional values, in the layouts of several libraries. */
import { expect, it } from "vitest";
import { readPage } from "../../generator/import/read/read-page.ts";

function positionals(text: string): readonly (readonly [name: string, description: string | undefined, values?: readonly string[]])[] {
  const page = readPage("tool", { from: "help", label: "tool --help", path: [], text });
  return page.positionals.map(({ name, description, values }) => (values ? [name, description, values] : [name, description]));
}

it.each<[library: string, text: string, want: ReturnType<typeof positionals>]>([
  [
    "argparse with names in capitals on lines of their own",
    "usage:\n    tool [METHOD] URL\n\nPositional arguments:\n\n  These come after the options.\n\n  METHOD\n      The method.\n\n  URL\n      The address.\n\nOUTPUT OPTIONS\n  --long   Long\n",
    [
      ["method", "The method."],
      ["url", "The address."],
    ],
  ],
  [
    "argparse, whose usage shows plain words",
    `usage: tool [-h] [--force] service version

Roll out a service.

positional arguments:
  service
  version     the version to roll out,
              or "latest"

options:
  -h, --help  show this help
  --force     ignore problems
`,
    [
      ["service", undefined],
      ["version", 'the version to roll out, or "latest"'],
    ],
  ],
  [
    "clap, with descriptions below the names",
    `Usage: tool [OPTIONS] <INPUT> [OUTPUT]...

Arguments:
  <INPUT>
          The file to convert

          Must be an image.

  [OUTPUT]...
          Where to write, one file for each format [default: .]

Options:
  -q, --quiet  Print nothing
`,
    [
      ["input", "The file to convert"],
      ["output", "Where to write, one file for each format"],
    ],
  ],
  [
    "clap, with a closed list",
    "Usage: tool <SHELL>\n\nArguments:\n  <SHELL>  Whose script to print [possible values: bash, fish, zsh]\n",
    [["shell", "Whose script to print", ["bash", "fish", "zsh"]]],
  ],
  [
    "commander",
    "Usage: tool [options] <source>\n\nArguments:\n  source      the directory to copy\n\nOptions:\n  -h, --help  show help\n",
    [["source", "the directory to copy"]],
  ],
  [
    "yargs",
    "tool <port>\n\nPositionals:\n  port  the port to listen on  [number]\n\nOptions:\n  --help  Show help\n",
    [["port", "the port to listen on"]],
  ],
  [
    "Swift, with a capital heading and a marked name",
    "USAGE: tool [--all] <name>\n\nARGUMENTS:\n  <name>    The name to greet.\n\nOPTIONS:\n  --all     Greet all.\n",
    [["name", "The name to greet."]],
  ],
  [
    "a man page, among the options",
    `SYNOPSIS
       tool [-n] [<pathspec>...] [--] [<path>...]

OPTIONS
       <pathspec>...
           Files to add. A long text ends after a sentence, and not after an abbreviation (e.g. this one), even if the
           abbreviation is the last period within the limit: these words only make the sentence longer, and then some
           more words make it longer still, until it has more letters than the limit allows. So this is the end of the
           text, although a remark follows (e.g. the present one, which goes on for a while and is therefore cut off).

       -n, --dry-run
           Add nothing.

       [--] <path>...
           Other files.
`,
    [
      ["pathspec", expect.stringMatching(/^Files to add\. .* letters than the limit allows\.$/)],
      ["path", "Other files."],
    ],
  ],
  [
    "a remark that describes nothing",
    "Usage: tool [FILE]...\n\nArguments:\n  [FILE]...  [default: .]\n\nOptions:\n  -a  All\n",
    [["file", undefined]],
  ],
])("reads the values of %s", (_library, text, want) => {
  expect(positionals(text)).toEqual(want);
});

it("reads a plain word that no section describes as a subcommand", () => {
  expect(positionals("usage: tool [-h] service\n\noptions:\n  -h, --help  show help\n")).toEqual([]);
});

it("reads no sentence and no option of such a section as a value", () => {
  const text = `Usage: tool check

Arguments:
  All of these are optional
  check the files first
  -v, --verbose  more output
`;
  expect(positionals(text)).toEqual([]);
});

it("ends the section at the next heading", () => {
  const text = "Usage: tool status file\n\nArguments:\n  file  the file\n\nStates:\n  status  a state\n";
  expect(positionals(text)).toEqual([]);
});

it.each([
  ["without values in the usage", "Usage: tool [OPTIONS]\n\nPositional arguments:\n  src   Files to add\n", [["src", "Files to add"]]],
  [
    "after an option with its value",
    "usage: tool [-h] -n NAME ...\n\npositional arguments:\n  command   Command to run\n",
    [["command", "Command to run"]],
  ],
  ["instead of a placeholder for all", "Usage: tool [ARGS...]\n\nArguments:\n  SRC  Files to add\n", [["src", "Files to add"]]],
  ["with dots before the name", "tool\n\nARGUMENTS:\n  [...src] - Files to add\n\nOPTIONS:\n  --all - All\n", [["src", "Files to add"]]],
  [
    "with types of CLI11",
    "Usage: tool [OPTIONS] name url\n\nPositionals:\n  name TEXT REQUIRED    Name of it\n  url TEXT REQUIRED     Address\n",
    [
      ["name", "Name of it"],
      ["url", "Address"],
    ],
  ],
])("reads the values of a section %s", (_what, text, values) => {
  expect(positionals(text)).toEqual(values);
});

it("reads alternatives with common words as the values of a choice", () => {
  const { positionals: found } = readPage("tool", {
    from: "help",
    label: "",
    path: [],
    text: "Usage: tool [flags] [list|add|remove] [ID]\n",
  });
  expect(found.map(({ name, values }) => [name, values])).toEqual([
    ["choice", ["list", "add", "remove"]],
    ["id", undefined],
  ]);
});

/** A page of argparse whose usage ends with `words`, and which has a section with `rows`. */
const argparse = (words: string, title: string, rows: string): string =>
  `usage: tool [-h] [--id ID] [--all] ${words}\n\n${title}:\n${rows}\noptions:\n  -h, --help  show this help message and exit\n  --all       All\n`;

it.each<[what: string, text: string, want: ReturnType<typeof positionals>]>([
  ["in a group with a title", argparse("place", "where", "  place       The place\n"), [["place", undefined]]],
  ["with a space in its name", argparse("my file", "positional arguments", "  my file     The file\n"), [["my_file", "The file"]]],
  [
    "that is a list of choices",
    argparse("[{low,high} ...]", "positional arguments", "  {low,high}\n"),
    [["choice", undefined, ["low", "high"]]],
  ],
  [
    "that the dots of the usage stand for",
    argparse("app ...", "positional arguments", "  app         The app\n  rest        Its arguments\n"),
    [
      ["app", "The app"],
      ["rest", "Its arguments"],
    ],
  ],
  [
    "next to a remark in brackets",
    argparse("[more options; see below] [item ...]", "positional arguments", "  item        One\n"),
    [["item", "One"]],
  ],
])("reads a value of argparse %s", (_what, text, want) => {
  expect(positionals(text)).toEqual(want);
});

it("reads the commands of argparse below a placeholder of any name", () => {
  const text = argparse(
    "action ...",
    "positional arguments",
    "  action      What to do, in\n              one word\n    add       Add\n    drop      Drop\n",
  );
  const page = readPage("tool", { from: "help", label: "tool --help", path: [], text });
  expect(page.commands.map(({ name }) => name)).toEqual(["add", "drop"]);
});

it("reads the optional part of a name, and dots of one character", () => {
  expect(positionals("Usage: tool [CRATE[@VER]]...\n\nArguments:\n  [CRATE[@VER]]\u2026  The crates\n")).toEqual([["crate", "The crates"]]);
});

it("reads an optional choice of click, which is in two brackets", () => {
  expect(positionals("Usage: tool [OPTIONS] NAME [[low|high]]\n")).toEqual([
    ["name", undefined],
    ["choice", undefined, ["low", "high"]],
  ]);
});
