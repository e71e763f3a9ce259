/** Counts how many command lines of a file the guard of the catalog's tools reads, and why it refuses the others. */
import { readFileSync } from "node:fs";
import type { GuardedProgram } from "../runtime/guard/guarded-program.ts";
import type { LinePlan } from "../runtime/guard/line-plan.ts";
import { planLines } from "../runtime/guard/line-plan.ts";
import { otherForms } from "../runtime/guard/other-forms.ts";
import { readCommandLine } from "../runtime/guard/read-command-line.ts";
import type { Reading, RefusedLine } from "../runtime/guard/reading.ts";
import { isIgnored } from "../runtime/guard/same-options.ts";
import { splitCommand, unquoteWords } from "../runtime/tool/command-words.ts";
import { commandOf } from "../runtime/tool/tool.ts";
import { readPrograms } from "../test/guard/catalog-tools.ts";
import type { Benchmark } from "./benchmark.ts";
import { completeWords } from "./guard-samples.ts";

/** The result of reading a line. */
interface LineResult {
  readonly line: string;
  /** `read`, the rule that the line breaks, or why no tool is asked: no program, no subcommand, an option that no tool declares. */
  readonly result: string;
  readonly message: string;
}

const WITH_SAMPLES = "read with sample values";

const UNDECLARED: ReadonlySet<string> = new Set(["no such program", "no such subcommand", "no such option"]);

export const guardLines: Benchmark = {
  name: "guard-lines",
  title: "command lines of --corpus FILE (one per line) that the guard of the catalog reads",
  options: ["corpus"],
  async run({ options: { corpus }, say }) {
    if (corpus === undefined) throw new Error("name --corpus FILE");
    const lines = readFileSync(corpus, "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"));
    const programs = new Map((await readPrograms()).map((program) => [program.name, program]));
    const results: LineResult[] = [];
    for (const line of lines) results.push(await readLine(line, programs));
    for (const { line, result, message } of results) if (result !== "read") say(`${result}: ${line}\n    ${message}`);
    const declared = results.filter(({ result }) => !UNDECLARED.has(result));
    const counts = Array.from(
      new Set(results.map(({ result }) => result)),
      (result) => [result, results.filter((one) => one.result === result).length] as const,
    );
    const share = (count: number, all: number): number | string => (all === 0 ? "–" : (100 * count) / all);
    const rows = counts
      .toSorted((a, b) => b[1] - a[1])
      .map(([result, count]) => [result, count, UNDECLARED.has(result) ? "–" : share(count, declared.length)]);
    return [
      {
        title: `${declared.length} of ${results.length} lines have a subcommand and options that the catalog declares`,
        columns: ["result", "lines", "percent of declared"],
        rows,
      },
    ];
  },
};

async function readLine(line: string, programs: ReadonlyMap<string, GuardedProgram>): Promise<LineResult> {
  const split = splitCommand(line);
  const [name = "", ...given] = split.kind === "words" ? unquoteWords(split.words) : [];
  const words = given.filter((word) => !isRest(word));
  const program = programs.get(name);
  if (program === undefined) return { line, result: "no such program", message: name };
  const forms = [words, ...otherForms(name, words)];
  if ((await readCommandLine(given, program)).kind === "read") return { line, result: "read", message: "" };
  const tries = forms.flatMap((form) => [form, ...findPlans(program, form).flatMap((plan) => completeWords(form, plan))]);
  const readings: Reading[] = [];
  for (const one of tries) readings.push(await readCommandLine(one, program));
  if (readings.some(({ kind }) => kind === "read")) return { line, result: WITH_SAMPLES, message: "" };
  const plans = findPlans(program, words);
  if (plans.length === 0) return { line, result: "no such subcommand", message: words.join(" ") };
  const unknown = words.find((word) => word.startsWith("-") && !plans.some((plan) => declares(plan, word, name)));
  if (unknown !== undefined) return { line, result: "no such option", message: unknown };
  const [first] = readings.slice(1);
  if (first?.kind === "refused" && isSubcommand(first, words)) return { line, result: "no such subcommand", message: first.word };
  return first?.kind === "refused" ? { line, result: first.rule, message: first.message } : { line, result: "unknown", message: "" };
}

/** Reports whether a word of the line, and not a sample, was refused in the place of a subcommand. */
function isSubcommand({ rule, word }: RefusedLine, words: readonly string[]): boolean {
  return (rule === "unknown-value" || rule === "unknown-operand") && /^[a-z][a-z-]+$/.test(word) && words.includes(word);
}

/** Reports whether a word is what remains of one without its placeholders: `""`, `@` or `..`. */
function isRest(word: string): boolean {
  return /^[^A-Za-z0-9]*$/.test(word) && word !== "." && !word.startsWith("-");
}

/** Returns the plans with the longest subcommand that starts the operands. */
function findPlans(program: GuardedProgram, words: readonly string[]): readonly LinePlan[] {
  const operands = words.filter((word) => !word.startsWith("-"));
  const plans = program.tools.flatMap(({ tool }) => {
    const handler = commandOf(tool);
    return handler === undefined ? [] : planLines(tool, handler, program.name, program.env);
  });
  const fitting = plans.filter(({ path }) => path.every((word, index) => operands[index] === word));
  const depth = Math.max(0, ...fitting.map(({ path }) => path.length));
  return fitting.filter(({ path }) => path.length === depth);
}

/** Reports whether a tool has the option that a word is, in any spelling. */
function declares(plan: LinePlan, word: string, program: string): boolean {
  const [name = ""] = word.split("=");
  if (
    plan.flags.has(name) ||
    isIgnored(word, program, plan.path, false) ||
    plan.prefixes.some(({ prefix = "" }) => word.startsWith(prefix))
  )
    return true;
  return /^-[A-Za-z0-9]/.test(word) && (/^-\d+$/.test(word) || plan.flags.has(word.slice(0, 2)));
}
