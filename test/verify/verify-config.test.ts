/** Tests comparisons of configs with programs that answer from a table. */
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import type { Interviewer } from "../../generator/import/crawl/command-pages.ts";
import type { Response } from "../../generator/probe/read-response.ts";
import { verifyConfig } from "../../generator/verify/verify-config.ts";

type Answers = (words: string) => string | undefined;

/** Verifies a config for a program that prints a text for its words. Returns the codes of the diagnostics, with what they are about. */
async function verify(
  yaml: string,
  answers: Answers,
  refuse?: (words: readonly string[]) => string,
  manuals?: Interviewer["manuals"],
): Promise<readonly string[]> {
  return (await diagnoseConfig(yaml, answers, refuse, manuals)).map(({ code, message }) => `${code}: ${message}`);
}

async function diagnoseConfig(
  yaml: string,
  answers: Answers,
  refuse?: (words: readonly string[]) => string,
  manuals: Interviewer["manuals"] = async () => await Promise.resolve([]),
): Promise<readonly Diagnostic[]> {
  const [file] = (await checkInputs([{ path: "t.yaml", bytes: Buffer.from(yaml) }])).configs;
  if (file?.kind !== "cli") throw new Error("the config cannot be read");
  const interviewer: Interviewer = {
    ask: async ([, ...words]) => {
      const text = answers(words.join(" "));
      return await Promise.resolve(
        text === undefined ? { kind: "failed", problem: "exited without a text" } : { kind: "texts", texts: [text] },
      );
    },
    manuals,
  };
  const ask = async ([, ...words]: readonly string[]): Promise<Response> =>
    await Promise.resolve({ texts: [refuse?.(words) ?? ""], exit: 2 });
  const prober = refuse && { ask, isOver: () => false };
  const report = await verifyConfig(file, { interviewer, env: {}, find: () => "tool", refuse: () => undefined, ...(prober && { prober }) });
  return report.findings.map(({ diagnostic }) => diagnostic);
}

const withTool = (tool: string): string => `name: t\ncommand: tool\ntools:\n  - { name: t, description: T, ${tool} }\n`;

const GROUP = "Usage: tool [OPTIONS] COMMAND [ARGS]...\n\nCommands:\n  build  Build it\n  run    Run it\n";
const SMALL =
  "Create things\n\nUsage:\n  tool [command]\n\nAvailable Commands:\n  cluster  Create a cluster\n\nFlags:\n  -h, --help  Help\n";
const TRY = "Usage: tool [OPTIONS] COMMAND [ARGS]...\nTry 'tool --help' for help.\n";

it("finds a removed subcommand by the message of each framework", async () => {
  const printed = {
    click: `${TRY}\nError: No such command 'buildzz'.\n`,
    typer: `${TRY}╭─ Error ─────────────╮\n│ No such command 'buildzz'. Did you mean 'build'? │\n╰─────────────╯\n`,
    cleo: '\nThe command "buildzz" does not exist.\n\nDid you mean this?\n    build\n',
    kong: `${GROUP}\ntool: error: unexpected argument buildzz\n`,
    cobra: GROUP,
    "mow.cli": `Error: incorrect usage\n\n${GROUP}`,
    ff: `${GROUP}\nerror: tool: no exec function\n`,
    optique: "Usage: tool build [--all]\n       tool run\nError: Unexpected option or subcommand: `buildzz`.\n",
    clipanion: "Unknown Syntax Error: Command not found; did you mean:\n\n$ tool build\nWhile running buildzz --help\n",
    stricli: "No command registered for `buildzz`, did you mean `build`?\n",
    oclif: " \u203A   Error: Command tool:buildzz not found.\n",
    kingpin: 'tool: error: expected command but got "buildzz", try --help\n',
    knack: "ERROR: tool: 'buildzz' is not in the 'tool' command group. See 'tool --help'.\n",
    flaggy: "tool: No subcommand or positional value found at position 1.\n",
  };
  const expected = 'verify-subcommand: "tool" has no subcommand "buildzz"';
  const found = await Promise.all(
    Object.entries(printed).map(async ([framework, text]) => {
      const diagnostics = await verify(withTool("command: buildzz"), (words) => (words.startsWith("buildzz") ? text : GROUP));
      return [framework, diagnostics];
    }),
  );
  expect(found).toEqual(Object.keys(printed).map((framework) => [framework, [expected]]));
});

