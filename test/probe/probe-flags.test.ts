import { expect, it } from "vitest";
import type { FlagVerdict } from "../../generator/probe/flag-verdict.ts";
import { probeFlags } from "../../generator/probe/probe-flags.ts";
import type { Response } from "../../generator/probe/read-response.ts";

/** A program that prints one line for the words after its name, with exit status 2. Undefined: it exceeds a limit. */
type Program = (words: readonly string[]) => string | undefined;

/** A parser: which flags it has, and its messages. */
interface Parser {
  readonly switches: readonly string[];
  readonly valued: readonly string[];
  readonly unknown: (word: string) => string;
  readonly extra: (flag: string, value: string) => string;
  /** Message if the next word starts with a dash. Undefined if it is the value. */
  readonly missing?: (flag: string) => string;
  /** False for a parser without `--flag=value`. */
  readonly joins?: boolean;
}

function toProgram({ switches, valued, unknown, extra, missing, joins = true }: Parser): Program {
  return (words) => {
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? "";
      if (!word.startsWith("-")) continue;
      const [name = "", value] = joins ? word.split("=") : [word];
      if (switches.includes(name) && value !== undefined) return extra(name, value);
      if (!switches.includes(name) && !valued.includes(name)) return unknown(word);
      if (!valued.includes(name) || value !== undefined) continue;
      at += 1;
      if (missing !== undefined && (words[at] ?? "").startsWith("-")) return missing(name);
    }
    return "";
  };
}

const flags = { switches: ["--all", "-a"], valued: ["--out", "-o"] };

const getopt = toProgram({
  ...flags,
  unknown: (word) => `tool: unrecognized option '${word}'`,
  extra: (flag) => `tool: option '${flag}' doesn't allow an argument`,
});
const clap = toProgram({
  ...flags,
  unknown: (word) => `error: unexpected argument '${word.replace(/=.*/, "")}' found`,
  extra: (flag, value) => `error: unexpected value '${value}' for '${flag}' found; no more were expected`,
  missing: (flag) => `error: a value is required for '${flag} <OUT>' but none was supplied`,
});
const pflag = toProgram({
  ...flags,
  unknown: (word) => `Error: unknown flag: ${word.replace(/=.*/, "")}`,
  extra: (flag, value) => `Error: invalid argument "${value}" for "${flag}" flag: strconv.ParseBool: parsing "${value}": invalid syntax`,
});
const wholeWords = toProgram({
  ...flags,
  unknown: (word) => `tool: option ${word}: is unknown`,
  extra: () => "",
  joins: false,
});
/** Lists all unknown words, after the rest of the command line has been read. */
const argparse: Program = (words) => {
  if (!words.includes("zz9operand")) return "tool: error: the following arguments are required: file";
  const at = words.indexOf("--out");
  if (at !== -1 && words[at + 1]?.startsWith("-")) return "tool: error: argument --out/-o: expected one argument";
  if (words.some((word) => word.startsWith("--all="))) return "tool: error: argument --all/-a: ignored explicit argument 'zz9value'";
  const known = new Set(["--all", "-a", "-o", "--out", "zz9operand"]);
  return `tool: error: unrecognized arguments: ${words.filter((word) => !known.has(word.replace(/=.*/, ""))).join(" ")}`;
};
/** Ignores words that it does not know. */
const silent: Program = () => "";
/** Waits for input. */
const stuck: Program = () => undefined;

async function ask(program: Program, names: readonly string[]): Promise<readonly FlagVerdict[]> {
  const run = async ([, ...words]: readonly string[]): Promise<Response | undefined> => {
    const line = program(words);
    return line === undefined ? undefined : { texts: ["usage: tool [--all] [--out OUT] [--none]\n", line], exit: line === "" ? 0 : 2 };
  };
  return await probeFlags({ program: "tool", path: [], flags: names, ask: run });
}

