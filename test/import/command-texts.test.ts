import { expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";

/** Returns the summaries of the subcommands that a man page shows in its usage lines. */
function summaries(text: string): Readonly<Record<string, string | undefined>> {
  const { root } = describeProgram({ program: "tool", pages: [{ from: "man", label: "tool(1)", path: [], text }] });
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
  expect(summaries(`${synopsis}${commands.join("\n")}\n`)).toEqual({
    keep: "Keep the named entry and mark it.",
    drop: "Remove an entry.",
    other: undefined,
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
