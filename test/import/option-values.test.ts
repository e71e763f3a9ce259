import { describe, expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { readPage } from "../../generator/import/read/read-page.ts";
import { readOptions } from "./read-options.ts";

describe("the value of an option", () => {
  it.each([
    ["choices in brackets after the equals sign", "  -mcheck=[none|all]   Check it\n", ["-mcheck= Check it"]],
    ["a word in capitals that explains a letter elsewhere", "  -r|--revision VERSION   Which one\n", ["-r --revision= Which one"]],
    ["a word that explains a letter elsewhere", "  --os-version version   Which system\n", ["--os-version= Which system"]],
    ["a path", "  --names /etc/hosts   Names of hosts\n", ["--names= Names of hosts"]],
    ["brackets with an equals sign after a space", "  --sort [={up,down}]   Sort it\n", ["--sort[=] Sort it"]],
    ["brackets in brackets after a space", "  --as [user[:password]]   Log in\n", ["--as[=] Log in"]],
    ["a file or a dash", "  -w <file>|-   Write it\n", ["-w= Write it"]],
    ["alternatives that are underlined", "  -F \u2039host\u203A | \u2039[host]:port\u203A\n       Find it\n", ["-F= Find it"]],
    [
      "further values that can be omitted",
      "  --add-key \u2039id\u203A [\u2039kind\u203A [\u2039use\u203A]]\n       Add it\n",
      ["--add-key= Add it"],
    ],
    ["choices that start with a default", "  --output [default|json]   Format\n", ["--output= Format"]],
    ["a sign with units in a column", "  --bytes     #[KMG]    Number of bytes\n", ["--bytes= Number of bytes"]],
    ["a value that another spelling omits", "  -c, --check, --check=first   Check it\n", ["-c --check[=] Check it"]],
    ["a value after a space and a sign", "  --preset <name>, --preset=<name>   Use it\n", ["--preset= Use it"]],
    ["choices in round brackets", "  -k (on|off)   Switch it\n", ["-k= Switch it"]],
    ["choices before a single space", "  -O raw|text[0-9] kind of output\n", ["-O= kind of output"]],
    ["a word after a sign in brackets", "  --samples [^]LIST    Names\n  -p [+][+]<port>   Port\n", ["--samples= Names", "-p= Port"]],
    ["letters, each in brackets", "  -L[A][H]   = List them\n  -a   Other\n", ["-L[=] List them", "-a Other"]],
    ["an equals sign after brackets", "  --list [<file>]= List them\n", ["--list[=] List them"]],
  ])("can be %s", (_what, text, options) => {
    expect(readOptions(text)).toEqual(options);
  });

  it.each([
    ["the meaning of a letter", "  -v version\n  -q quiet\n", ["-v version", "-q quiet"]],
    ["text after a border of columns", "  --no-error= Ignore errors\n", ["--no-error Ignore errors"]],
    ["a word of a sentence in capitals", "  -a AND the selections\n", ["-a AND the selections"]],
  ])("is not %s", (_what, text, options) => {
    expect(readOptions(text)).toEqual(options);
  });

  it.each([
    ["Comma separated package list to ignore", "--ignores="],
    ["A space-separated list of names", "--ignores="],
    ["Path to the file of rules", "--ignores="],
    ["A config file to be parsed", "--ignores="],
    ["Comma separated glob:parser pair list", "--ignores="],
    ["Comma separated patterns describing files", "--ignores="],
    ["Comma separated values for spreadsheets", "--ignores"],
    ["The maximum number of jobs", "--ignores="],
    ["Optional paths to the rules", "--ignores="],
    ["File extension(s) to load", "--ignores="],
    ["Specify the reporter", "--ignores="],
    ["Retry failed tests this many times", "--ignores="],
    ["Timeout of each test (in milliseconds)", "--ignores="],
    ["Time to wait, in seconds", "--ignores="],
    ["Show the duration in seconds (0 if unavailable)", "--ignores"],
    ["Specify whether names are read", "--ignores"],
    ["Skip packages, e.g. --ignores=one,two", "--ignores="],
    ["Path lookups are case-sensitive", "--ignores"],
    ["List the names of rules", "--ignores"],
    ["Same as --ignores=true", "--ignores"],
  ])("is in the text, if the help shows no values: %s", (text, option) => {
    expect(readOptions(`  --ignores   ${text}\n  --json   Print JSON  [boolean]\n`)[0]).toBe(`${option} ${text}`);
  });

  it.each([
    ["Comma separated list of names", "--ignores="],
    ["Number of lines", "--ignores"],
  ])("is in the text of a list only, if the help shows values: %s", (text, option) => {
    expect(readOptions(`  --ignores     ${text}\n  --file FILE   Read it\n`)[0]).toBe(`${option} ${text}`);
  });

  it("has no closed list if it consists of several parts", () => {
    const text = "  -march=CPU[+EXTENSION...]   Target. The value is one of one, two or three\n";
    expect(readPage("tool", { from: "help", label: "", path: [], text }).options[0]?.values).toBeUndefined();
  });
});

it("leaves out an option whose words end at dashes, and says so", () => {
  const text =
    "Usage: tool [options] FILE\n\n--pages file [range] --\n\nOptions:\n  --pages=FILE  Begin pages\n  --near=N      The option near to --pages ... --\n";
  const description = describeProgram({ program: "tool", pages: [{ from: "help", label: "", path: [], text }] });
  const draft = draftConfig(description, { maxArgs: 8, header: "" });
  expect(draft.text).toContain("# takes words up to --: --pages=");
  expect(draft.tools.flatMap(({ args }) => args.map(({ name }) => name))).toEqual(["near"]);
});

it.each(["Python code to convert each item", "JavaScript expression that returns the key"])(
  "leaves out an option whose value is code: %s",
  (sentence) => {
    const text = `Usage: tool [options]\n\nOptions:\n  --convert TEXT  ${sentence}\n  --format TEXT   Format of Python code\n`;
    const description = describeProgram({ program: "tool", pages: [{ from: "help", label: "", path: [], text }] });
    const { tools, text: draft } = draftConfig(description, { maxArgs: 8, header: "" });
    expect(draft).toContain("# can run a program: --convert=");
    expect(tools.flatMap(({ args }) => args.map(({ name }) => name))).toEqual(["format"]);
  },
);
