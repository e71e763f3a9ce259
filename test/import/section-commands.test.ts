/** Tests the commands that only the sections of a man page describe. */
import { describe, expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import type { CommandFacts } from "../../generator/import/description.ts";

/** Returns the man page of a program with this usage and these sections. */
function toManPage(usage: string, sections: string): string {
  return `TOOL(1)                  General Commands Manual                 TOOL(1)

NAME
       tool - Tend a shelf

SYNOPSIS
       ${usage}

OPTIONS
       -q     Print less.

${sections}
`;
}

const COMMANDS = `SHELF COMMANDS
       The commands below take the number of a shelf.

       stock  Print what is on the shelf.

       put-box BOX [SHELF]
              Options:

              --top
                     Put it on top of the others.

              Put a box on a shelf. The shelf defaults to the first.

       move [--slow]
             [--by STEPS] BOX true|false
              (alias: mv)
              Move a box, and print
              where it is.

       help   Print this.

FILES
       list of files [--none]
              Not a command.
`;

function read(text: string): readonly CommandFacts[] {
  return describeProgram({ program: "tool", pages: [{ from: "man", label: "tool", path: [], text }] }).root.commands;
}

const namesOf = (text: string): readonly string[] => read(text).map(({ path }) => path.join(" "));

describe("commands of the sections of a man page", () => {
  it.each([
    ["tool [options] COMMAND [ARG ...]", ["--top -q", "-q", "-q --slow --by"]],
    ["tool [ options ] command [ ARG ... ]", ["--top -q", "-q", "-q --slow --by"]],
    ["tool [-q] COMMAND [ARG ...]", ["", "--slow --by", "--top"]],
  ])("have the options of the program if its usage shows them before the command: %s", (usage, options) => {
    const all = read(toManPage(usage, COMMANDS)).map((command) => command.options.map(({ names }) => names.join(" ")).join(" "));
    expect([...new Set(all)].toSorted()).toEqual(options);
  });

  it("can have no usage outside of sections of commands if they share a verb, or have another name", () => {
    const rows = ["wipe-shelf [-a]", "lift-shelf [-a]", "drop [-a]", "wipe-room", "sort-room", "quiet", "drop-down"];
    const sections = `SHELVES\n${rows.map((row) => `       ${row}\n              Does it to a shelf.\n\n`).join("")}       begin
              (alias: b)
              Begin it.
`;
    expect(namesOf(toManPage("tool [-q] COMMAND [ARG ...]", sections))).toEqual([
      "wipe-shelf",
      "lift-shelf",
      "drop",
      "wipe-room",
      "drop-down",
      "begin",
    ]);
  });

  it("have the sentences about their options, and otherwise their placeholders", () => {
    const sections = `SHELF COMMANDS
       wipe [-abdxy] [-c color] [-t target-shelf] [-n number] [-l label]
              Wipe a shelf. If -a is given, wipe all of them, e.g. at night.
              The -b option wipes the back.  -c sets
              the color of the cloth. -x and -y are the same.

              With -d, dry it; see -t.

       look   Look.

       go     Go.
`;
    const page = { from: "man", label: "tool", path: [], text: toManPage("tool [-q] COMMAND [ARG ...]", sections) } as const;
    const { text } = draftConfig(describeProgram({ program: "tool", pages: [page] }), { maxArgs: 20, header: "" });
    const said = Array.from(text.matchAll(/flag: (-\w)(?:, description: "?([^"}]*?)"? \})?/g), ([, flag, sentence]) => [flag, sentence]);
    expect(said.filter(([flag]) => flag !== "-q")).toEqual([
      ["-a", "If -a is given, wipe all of them, e.g. at night"],
      ["-b", "The -b option wipes the back"],
      ["-d", "With -d, dry it; see -t"],
      ["-x", undefined],
      ["-y", undefined],
      ["-c", "-c sets the color of the cloth"],
      ["-t", "target shelf"],
      ["-n", undefined],
      ["-l", "label"],
    ]);
  });

  it("have the sentence, the values and the options of their texts", () => {
    const commands = read(toManPage("tool [-q] COMMAND [ARG ...]", COMMANDS));
    expect(
      commands.map(({ path, summary, positionals, options }) => [
        path.join(" "),
        summary?.value,
        positionals.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`)),
        options.flatMap(({ names }) => names),
      ]),
    ).toEqual([
      ["stock", "Print what is on the shelf.", [], []],
      ["put-box", "Put a box on a shelf.", ["box", "[shelf]"], ["--top"]],
      ["move", "Move a box, and print where it is.", ["box", expect.anything()], ["--slow", "--by"]],
    ]);
  });

  it("are those of other sections if their usage starts with an option in brackets", () => {
    const row = (name: string, usage: string): string => `       ${name} ${usage}\n              Do ${name} with a shelf.\n\n`;
    const rows = ["lift", "turn", "drop"].map((name) => row(name, "[-f] [-s shelf]")).join("");
    const text = toManPage("tool [-q] [command [flags]]", `LIFTING\n${rows}${row("shelf-limit", "number")}`);
    expect(namesOf(text)).toEqual(["lift", "turn", "drop"]);
  });

  it.each([
    ["the usage has no command after the program", toManPage("tool [-q] FILE", COMMANDS)],
    ["the usage has a command after a value", toManPage("tool [-q] HOST [COMMAND]", COMMANDS)],
    ["they are for a prompt", toManPage("tool [-q] COMMAND", COMMANDS.replace("SHELF", "INTERACTIVE"))],
    ["they are two", toManPage("tool [-q] COMMAND", COMMANDS.replace("stock  Print what is on the shelf.", ""))],
  ])("are no commands if %s", (_case, text) => {
    expect(namesOf(text)).toEqual([]);
  });

  it("have no other names, other usages and single words of a phrase as values", () => {
    const rows = [
      "list (ls) [options]\n              List boxes.",
      "type \u2039new\u203A \u2039name\u203A\n              Set a name of a box.",
      "turn \u2039[options]\u203A \u2039x\u203A \u2039OR\u203A \u2039'back'\u203A\n              ``` Turn it. It is slow.",
      "label \u2039[options]\u203A \u2039words\u203A \u2039to\u203A \u2039write\u203A\n              See also: turn\n\n              Write these words on a box.",
      "drop (rm|del) \u2039box\u203A\n              Drop a box, which can be:\n\n              Any box.",
      "open (door|lid)\n              Open a part of it. The parts are:\n\n              door   The front",
    ].map((row) => `       ${row}\n`);
    const commands = read(toManPage("tool COMMAND", `COMMANDS\n${rows.join("\n")}`));
    expect(commands.map(({ path, summary, positionals }) => [path[0], summary?.value, ...positionals.map(({ name }) => name)])).toEqual([
      ["list", "List boxes."],
      ["type", "Set a name of a box.", "new", "name"],
      ["turn", "Turn it.", "x"],
      ["label", "Write these words on a box.", "words_to_write"],
      ["drop", "Any box.", "box"],
      ["open", "Open a part of it.", "choice"],
    ]);
  });

  it("are no rows of a table", () => {
    const rows = ["wide", "tall", "bare"].map((name) => `       ${name}   Y     Y     Y\n`).join("");
    expect(namesOf(toManPage("tool COMMAND", `COMMANDS\n       -      txt   csv   raw\n${rows}       tidy         Y\n`))).toEqual([]);
    expect(namesOf(toManPage("tool COMMAND", `COMMANDS\n${rows.replaceAll("     Y", "")}`))).toEqual([]);
    expect(namesOf(toManPage("tool COMMAND", `COMMANDS\n${rows.replaceAll(/Y.*/g, "Print a form")}`))).toEqual(["wide", "tall", "bare"]);
  });

  it("split bundles into letters that other usages show, and keep the options of their texts from the program", () => {
    const row = (name: string, usage: string): string =>
      `       ${name} ${usage}\n              Do ${name} with a shelf.\n\n              -x     Do it twice with ${name}.\n\n`;
    const page = toManPage(
      "tool [-q] [command [flags]]",
      `LIFTING\n${row("lift", "[-abr]")}${row("turn", "[-rba]")}${row("drop", "[-x] [-rb]")}`,
    );
    const { root } = describeProgram({ program: "tool", pages: [{ from: "man", label: "tool", path: [], text: page }] });
    expect(root.options.flatMap(({ names }) => names)).toEqual(["-q"]);
    expect(root.commands.map(({ options }) => options.flatMap(({ names }) => names))).toEqual([
      ["-x", "-a", "-b", "-r"],
      ["-x", "-r", "-b", "-a"],
      ["-x", "-r", "-b"],
    ]);
  });

  it("keep the options of the page that they print, and of texts about commands with an own page", () => {
    const texts = ["lift", "turn", "drop"].map(
      (name) => `       ${name} BOX\n              Do it.\n\n              --${name}-it\n                     Do it now.\n\n`,
    );
    const man = { from: "man" as const, label: "tool", path: [], text: toManPage("tool COMMAND", `COMMANDS\n${texts.join("")}`) };
    const help = "Usage: tool COMMAND\n\nCommands:\n  lift   Lift it\n  turn   Turn it\n\nOptions:\n  --fast   Hurry\n";
    const root = { from: "help" as const, label: "tool --help", path: [], text: help, sharedBy: ["lift"] };
    const own = { from: "help" as const, label: "tool turn --help", path: ["turn"], text: "Usage: tool turn [--slow]\n" };
    const description = describeProgram({ program: "tool", pages: [root, own, man] });
    const optionsOf = ({ options }: CommandFacts): readonly string[] => options.flatMap(({ names }) => names);
    expect(description.root.commands.map((one) => [one.path[0], ...optionsOf(one)])).toEqual([
      ["turn", "--slow"],
      ["lift", "--lift-it", "--fast", "-q", "--turn-it"],
      ["drop", "--drop-it"],
    ]);
    expect(optionsOf(description.root)).toEqual(["--fast", "-q", "--turn-it"]);
  });

  it.each([
    ["tool [-q] COMMAND [ARG ...]", false],
    ["tool [-q] [COMMAND [ARG ...]]", true],
  ])("are required if the usage is %j", (usage, isProgramTool) => {
    const pages = [
      {
        from: "help" as const,
        label: "tool --help",
        path: [],
        text: "Usage: tool [options] stock #N BOX\n       tool [options] (un)load WHAT\n\n  --fast  Hurry\n",
      },
      { from: "man" as const, label: "tool", path: [], text: toManPage(`${usage}\n       tool --version`, COMMANDS) },
    ];
    const { text } = draftConfig(describeProgram({ program: "tool", pages }), { maxArgs: 8, header: "tool" });
    expect(text.includes("  - name: tool\n")).toBe(isProgramTool);
    expect(text).toContain("  - name: tool_put_box\n");
  });

  it("complete the commands and the texts of the help", () => {
    const help = "Usage: tool [options] put-box BOX\n       tool [options] count WHAT\n\n  -q  Print less\n";
    const pages = [
      { from: "help" as const, label: "tool --help", path: [], text: help },
      { from: "man" as const, label: "tool", path: [], text: toManPage("tool [-q] COMMAND [ARG ...]", COMMANDS) },
    ];
    const { text } = draftConfig(describeProgram({ program: "tool", pages }), { maxArgs: 8, header: "tool" });
    const tools = Array.from(text.matchAll(/^ {2}- name: (\w+)\n {4}description: ([^#\n]*)/gm), ([, name, said = ""]) => [
      name,
      said.trim(),
    ]);
    expect(tools).toEqual([
      ["tool_put_box", "Put a box on a shelf"],
      ["tool_count", "Run tool count"],
      ["tool_stock", "Print what is on the shelf"],
      ["tool_move", "Move a box, and print where it is"],
    ]);
  });
});
