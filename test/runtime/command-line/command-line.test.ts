import { describe, expect, it } from "vitest";
import { argvOf, buildCommandLine } from "../../../runtime/command-line/command-line.ts";
import type { CommandLine } from "../../../runtime/command-line/command-line.ts";
import type { Environment } from "../../../runtime/tool/environment-variables.ts";
import { splitCommand } from "../../../runtime/tool/command-words.ts";
import type { ArgValue } from "../../../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import type { FlatCli, FlatTool } from "../../fixtures/tools.ts";
import { commandOf, toCommandTool } from "../../fixtures/tools.ts";

interface Given {
  readonly command?: string;
  readonly cli?: Partial<FlatCli>;
  readonly tool?: Partial<FlatTool>;
  readonly args?: readonly ToolArg[];
  readonly values?: Readonly<Record<string, ArgValue>>;
  readonly env?: Environment;
}

function toolOf({ command = "app", cli, tool, args = [] }: Given): Tool {
  const split = splitCommand(command);
  if (split.kind !== "words") throw new Error(`not a command: ${command}`);
  const wholeCli: FlatCli = { name: "c", description: "", command: split.words, global_args: [], tool_count: 1, ...cli };
  return toCommandTool({ name: "t", description: "", command: [], args, ...tool, cli: wholeCli });
}

function build({ values = {}, env = { HOME: "/home/u" }, ...given }: Given): CommandLine {
  const tool = toolOf(given);
  return buildCommandLine(tool, commandOf(tool), { values: new Map(Object.entries(values)), env });
}

const positional: ToolArg = { name: "p", type: "string", positional: true };
const files: ToolArg = { name: "file", type: "string", positional: true, repeat: true };

const commands: readonly [title: string, command: string, env: Environment, want: readonly string[]][] = [
  ["a quoted path with a space is one word", '"/opt/my dir/bin" -v', {}, ["/opt/my dir/bin", "-v"]],
  ["a variable in double quotes is not split", '"$DIR/bin" x', { DIR: "/my dir" }, ["/my dir/bin", "x"]],
  ["a variable outside quotes is split", "$DIR/bin x", { DIR: "/my dir" }, ["/my", "dir/bin", "x"]],
  ["a variable in single quotes stays", "'$DIR'/bin", { DIR: "/d" }, ["$DIR/bin"]],
  ["whitespace around a value separates words", "a${V}b", { V: " x " }, ["a", "x", "b"]],
  ["whitespace at the end of a value makes no word", "$V", { V: "x " }, ["x"]],
  ["quotes in a value are ordinary characters", "$V", { V: `'a b"` }, ["'a", 'b"']],
  ["an empty variable in quotes is an empty word", 'app "$V" $V', { V: "" }, ["app", ""]],
  ["~ is the home", "~/bin/app ~/x", { HOME: "/home/u" }, ["/home/u/bin/app", "~/x"]],
  ["~ alone is / if / is the home directory", "~", { HOME: "/" }, ["/"]],
  ["~ in quotes stays", '"~/bin" x', { HOME: "/home/u" }, ["~/bin", "x"]],
  ["~ and a quoted path below it", '~/"my dir"/app', { HOME: "/home/u" }, ["/home/u/my dir/app"]],
  ["~ before quotes is a name", '~"x"', { HOME: "/home/u" }, ["~x"]],
  ["~ is unchanged if HOME is not set", "~/bin", {}, ["~/bin"]],
  ["a variable is not found in Object.prototype", "$constructor ${__proto__}", {}, ["$constructor", "${__proto__}"]],
];

describe("the base command", () => {
  it.each(commands)("%s", (_title, command, env, want) => {
    expect(argvOf(build({ command, env }))).toEqual(want);
  });
});

describe("a mapped value in constant words", () => {
  const format: ToolArg = { name: "f", type: "string", enum: ["a", "b"], enum_words: { a: ["x"], b: ["y", "z"] } };
  const quiet: ToolArg = { name: "q", type: "boolean", enum_words: { true: ["-q"], false: [] } };

  it("becomes its word, or its words if the word has no other text", () => {
    const tried: readonly (readonly [words: readonly string[], values: Given["values"], argv: readonly string[]])[] = [
      [["--format={f}"], { f: "a" }, ["--format=x"]],
      [["-o", "{f}"], { f: "a" }, ["-o", "x"]],
      [["-o", "{f}", "end"], { f: "b" }, ["-o", "y", "z", "end"]],
      [["{q}", "end"], { q: true }, ["-q", "end"]],
      [["{q}", "end"], { q: false }, ["end"]],
      [["{q}", "end"], {}, []],
      [["{f}", "end"], { f: "unknown" }, []],
    ];
    const found = tried.map(([words, values]) =>
      argvOf(build({ args: [format, quiet], tool: { order: [words, "f", "q"] }, ...(values && { values }) })).slice(1),
    );
    expect(found).toEqual(tried.map(([, , argv]) => argv));
  });

  it("leaves out the item for a `false` without words", () => {
    const loud: ToolArg = { ...quiet, enum_words: { true: ["-q"] } };
    expect(argvOf(build({ args: [loud], tool: { order: [["{q}", "end"]] }, values: { q: false } }))).toEqual(["app"]);
  });
});

const joined: ToolArg = { name: "l", type: "string", join: ",", value: ["<{}>"] };
const inWords = (values: Given["values"], arg = joined): Given => ({
  tool: { order: [["-Wl,{l};", "x"]] },
  args: [arg],
  ...(values && { values }),
});

