/** Tests the arguments that `npm run bench` accepts, and its messages for all others. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Benchmark } from "../../bench/benchmark.ts";
import { benchmarkNames, benchmarks, largeBenchmarks, loadBenchmarks } from "../../bench/benchmarks.ts";
import { findForeignOption, readCommandLine } from "../../bench/command-line.ts";
import { PEERS } from "../../bench/peers.ts";

const KNOWN = ["start", "search", "generate"];

const read = (...words: readonly string[]) => readCommandLine(words, KNOWN, "/here");

describe("a command line", () => {
  it.each([
    ["nothing", [], [], {}],
    ["names in their order", ["search", "start"], ["search", "start"], {}],
    ["a number", ["start", "--rounds", "5"], ["start"], { rounds: "5" }],
    ["a number after an equals sign", ["--rounds=5", "start"], ["start"], { rounds: "5" }],
    ["a fraction of a second", ["--seconds", "0.5"], [], { seconds: "0.5" }],
    ["a flag before a name", ["--profile", "start"], ["start"], { profile: "" }],
    ["a path relative to the current directory", ["--json", "a/b.json"], [], { json: "/here/a/b.json" }],
    ["a path from the root", ["--corpus", "/c.json"], [], { corpus: "/c.json" }],
  ])("accepts %s", (_title, words, names, options) => expect(read(...words)).toEqual({ kind: "run", names, options }));

  it.each([
    ["a misspelled name", ["strat"], 'there is no benchmark "strat": did you mean start?'],
    ["an unknown name", ["xyz"], 'there is no benchmark "xyz": choose from start, search, generate'],
    ["a misspelled option", ["start", "--round", "5"], "there is no option --round: did you mean --rounds?"],
    ["a name of Object.prototype", ["constructor"], 'there is no benchmark "constructor": choose from start, search, generate'],
    ["a word instead of a number", ["--rounds", "many"], '--rounds takes a whole number from 1, not "many"'],
    ["zero rounds", ["--rounds", "0"], '--rounds takes a whole number from 1, not "0"'],
    ["a fraction of a round", ["--rounds", "1.5"], '--rounds takes a whole number from 1, not "1.5"'],
    ["a missing number", ["start", "--rounds"], "--rounds takes a whole number from 1"],
    ["a time of zero", ["--seconds", "0"], '--seconds takes a number above 0, not "0"'],
    ["a missing path", ["--json"], "--json takes the path of a file"],
    ["a value for a flag", ["--profile=yes"], '--profile takes no value: leave "yes" out'],
    [
      "--write-docs with --profile",
      ["--profile", "--write-docs"],
      "--write-docs writes figures, and --profile distorts them: leave one of them out",
    ],
  ])("rejects %s", (_title, words, message) => expect(read(...words)).toEqual({ kind: "misuse", message }));

  it("rejects an option that none of the given benchmarks has", () => {
    const start: Benchmark = { name: "start", title: "", options: ["rounds"], run: async () => [] };
    expect(findForeignOption({ rounds: "1", json: "/f" }, [start])).toBeUndefined();
    expect(findForeignOption({ calls: "1" }, [start])).toBe(
      "start takes no --calls, but --seed N, --json FILE, --profile, --write-docs, --list, --rounds N",
    );
  });
});

describe("the pages", () => {
  const pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter((name) =>
    name.endsWith(".md"),
  );
  const commands = pages.flatMap((page) =>
    Array.from(readFileSync(page, "utf8").matchAll(/npm run bench -- ([^`#|\n]+)/g), ([, words = ""]) => [page, words.trim()] as const),
  );

  it.each(commands)("show a valid command in %s: %s", async (_page, text) => {
    const given = readCommandLine(text.split(" "), benchmarkNames, "/here");
    if (given.kind === "misuse") throw new Error(given.message);
    const chosen = await loadBenchmarks(given.names.length === 0 ? benchmarkNames : given.names);
    expect(findForeignOption(given.options, chosen)).toBeUndefined();
  });

  it.each(PEERS.map(({ name, installation }) => [name, installation(".bench/peers")]))("show the installation of %s", (_name, command) => {
    expect(readFileSync("docs/performance.md", "utf8")).toContain(`\n${command}\n`);
  });
});

describe("the benchmarks", () => {
  it.each([...benchmarks, ...largeBenchmarks])("include %s under its own name", async (name, load) => {
    expect((await load()).name).toBe(name);
  });
});