it("accepts a subcommand that only the man page has, unless the program does not know it", async () => {
  const help = "Usage: tool route { list | flush } NAME\n       tool route get NAME\n";
  const text = "SYNOPSIS\n       tool route { show | flush } NAME\n\n       To hide a route, use the mark.\n";
  const manuals: Interviewer["manuals"] = async (names) =>
    await Promise.resolve(names.includes("tool-route") ? [{ name: "tool-route", text }] : []);
  const answer = (words: string): string | undefined => {
    if (words.startsWith("route zap")) return 'Command "zap" is unknown, try "tool route help".\n';
    return words.startsWith("route") ? help : "Usage: tool OBJECT COMMAND\n\nCommands:\n  route   Routes\n  link    Links\n";
  };
  const found = ["show", "hide", "zap"].map(async (word) => await verify(withTool(`command: route ${word}`), answer, undefined, manuals));
  const unknown = (word: string): string => `verify-subcommand: "tool route" has no subcommand "${word}"`;
  expect(await Promise.all(found)).toEqual([[], [unknown("hide")], [unknown("zap")]]);
});

it("finds a removed subcommand in a group of one command, which prints the help of the group", async () => {
  expect(await verify(withTool("command: clusterzz"), () => SMALL)).toEqual(['verify-subcommand: "tool" has no subcommand "clusterzz"']);
});

it("finds a removed subcommand below a group whose message names only the group", async () => {
  const printed: Readonly<Record<string, string>> = {
    "--help": "Tool is a tool.\n\nUsage:\n\n\ttool <command> [arguments]\n\nThe commands are:\n\n\tmod  maintain modules\n\trun  run it\n",
    "mod --help": "tool mod: unknown command\nRun 'tool help mod' for usage.\n",
    "help mod": "Tool mod maintains modules.\n\nUsage:\n\n\ttool mod <command>\n\nThe commands are:\n\n\ttidy  add some\n\twhy   explain\n",
    "mod tidyzz --help": "tool mod: unknown command\nRun 'tool help mod' for usage.\n",
  };
  expect(await verify(withTool("command: mod tidyzz"), (words) => printed[words])).toEqual([
    'verify-subcommand: "tool mod" has no subcommand "tidyzz"',
  ]);
});

it("reads the help for further flags that a sentence about another command names", async () => {
  const printed: Readonly<Record<string, string>> = {
    "--help": GROUP,
    "build --help":
      "usage: tool build [-n]\n\n  -n  Print only\n\nThese flags are also accessible by 'tool run'. See 'tool help testflag' for details.\n",
    "testflag --help": "tool testflag: unknown command\nRun 'tool help' for usage.\n",
    "help testflag": "The command takes these flags:\n\n\t-benchmem\n\t    Print memory statistics.\n",
  };
  const tool = "command: build, args: [{ name: a, type: boolean, flag: -benchmem }, { name: b, type: boolean, flag: -gone }]";
  const found = await verify(withTool(tool), (words) => printed[words]);
  expect(found).toEqual([expect.stringMatching(/^verify-unknown-flag: .*"-gone"/)]);
});

it("finds a removed subcommand below a group, and in a list of usage lines", async () => {
  const below = "usage: tool remote [-h] {add} ...\ntool remote: error: argument action: invalid choice: 'addzz' (choose from 'add')\n";
  const group = "usage: tool remote [-h] {add} ...\n\npositional arguments:\n  {add}\n    add  Add it\n";
  const root = `${GROUP}  remote  Manage them\n`;
  const answers = (words: string): string => (words.startsWith("remote addzz") ? below : words.startsWith("remote") ? group : root);
  expect(await verify(withTool("command: remote addzz"), answers)).toEqual(['verify-subcommand: "tool remote" has no subcommand "addzz"']);
  const usages = "Usage:\n  tool build [--all]\n  tool run <file>\n\nOptions:\n  --all  All\n";
  expect(await verify(withTool("command: runzz"), () => usages)).toEqual(['verify-subcommand: "tool" has no subcommand "runzz"']);
});