const lines: readonly [title: string, given: Given, argv: readonly string[]][] = [
  ["a joined list is one value of constant words", inWords({ l: ["-a", "b"] }), ["app", "-Wl,<-a>,<b>;", "x"]],
  ["an empty list omits constant words", inWords({ l: [] }), ["app"]],
  [
    "a joined map is one value of constant words",
    inWords({ l: { C: "NZ", CN: "a" } }, { name: "l", type: "map", join: "/" }),
    ["app", "-Wl,C=NZ/CN=a;", "x"],
  ],
  ["the tool's own words are not expanded", { tool: { command: ["~/x", "$HOME", "a b"] } }, ["app", "~/x", "$HOME", "a b"]],
  [
    "positionals come before flags, global arguments last",
    {
      args: [{ name: "f", type: "string" }, positional],
      values: { f: "1", p: "x" },
      cli: { global_args: [{ name: "g_h", type: "string", default: "$HOME" }] },
    },
    ["app", "x", "--f", "1", "--g-h", "/home/u"],
  ],
  [
    "end_of_options puts all flags first, then --, then positionals",
    {
      tool: { end_of_options: true },
      args: [positional, { name: "f", type: "string" }],
      values: { f: "1", p: "-rf" },
      cli: { global_args: [{ name: "g", type: "boolean", default: true }] },
    },
    ["app", "--f", "1", "--g", "--", "-rf"],
  ],
  [
    "end_of_options writes no -- without positionals",
    { tool: { end_of_options: true }, args: [positional, { name: "f", type: "string" }], values: { f: "1" } },
    ["app", "--f", "1"],
  ],
  [
    "a repeated flag appears once per value",
    { args: [{ name: "e", type: "string", flag: "-e", repeat: true }], values: { e: ["a", "-b"] } },
    ["app", "-e", "a", "-e", "-b"],
  ],
  [
    "a repeated inline flag as well",
    { args: [{ name: "e", type: "integer", flag: "e=", repeat: true }], values: { e: [1, 2] } },
    ["app", "e=1", "e=2"],
  ],
  [
    "a repeated boolean appears once per true",
    { args: [{ name: "v", type: "boolean", flag: "-v", repeat: true }], values: { v: [true, false, true] } },
    ["app", "-v", "-v"],
  ],
  ["a repeated positional gives one word per value", { args: [files], values: { file: ["a", "b c"] } }, ["app", "a", "b c"]],
  ["an empty list gives no word", { args: [files], values: { file: [] } }, ["app"]],
  ["a positional boolean is a lower-case text", { args: [{ ...positional, type: "boolean" }], values: { p: true } }, ["app", "true"]],
  [
    "a global argument with a list of values repeats its flag, without those that cannot be resolved",
    { cli: { global_args: [{ name: "g", type: "string", flag: "-g", repeat: true, default: ["$HOME", "$UNSET", "x"] }] } },
    ["app", "-g", "/home/u", "-g", "x"],
  ],
  [
    "an empty command does not run the first positional as the program",
    { command: "$V", env: { V: "" }, args: [positional], values: { p: "sh" } },
    [],
  ],
];

describe("the command line", () => {
  it.each(lines)("%s", (_title, given, argv) => {
    expect(argvOf(build(given))).toEqual(argv);
  });
});

const stdin = (name: string): ToolArg => ({ name, type: "string", stdin: true });
const cwd = (name: string): ToolArg => ({ name, type: "string", cwd: true });

const surroundings: readonly [title: string, given: Given, want: { readonly stdin?: string; readonly cwd?: string }][] = [
  [
    "stdin is the first stdin argument that is given",
    { args: [stdin("a"), stdin("b"), stdin("c")], values: { c: "3", b: "2" } },
    { stdin: "2" },
  ],
  ["a number is its text", { args: [{ ...stdin("a"), type: "number" }], values: { a: 1.5 } }, { stdin: "1.5" }],
  ["an empty string is not passed as stdin", { args: [stdin("a")], values: { a: "" } }, {}],
  ["a list of values becomes lines", { args: [{ ...stdin("a"), repeat: true }], values: { a: ["x", "y"] } }, { stdin: "x\ny" }],
  ["cwd is not expanded", { args: [cwd("a")], values: { a: "~/$HOME" } }, { cwd: "~/$HOME" }],
  ["cwd falls back to working_dir, which is not expanded either", { args: [cwd("a")], cli: { working_dir: "~" } }, { cwd: "~" }],
  ["a given cwd takes precedence over working_dir", { args: [cwd("a")], values: { a: "/a" }, cli: { working_dir: "/w" } }, { cwd: "/a" }],
  ["an empty cwd has no effect", { args: [cwd("a")], values: { a: "" }, cli: { working_dir: "/w" } }, { cwd: "/w" }],
  ["stdin and cwd may start with a dash", { args: [stdin("a"), cwd("b")], values: { a: "-x", b: "-y" } }, { stdin: "-x", cwd: "-y" }],
];

describe("standard input and working directory", () => {
  it.each(surroundings)("%s", (_title, given, want) => {
    const { stdin: input, cwd: directory } = build(given);
    const place = directory?.text ?? given.cli?.working_dir;
    expect({ ...(input && { stdin: input.text }), ...(place !== undefined && { cwd: place }) }).toStrictEqual(want);
  });
});
