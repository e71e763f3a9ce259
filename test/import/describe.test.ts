import { describe, expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";

describe("describeProgram", () => {
  it.each([
    ["seek - find words in files", "find words in files"],
    ["seek", "Options are read in any order."],
    ["seek - find words in files\n       unseek - hide words again", "find words in files"],
    ["seek - seek, unseek, seekcat - find words in files", "find words in files"],
  ])("describes a program by the NAME line %j of its man page if that says anything", (name, expected) => {
    const help = { from: "help", label: "seek --help", path: [], text: "Usage: seek WORD\n\nOptions are read in any order.\n" } as const;
    const man = { from: "man", label: "seek(1)", path: [], text: `SEEK(1)\n\nNAME\n       ${name}\n` } as const;
    expect(describeProgram({ program: "seek", pages: [help, man] }).root.summary?.value).toBe(expected);
  });
});

describe("describeProgram with pages of one command", () => {
  const help = { from: "help", label: "seek --help", path: [], text: "Usage: seek <command> FILE\n" } as const;

  it("repeats a positional that the man page shows with an ellipsis", () => {
    const man = { from: "man", label: "seek(1)", path: [], text: "SYNOPSIS\n       seek [OPTIONS] FILE...\n" } as const;
    const { positionals } = describeProgram({ program: "seek", pages: [help, man] }).root;
    expect(positionals.map(({ name, repeat }) => [name, repeat])).toEqual([
      ["command", false],
      ["file", true],
    ]);
  });

  it("has no positional for a subcommand if it has subcommands", () => {
    const child = { from: "help", label: "seek all --help", path: ["all"], text: "Usage: seek all\n" } as const;
    const { positionals } = describeProgram({ program: "seek", pages: [help, child] }).root;
    expect(positionals.map(({ name }) => name)).toEqual(["file"]);
  });

  it("gives subcommands that share a page the options of their lines", () => {
    const text =
      "Usage: seek COMMAND\n\nCommand syntax:\n  add [-q] [-n name] FILE\n  drop FILE\n\nOptions:\n  -q       Quiet\n  -n NAME  Name\n  -z       Zap\n";
    const pages = [{ from: "help", label: "seek --help", path: [], text, sharedBy: ["add", "drop"] }] as const;
    const { commands } = describeProgram({ program: "seek", pages }).root;
    const flags = commands.map(({ path, options }) => [path.join(" "), ...options.flatMap(({ names }) => names)]);
    expect(flags).toEqual([
      ["add", "-q", "-n"],
      ["drop", "-q", "-n", "-z"],
    ]);
  });

  it("takes the longer of two lists of values", () => {
    const toPage = (from: "help" | "man", values: string) =>
      ({ from, label: from, path: [], text: `Usage: seek\n\nOptions:\n  --by=${values}   Sort\n` }) as const;
    const valuesOf = (helpValues: string, manValues: string): readonly string[] | undefined =>
      describeProgram({ program: "seek", pages: [toPage("help", helpValues), toPage("man", manValues)] }).root.options[0]?.values?.value
        .words;
    expect(valuesOf("near|far", "any|near|far")).toEqual(["any", "near", "far"]);
    expect(valuesOf("near|far", "near|out")).toEqual(["near", "far"]);
  });
});