it("accepts a command that a list names by two words, although its first word alone is no command", async () => {
  const root = "Usage: tool <command>\n\nCommands:\n  add              Add it\n  remote set-url   Change it\n";
  const own = "Usage: tool remote set-url [--push]\n\nOptions:\n  --push  Push\n";
  const answers = (words: string): string =>
    words.startsWith("remote set-url ") ? own : words.startsWith("remote") ? "Invalid command: remote\n" : root;
  expect(await verify(withTool("command: remote set-url"), answers)).toEqual([]);
  expect(await verify(withTool("command: remote set-urlzz"), answers)).toEqual([
    'verify-subcommand: "tool remote" has no subcommand "set-urlzz"',
  ]);
  const cleo = (words: string): string =>
    words.startsWith("remote set-urlzz") ? '\nThe command "remote" does not exist.\n' : answers(words);
  expect(await verify(withTool("command: remote set-urlzz"), cleo)).toEqual([
    'verify-subcommand: "tool remote" has no subcommand "set-urlzz"',
  ]);
});

it("accepts a subcommand that has its own help or that the help mentions", async () => {
  const own = "Usage: tool deploy [OPTIONS]\n\nOptions:\n  --all  All\n";
  expect(await verify(withTool("command: deploy"), (words) => (words.startsWith("deploy") ? own : GROUP))).toEqual([]);
});

const FLAGS = "Usage: tool [OPTIONS] [FILE]\n\nOptions:\n  --force        Force it\n  --out <FILE>   Write it\n  --jobs=N       Jobs\n";

/** A parser like pflag. With `joins: false`, it compares whole words. */
const parser =
  (joins: boolean, readsLate = true) =>
  (words: readonly string[]): string => {
    for (let at = 0; at < words.length; at += 1) {
      const [name = "", value] = joins ? (words[at] ?? "").split("=") : [words[at]];
      if (name === "--") return `open ${words[at + 1]}: no such file or directory`;
      if (!name.startsWith("-") && !readsLate) return `open ${name}: no such file or directory`;
      if (!name.startsWith("-")) continue;
      if (name === "--force" && value !== undefined)
        return `invalid argument "${value}" for "--force" flag: strconv.ParseBool: parsing "${value}": invalid syntax`;
      if (name === "--out" || name === "--jobs" || name === "--secret") at += value === undefined ? 1 : 0;
      else if (name !== "--force") return `unknown flag: ${words[at]}`;
    }
    return "";
  };

it("asks the program about flags", async () => {
  const cases = [
    ["{ name: force }", true, ['verify-takes-none: "--force" of "tool" takes no value']],
    ["{ name: force, type: boolean }", true, []],
    ["{ name: out, type: boolean }", true, ['verify-takes-value: "--out" of "tool" takes a value, but the argument is a boolean']],
    ["{ name: secret }", true, []],
    ["{ name: gone }", true, ['verify-refused-flag: "tool" rejects "--gone"']],
    ["{ name: out, flag: --out= }", true, []],
    ["{ name: out, flag: --out= }", false, ['verify-unjoined: "tool" does not read "--out=VALUE": the value must be a separate word']],
  ] as const;
  const found = await Promise.all(
    cases.map(async ([arg, joins]) => [arg, joins, await verify(withTool(`args: [${arg}]`), () => FLAGS, parser(joins))]),
  );
  expect(found).toEqual(cases);
});

it("does not ask a subcommand about the flags before it, nor a program that has other options elsewhere", async () => {
  const before = "name: t\ncommand: tool -c x\ntools:\n  - { name: t, description: T, command: sub }\n";
  const help = (words: string): string => (words.startsWith("sub") ? FLAGS : `${GROUP}  sub    Sub\n\nOptions:\n  -c <X>  X\n`);
  const outside = (words: readonly string[]): string => `${parser(true)(words)}\nusage: git diff --no-index [<options>] <path> <path>`;
  expect([
    await verify(before, help, parser(true)),
    await verify(withTool("args: [{ name: force, type: boolean, flag: --forced }]"), () => `${FLAGS}  --forced  F\n`, outside),
  ]).toEqual([[], []]);
});

