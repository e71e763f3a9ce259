import { expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";

/** Returns the summaries of the subcommands that a page shows in its usage lines. */
function summaries(text: string, from: "man" | "help" = "man"): Readonly<Record<string, string | undefined>> {
  const { root } = describeProgram({ program: "tool", pages: [{ from, label: "tool(1)", path: [], text }] });
  return Object.fromEntries(root.commands.map(({ path, summary }) => [path.join(" "), summary?.value]));
}

it("reads the sentences below the names of a section of commands", () => {
  const synopsis = "SYNOPSIS\n       tool keep [-a] [<name>]\n       tool drop <name>\n       tool other <name>\n\n";
  const commands = [
    "COMMANDS",
    "       keep [-a | --all]",
    "       [<name>]",
    "           Keep the named entry and mark it. An entry without a name",
    "           is kept too.",
    "",
    "       drop",
    "           Remove an entry.",
    "",
    "OPTIONS",
    "       other",
    "           A word of another list.",
  ];
  const want = { keep: "Keep the named entry and mark it.", drop: "Remove an entry.", other: undefined };
  expect(summaries(`${synopsis}${commands.join("\n")}\n`)).toEqual(want);
  // `git stash --help` prints its man page.
  expect(summaries(`${synopsis}${commands.join("\n")}\n`, "help")).toEqual(want);
});

it("reads the sentences below the usages of commands in other sections", () => {
  const synopsis = "SYNOPSIS\n       tool pack [-q] <file>\n       tool check <file>\n\n";
  const options = [
    "OPTIONS",
    "       pack [options] <file>",
    "           Used to pack a folder into <file>. The folder stays.",
    "",
    "       check <file>",
    "           Used to check that a file is whole.",
  ];
  expect(summaries(`${synopsis}${options.join("\n")}\n`)).toEqual({
    pack: "Pack a folder into <file>.",
    check: "Check that a file is whole.",
  });
});

it("reads the text beside or below the words of a command", () => {
  const synopsis = "SYNOPSIS\n       tool { add | del } NAME\n       tool list\n\nDESCRIPTION\n";
  const body = [
    "       tool add - insert a rule",
    "       tool delete",
    "              delete a rule",
    "              the command needs the whole definition of the rule that it deletes.",
    "       tool show - list rules",
  ];
  expect(summaries(`${synopsis}${body.join("\n")}\n`)).toEqual({ add: "insert a rule", del: "delete a rule", list: "list rules" });
});

it("reads the texts of a list in a paragraph", () => {
  const page =
    "Usage:\n  tool dir\n  tool purge\n\nDescription:\n  Manage the cache.\n\n  - dir: Show the directory.\n  - purge: Remove all.\n";
  expect(summaries(page, "help")).toEqual({ dir: "Show the directory.", purge: "Remove all." });
});

it("reads the texts of subcommands below the list of a group in the page of the program", () => {
  const man = [
    "RADIO COMMANDS",
    "       tool radio {all | wifi | on | off |",
    "       reset} [ARGUMENTS...]",
    "",
    "       Show the switches.",
    "",
    "       on, off",
    "           Turn the switches on or off.",
    "",
    "       wifi {[id] ID}",
    "           Show the switch of the network.",
    "",
    "       reset entry...",
    "           Forget the entries.",
    "",
    "       other",
    "           Not a command of the group.",
    "",
    "LINK COMMANDS",
    "       on, off",
    "           Turn the link on or off.",
  ];
  const help =
    "Usage: tool radio { COMMAND | help }\n\nCOMMAND := { all | wifi | on | off | reset | other }\n\n  all | wifi | other [ on | off ]\n\n  on\n\n  off\n\n  reset <entry>\n";
  const { root } = describeProgram({
    program: "tool",
    pages: [
      { from: "man", label: "tool(1)", path: [], text: `NAME\n       tool - switch things\n\n${man.join("\n")}\n` },
      { from: "help", label: "tool radio help", path: ["radio"], text: help },
    ],
  });
  const [radio] = root.commands;
  expect(radio?.summary).toBeUndefined();
  expect(Object.fromEntries(radio?.commands.map(({ path, summary }) => [path.at(-1), summary?.value]) ?? [])).toEqual({
    all: undefined,
    wifi: "Show the switch of the network.",
    other: undefined,
    on: "Turn the switches on or off.",
    off: "Turn the switches on or off.",
    reset: "Forget the entries.",
  });
});