it("reads what the parsers of programs say about flags", async () => {
  const value = { kind: "value", joined: true, separate: true, takesDash: true };
  const nothing = { kind: "switch", joined: false, separate: false };
  const cases = [
    ["getopt", getopt, value, nothing],
    ["clap", clap, { ...value, takesDash: false }, nothing],
    ["pflag", pflag, value, nothing],
    ["argparse", argparse, { ...value, takesDash: false }, nothing],
    ["whole words", wholeWords, { ...value, joined: false }, nothing],
  ] as const;
  const read = await Promise.all(cases.map(async ([name, program]) => [name, await ask(program, ["--out", "--all", "--none"])]));
  expect(read).toEqual(
    cases.map(([name, , out, all]) => [
      name,
      [
        { flag: "--out", ...out },
        { flag: "--all", ...all },
        { flag: "--none", kind: "rejected" },
      ],
    ]),
  );
});

it("reads that a value is missing, although the program names no unknown flag before its required arguments", async () => {
  const strict: Program = (words) => {
    const at = words.indexOf("--out");
    if (at !== -1 && words[at + 1]?.startsWith("-")) return "tool: error: argument --out/-o: expected one argument";
    return "tool: error: the following arguments are required: --id";
  };
  expect(await ask(strict, ["--out", "--all"])).toEqual([
    { flag: "--out", kind: "value", separate: true, takesDash: false },
    { flag: "--all", kind: "unclear" },
  ]);
  const other: Program = (words) => (strict(words) ?? "").replace("arguments are required", "files are open");
  expect(await ask(other, ["--out"])).toEqual([{ flag: "--out", kind: "unclear" }]);
});

it("asks about letters only without a joined value", async () => {
  expect(await ask(getopt, ["-o", "-a", "-x"])).toEqual([
    { flag: "-o", kind: "value", separate: true, takesDash: true },
    { flag: "-a", kind: "switch", separate: false },
    { flag: "-x", kind: "rejected" },
  ]);
});

it("draws no conclusion from a program that names no unknown flag", async () => {
  const unclear = [{ flag: "--out", kind: "unclear" }];
  expect([await ask(silent, ["--out"]), await ask(stuck, ["--out"]), await ask(getopt, [])]).toEqual([unclear, unclear, []]);
});

it("starts no run when the time is over", async () => {
  let runs = 0;
  const counted = async (): Promise<Response | undefined> => {
    runs += 1;
    return await Promise.resolve({ texts: ["unknown flag: --zz9alpha"], exit: 1 });
  };
  const verdicts = await probeFlags({ program: "tool", path: [], flags: ["--a", "--b"], ask: counted, isOver: () => runs > 0 });
  expect([runs, verdicts.map(({ kind }) => kind)]).toEqual([1, ["unclear", "unclear"]]);
});

it("does not take a flag for one with an optional value if the parser refuses every value with a dash", async () => {
  // As in clap 3: the message about the next word is the same after a switch and after a flag whose value is missing.
  const lenient: Program = (words) => {
    const unknown = words.find((word) => word.startsWith("-") && !["--out", "--all", "-o", "-a"].includes(word.replace(/=.*/, "")));
    if (words.some((word) => word.startsWith("--all="))) return "error: The argument '--all' was not expected to have a value";
    return unknown === undefined ? "" : `error: Found argument '${unknown}' which wasn't expected`;
  };
  expect(await ask(lenient, ["--out", "--all", "-o", "--none"])).toEqual([
    { flag: "--out", kind: "known", joined: true },
    { flag: "--all", kind: "known", joined: false },
    { flag: "-o", kind: "known" },
    { flag: "--none", kind: "rejected" },
  ]);
});

it("draws no conclusion about optional values from a parser that names the unknown flag before a missing value", async () => {
  // As in clap 4 and argparse of Lua. A flag whose value is missing before another flag proves that optional values are told apart.
  const unknownFirst =
    (missing: readonly string[]): Program =>
    (words) => {
      const [first = ""] = words;
      if (words.includes("--all=zz9value")) return "error: unexpected value 'zz9value' for '--all' found; no more were expected";
      if (missing.includes(first)) return `error: a value is required for '${first} <OUT>' but none was supplied`;
      const unknown = words.find((word) => word.startsWith("-") && !/^--(?:all|out|sign)/.test(word));
      return unknown === undefined ? "" : `error: unexpected argument '${unknown}' found`;
    };
  const names = ["--out", "--sign", "--all"];
  const kinds = async (missing: readonly string[]): Promise<readonly string[]> =>
    (await ask(unknownFirst(missing), names)).map(({ kind }) => kind);
  expect([await kinds([]), await kinds(["--out"])]).toEqual([
    ["known", "known", "switch"],
    ["value", "optional", "switch"],
  ]);
});