it("asks about the flags of a tool with the subcommands that its enums name", async () => {
  const group =
    "Create a service\n\nUsage:\n  tool [command]\n\nAvailable Commands:\n  inner  Inside\n  outer  Outside\n\nFlags:\n  -h, --help  Help\n";
  const own = (name: string, flag: string): string =>
    `Create it\n\nUsage:\n  tool ${name} NAME [flags]\n\nFlags:\n      --${flag}   Flag\n  -h, --help  Help\n`;
  const help = (words: string): string =>
    words.startsWith("inner") ? own("inner", "tcp") : words.startsWith("outer") ? own("outer", "cname") : group;
  const refuse = (words: readonly string[]): string => {
    const known = words[0] === "inner" ? "--tcp" : words[0] === "outer" ? "--cname" : "";
    const unknown = words.find((word) => word.startsWith("--") && word !== known);
    return unknown === undefined ? "" : `unknown flag: ${unknown}`;
  };
  const cases = [
    ["{ name: kind, positional: true, enum: [inner, outer] }, { name: tcp, type: boolean }, { name: cname, type: boolean }", []],
    ["{ name: kind, positional: true, enum: [inner] }, { name: gone, type: boolean }", ['verify-refused-flag: "tool" rejects "--gone"']],
    ["{ name: act, enum: { in: [inner, --tcp], out: [outer, --cname] } }", []],
    ["{ name: act, enum: { in: [unlisted, --continue] } }", []],
  ] as const;
  const found = await Promise.all(cases.map(async ([args]) => [args, await verify(withTool(`args: [${args}]`), help, refuse)]));
  expect(found).toEqual(cases);
});

it("asks the program about options after positional values", async () => {
  const args = "args: [{ name: out }, { name: file, positional: true }]";
  const order = ['verify-order: "tool" does not read options after the first positional value'];
  const cases = [
    [args, false, order],
    [args, true, []],
    [`order: as_written, ${args}`, false, []],
    [`end_of_options: true, ${args}`, false, []],
    ["args: [{ name: file, positional: true }]", false, []],
  ] as const;
  const found = await Promise.all(
    cases.map(async ([tool, readsLate]) => [tool, readsLate, await verify(withTool(tool), () => FLAGS, parser(true, readsLate))]),
  );
  expect(found).toEqual(cases);
});

it("asks the program about `--`", async () => {
  const tool = withTool("end_of_options: true, args: [{ name: out }, { name: file, positional: true }]");
  const leaks = (words: readonly string[]): string => parser(true)(words.filter((word) => word !== "--"));
  expect([await verify(tool, () => FLAGS, leaks), await verify(tool, () => FLAGS, parser(true))]).toEqual([
    ['verify-end-of-options: "tool" does not end its options at `--`'],
    [],
  ]);
});

it("points at the key that adds `--`, also in the config of the tool", async () => {
  const args = "args: [{ name: out }, { name: file, positional: true }]";
  const leaks = (words: readonly string[]): string => parser(true)(words.filter((word) => word !== "--"));
  const texts = [withTool(`end_of_options: true, ${args}`), `end_of_options: true\n${withTool(args)}`];
  const found = await Promise.all(texts.map(async (text) => await diagnoseConfig(text, () => FLAGS, leaks)));
  const places = found.map((diagnostics) => diagnostics.map(({ span }) => span?.start));
  expect(places).toEqual(texts.map((text) => [text.indexOf("true")]));
});

