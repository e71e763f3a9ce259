import { expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";

const PAGE = `TOOL-STORE(1)

NAME
       tool-store - Manage stores

SYNOPSIS
       tool store add [-f] <name>
       tool store remove <name>
       tool store show [-q]
                       [<name>]
       tool store expire
       tool store check

DESCRIPTION
       add a store before the first use.

       The "expire" subcommand (see below) prunes old entries. It cannot be
       undone.

COMMANDS
       With no arguments, lists the stores.

       add
           Add a store named
           <name>. It is empty.

           Nothing else changes.

       remove, rm
           Remove a store.

       show [-q]
       [<name>]
           Show what a store contains.

OPTIONS
       -f
           Replace a store.
`;

function summariesOf(text: string): readonly (readonly [string, string | undefined])[] {
  const page = { from: "man", label: "tool-store", path: ["store"], text } as const;
  const { root } = describeProgram({ program: "tool", pages: [page] });
  const store = root.commands.find(({ path }) => path.at(-1) === "store");
  return (store?.commands ?? []).map(({ path, summary }) => [path.at(-1) ?? "", summary?.value]);
}

it("reads what a page says about the subcommands of its usage lines", () => {
  expect(summariesOf(PAGE)).toEqual([
    ["add", "Add a store named <name>. It is empty."],
    ["remove", "Remove a store."],
    ["show", "Show what a store contains."],
    ["expire", "Prunes old entries. It cannot be undone."],
    ["check", undefined],
  ]);
});

it("reads no text of a section that lists something else", () => {
  const other = PAGE.replace("\nCOMMANDS\n", "\nSTORES\n").replace("OPTIONS", "NOTES");
  expect(summariesOf(other).map(([, summary]) => summary)).toEqual([
    undefined,
    undefined,
    undefined,
    "Prunes old entries. It cannot be undone.",
    undefined,
  ]);
});