it("reads an optional value in the next word, if the program refuses that word alone", async () => {
  // As `cargo check --package [<SPEC>]`. `--sign` takes its value only after `=`, and `--out` requires one.
  const cargo: Program = (words) => {
    const rest = words[0] === "--package" && !(words[1] ?? "-").startsWith("-") ? words.slice(2) : words;
    if (rest[0] === "--out" && (rest[1] ?? "-").startsWith("-"))
      return "error: a value is required for '--out <OUT>' but none was supplied";
    const unknown = rest.find((word) => !/^--(?:package|sign|out)/.test(word));
    return unknown === undefined ? "" : `error: unexpected argument '${unknown}' found`;
  };
  expect(await ask(cargo, ["--package", "--sign", "--out"])).toEqual([
    { flag: "--package", kind: "optional", joined: true, separate: true },
    { flag: "--sign", kind: "optional", joined: true, separate: false },
    { flag: "--out", kind: "value", joined: true, separate: true, takesDash: false },
  ]);
});

it("does not take a printed command line for a message", async () => {
  // As in cmd-ts, which marks the wrong word.
  const marking: Program = (words) => {
    const value = words.find((word) => word.includes("="));
    const wrong = value?.startsWith("--all=") ? `tool ${words.join(" ")}\n^ expected value to be either "true" or "false".\n` : "";
    return `error: found errors\n${wrong}tool ${words.join(" ")}\n     ^ Unknown arguments`;
  };
  expect(await ask(marking, ["--out", "--all"])).toEqual([
    { flag: "--out", kind: "unclear" },
    { flag: "--all", kind: "known", joined: false },
  ]);
});

it("asks a program that has only letters about them", async () => {
  // As getopt without long options: the first sign of an invented word that it refuses is a dash.
  const letters: Program = (words) => {
    for (let at = 0; at < words.length; at += 1) {
      const sign = words[at]?.[1] ?? "";
      if (sign === "o") at += 1;
      else if (sign !== "a") return `tool: invalid option -- '${sign}'`;
    }
    return "";
  };
  expect(await ask(letters, ["-o", "-a", "-x"])).toEqual([
    { flag: "-o", kind: "value", separate: true, takesDash: true },
    { flag: "-a", kind: "switch", separate: false },
    { flag: "-x", kind: "rejected" },
  ]);
});

it("asks a command with a known page only whether it has the flags", async () => {
  const runs: string[] = [];
  const known = new Map([
    ["--out", { flag: "--out", kind: "value", joined: true } as const],
    ["--all", { flag: "--all", kind: "switch" } as const],
  ]);
  const run = async ([, ...words]: readonly string[]): Promise<Response> => {
    runs.push(words[0] ?? "");
    return await Promise.resolve({ texts: [getopt(words.filter((word) => word !== "--out")) ?? ""], exit: 2 });
  };
  const verdicts = await probeFlags({ program: "tool", path: [], flags: ["--out", "--all"], known, ask: run });
  expect([runs, verdicts]).toEqual([["--zz9alpha", "--out", "--all"], [...known.values()]]);
});

it("does not ask the command for help about the flags of another one", async () => {
  // The option for help becomes the command `help`, and the missing value is named before unknown flags.
  const response = (words: readonly string[]): string =>
    words.includes("--help")
      ? `usage: tool help [-h] [cmd ...]\ntool help: error: unrecognized arguments: ${words.slice(1, -1).join(" ")}`
      : "tool add: error: the following arguments are required: src";
  const verdicts = await probeFlags({
    program: "tool",
    path: ["add"],
    flags: ["--format"],
    ask: async ([, ...words]) => ({ exit: 2, texts: [response(words)] }),
  });
  expect(verdicts.map(({ kind }) => kind)).toEqual(["unclear"]);
});