it("notes variables of the environment that add options", async () => {
  const noteOf = async (keys: string): Promise<readonly string[]> => {
    const text = `name: t\ncommand: tar\n${keys}tools:\n  - { name: t, description: T }\n`;
    const [file] = (await checkInputs([{ path: "t.yaml", bytes: Buffer.from(text) }])).configs;
    if (file?.kind !== "cli") throw new Error("the config cannot be read");
    const nothing = {
      ask: async () => await Promise.resolve({ kind: "texts", texts: [FLAGS] } as const),
      manuals: async () => [],
    };
    const env = { TAR_OPTIONS: "--verbose", PIP_INDEX: "x" };
    return (await verifyConfig(file, { interviewer: nothing, env, find: () => "tar", refuse: () => undefined })).news;
  };
  const note = "tar also reads options from the variable TAR_OPTIONS, which is set here";
  expect([await noteOf(""), await noteOf("env: { TAR_OPTIONS: '' }\n")]).toEqual([[note], []]);
});

it("notes the variables of a program once for all its subcommands", async () => {
  const text =
    "name: t\ncommand: pip\ntools:\n  - { name: a, description: A, command: list }\n  - { name: b, description: B, command: show }\n";
  const [file] = (await checkInputs([{ path: "t.yaml", bytes: Buffer.from(text) }])).configs;
  if (file?.kind !== "cli") throw new Error("the config cannot be read");
  const interviewer: Interviewer = {
    ask: async () => await Promise.resolve({ kind: "texts", texts: [GROUP.replaceAll("tool", "pip")] }),
    manuals: async () => [],
  };
  const env = { PIP_CERT: "x", PIP_TIMEOUT: "1" };
  const { news } = await verifyConfig(file, { interviewer, env, find: () => "pip", refuse: () => undefined });
  expect(news).toEqual(["pip also reads options from the variables PIP_CERT, PIP_TIMEOUT, which are set here"]);
});

it.each(["For more about build\nflags, see 'tool help build'.", "See all options with tool build --help."])(
  "reads the page that %j names",
  async (sentence) => {
    const config = withTool(
      "command: test, args: [{ name: race, type: boolean, flag: -race }, { name: lost, type: boolean, flag: -lost }]",
    );
    const answers: Answers = (words) => {
      if (words === "test --help") return `usage: tool test [build flags]\n\n${sentence}\n`;
      return words === "build --help" ? "usage: tool build [build flags]\n\nOptions:\n  -race   Detect races\n" : undefined;
    };
    const found = await verify(config, answers);
    expect(found.filter((line) => line.includes("flag"))).toEqual([expect.stringMatching(/^verify-unknown-flag: .*"-lost"/)]);
  },
);

it("asks about a flag together with the flags that the same value writes before it, or with a switch of the tool", async () => {
  // `--dirty` exists only next to `--fix`, which another program of the subcommand reads.
  const refuse = (words: readonly string[]): string => {
    // Next to this switch, the program says nothing about others.
    if (words.includes("--quiet") && words.length > 4) return "error: no project";
    const known = new Set(["--fix", "--quiet", ...(words.includes("--fix") ? ["--dirty"] : [])]);
    return `error: unexpected argument '${words.find((word) => word.startsWith("-") && !known.has(word)) ?? ""}' found`;
  };
  const words = (list: string): string => `{ name: fix, type: boolean, enum: { true: ${list}, false: [] } }`;
  const cases = [
    [words("[--fix, --dirty]"), []],
    [words("[--dirty, --fix]"), ['verify-refused-flag: "tool" rejects "--dirty"']],
    [words("[--fix, --gone]"), ['verify-refused-flag: "tool" rejects "--gone"']],
    [words("--dirty"), ['verify-refused-flag: "tool" rejects "--dirty"']],
    ["{ name: fix, type: boolean }, { name: dirty, type: boolean }", []],
    ["{ name: dirty, type: boolean }, { name: fix, type: boolean }", []],
    ["{ name: quiet, type: boolean }, { name: gone, type: boolean }", ['verify-refused-flag: "tool" rejects "--gone"']],
    ["{ name: fix, type: boolean }, { name: gone, type: boolean }", ['verify-refused-flag: "tool" rejects "--gone"']],
  ] as const;
  const help = (): string => "Usage: tool [options]\n\nOptions:\n  --fix    Repair\n  --quiet  Less\n";
  const found = await Promise.all(cases.map(async ([args]) => [args, await verify(withTool(`args: [${args}]`), help, refuse)]));
  expect(found).toEqual(cases);
});
