/** Tries to pass options that run programs, load code or write through the guard of each read-only policy of the catalog. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findListedProgram } from "../../generator/hazards/programs/programs.ts";
import type { ListedProgram } from "../../generator/hazards/programs/program.ts";
import { writingUsesOf } from "../../generator/hazards/programs/writing-commands.ts";
import { readCatalog } from "../../generator/host/catalog-folder.ts";
import { listTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import type { GuardedProgram } from "../../runtime/guard/guarded-program.ts";
import { listGuardedPrograms } from "../../runtime/guard/guarded-program.ts";
import { readCommandLine } from "../../runtime/guard/read-command-line.ts";
import { planLines } from "../../runtime/guard/line-plan.ts";
import { once } from "../../runtime/text/once.ts";
import { splitCommand, unquoteWords } from "../../runtime/tool/command-words.ts";
import { commandOf } from "../../runtime/tool/tool.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { buildCall, seeded } from "./catalog-tools.ts";

/** A text that no tool of the catalog writes. */
const MARK = "/guard-mark";

/** Returns the programs of each entry with the tools that its read-only policy enables, read once. */
const readRestricted = once(async (): Promise<readonly GuardedProgram[]> => {
  const programs: GuardedProgram[] = [];
  for (const { configs, policy } of readCatalog(join(import.meta.dirname, "../../catalog"))) {
    const files = configs.map(({ input }) => input);
    const checked = await checkInputs(files, { policies: policy === undefined ? [] : [policy.input] });
    const policies = checked.policies.map(({ spec }) => spec);
    const tools = listTools(resolveModel(checked.configs, { policies }).clis);
    programs.push(
      ...listGuardedPrograms(
        tools.map((tool) => ({ tool, isEnabled: true })),
        {},
      ),
    );
  }
  return programs;
});

/** Returns the options of a program with which callers run, load or write something, at all levels of subcommands. */
function hostileOptions(program: string): readonly string[] {
  const listOf = ({ options = [], loads = [], directories = [], startOption, subcommands }: ListedProgram): readonly string[] => [
    ...options,
    ...loads,
    ...directories,
    ...(startOption === undefined ? [] : [startOption]),
    ...[...(subcommands?.values() ?? [])].flatMap(listOf),
  ];
  const listed = findListedProgram(program);
  const writing = writingUsesOf(program).flatMap(({ options }) => [...(options ?? [])]);
  return [...new Set([...(listed === undefined ? [] : listOf(listed)), ...writing, ...GENERAL])];
}

const GENERAL = "-c -C -e -o -x --config --config-file --exec --output --plugin --init --eval --include --rcfile".split(" ");

/** Returns the spellings of an option with a value. `letter` is a switch of the tool. */
function spell(option: string, letter: string): readonly (readonly string[])[] {
  const bare = option.replace(/^-+/, "");
  const short = `-${bare.charAt(0)}`;
  return [
    [option, MARK],
    [`${option}=${MARK}`],
    [`${option}${MARK}`],
    [option],
    [`${option}=`, MARK],
    [`--${bare}`, MARK],
    [`-${bare}=${MARK}`],
    [`--${bare.slice(0, -1)}=${MARK}`],
    [`--${bare.slice(0, 3)}`, MARK],
    [`--${bare.replaceAll("-", "_")}=${MARK}`],
    [`--${bare.toUpperCase()}=${MARK}`],
    [`--no-${bare}`, MARK],
    [`${short}${MARK}`],
    [`-${letter}${bare.charAt(0)}`, MARK],
    [`-${letter}${bare.charAt(0)}${MARK}`],
    [`${bare}=${MARK}`],
    [`+${bare}`, MARK],
    ["--", option, MARK],
    ["--", "--", option, MARK],
    ["--end-of-options", option, MARK],
    [`@${MARK}`],
    ["", option, MARK],
    [option, MARK, option, MARK],
    [`\u2010${bare}`, MARK],
    [`${option}\n=${MARK}`],
    [`\r${option}`, MARK],
  ];
}

/** The texts with which the options and constant words of a tool start, with the number of words after them. */
function ownOptions(tool: Tool, { name, env }: GuardedProgram): ReadonlyMap<string, number> {
  const handler = commandOf(tool);
  const plans = handler === undefined ? [] : planLines(tool, handler, name, env);
  const rows = plans.flatMap(({ options, constants }) => [
    ...options.flatMap(({ flags, prefix, values }) => [...flags, prefix ?? []].flat().map((text) => [text, values.length] as const)),
    ...constants.flatMap(({ words }) => words.map((word) => [word, 0] as const)),
  ]);
  return new Map([...rows, ["--end-of-options", 1]]);
}

/**
 * Returns the first word that would run, before `--`, that looks like an option and is neither one of the tool nor a value after one. A
 * value after an option is checked by the measured grammar of its program.
 */
function findForeign(words: readonly string[], own: ReadonlyMap<string, number>): string | undefined {
  const end = words.indexOf("--");
  const before = end === -1 ? words : words.slice(0, end);
  const isOwn = (word: string): boolean => [...own.keys()].some((text) => word.startsWith(text));
  const isValue = (place: number): boolean => before.slice(0, place).some((word, index) => index + (own.get(word) ?? 0) >= place);
  return before.find((word, place) => /^-./.test(word) && !isOwn(word) && !isValue(place));
}

/** Returns the words of the first example that the server accepts. */
async function exampleWords(tool: Tool): Promise<readonly string[] | undefined> {
  for (const { args } of tool.examples ?? []) {
    const call = await buildCall(tool, args);
    if (call !== undefined) return call.words;
  }
  return undefined;
}

const ROUNDS = Number(process.env["GUARD_ROUNDS"] ?? 4);

it("lets no option that runs, loads or writes reach a program that a read-only policy restricts", async () => {
  const random = seeded(Number(process.env["FC_SEED"] ?? 1));
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const holes: string[] = [];
  const counts = { tried: 0, read: 0 };
  for (const program of await readRestricted()) {
    const options = hostileOptions(program.name);
    for (const { tool } of program.tools) {
      const words = await exampleWords(tool);
      if (words === undefined) continue;
      for (let round = 0; round < ROUNDS; round += 1) {
        const option = pick(options) ?? "-c";
        const hostile = pick(spell(option, pick(["v", "l", "n", "q"]) ?? "v")) ?? [];
        const place = Math.floor(random() * (words.length + 1));
        const line = [...words.slice(0, place), ...hostile, ...words.slice(place)];
        counts.tried += 1;
        const reading = await readCommandLine(line, program);
        if (reading.kind === "refused") continue;
        const built = await buildCall(reading.tool, reading.args);
        if (built === undefined) continue;
        counts.read += 1;
        const found = findForeign(built.words, ownOptions(reading.tool, program));
        if (found !== undefined)
          holes.push(`${program.name} ${JSON.stringify(line)}: ${reading.tool.name} runs ${JSON.stringify(built.words)}`);
      }
    }
  }
  expect(counts.tried).toBeGreaterThan(1500);
  expect(holes).toEqual([]);
});

it("refuses lines that write, run, open a browser, read files or variables, or choose another server", async () => {
  const programs = new Map((await readRestricted()).map((program) => [program.name, program]));
  const lines = readFileSync(join(import.meta.dirname, "refused-lines.txt"), "utf8")
    .trimEnd()
    .split("\n");
  const holes: string[] = [];
  for (const line of lines) {
    const split = splitCommand(line);
    const [name = "", ...words] = split.kind === "words" ? unquoteWords(split.words) : [];
    const program = programs.get(name);
    if (program === undefined) throw new Error(`the catalog restricts no ${name}`);
    const reading = await readCommandLine(words, program);
    if (reading.kind === "read" && (await buildCall(reading.tool, reading.args)) !== undefined) holes.push(line);
  }
  expect(holes).toEqual([]);
});
