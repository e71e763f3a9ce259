/** Measures what a guard adds to a program: until the program starts, and until it exits. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { BenchTable, Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { BARE_NODE, compileC, timeProcess, timeUntilProgram } from "./processes.ts";
import type { TimedCommand } from "./processes.ts";
import { climaxGen, temporaryFolder } from "./projects.ts";
import type { Variant } from "./timing.ts";
import { median, medianRatio, timeSideBySide } from "./timing.ts";

/** A line without values, one with values, and one whose operand only a pattern can tell apart. The first one has the target. */
const LINES = ["status", "log --oneline -5", "log main -5"];

export const guard: Benchmark = {
  name: "guard",
  title: "git under a guard, from spawn to the start and to the exit of git",
  options: ["rounds"],
  async run(context) {
    const folder = await packageGuard();
    const repository = join(folder, "repository");
    mkdirSync(repository);
    execFileSync("git", ["init", "--quiet", repository]);
    const place = { folder, repository, rounds: numberOption(context, "rounds", 21) };
    return [await timeStarts(place), await timeExits(place)];
  },
};

interface Place {
  /** The folder with the guard. */
  readonly folder: string;
  readonly repository: string;
  readonly rounds: number;
}

/** Times the start of a program that stands for git and prints the time. */
async function timeStarts({ folder, repository, rounds }: Place): Promise<BenchTable> {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const program = join(programs, "git");
  const title = "Guard of git with its read-only policy, until the program starts";
  if (!compileC("start-clock.c", program)) return { title: `${title}: needs cc`, columns: [], rows: [] };
  const env = { PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}` };
  const under = join(folder, "guard/bin/git");
  const variants: readonly Variant[] = [
    { name: "bare node -e 0, until its exit", run: () => timeProcess(BARE_NODE) },
    { name: "git, without the guard", run: () => timeUntilProgram({ command: program, args: ["status"], cwd: repository, env }) },
    ...LINES.map((line) => ({
      name: `the guard of git ${line}`,
      run: () => timeUntilProgram({ command: under, args: line.split(" "), cwd: repository, env, profile: `guard: git ${line}` }),
    })),
  ];
  const [bare, alone, ...guarded] = await timeSideBySide(variants, rounds);
  if (bare === undefined || alone === undefined) throw new Error("nothing was measured");
  const added = guarded.map(({ name, samples }) => {
    const own = samples.map((ms, round) => ms - (alone.samples[round] ?? Number.NaN));
    return { name, ms: median(own), ratio: medianRatio(own, bare.samples) };
  });
  const [first] = added;
  return {
    title,
    columns: ["start", "ms", "× bare node"],
    rows: [bare, alone, ...added].map(({ name, ms, ratio }) => [name, ms, ratio]),
    measured: { guard: first?.ms ?? Number.NaN, guardNode: first?.ratio ?? Number.NaN },
  };
}

/** Times git itself, from spawn to exit. */
async function timeExits({ folder, repository, rounds }: Place): Promise<BenchTable> {
  const args = ["status"];
  const own: TimedCommand = { command: "git", args, cwd: repository, profile: "git status" };
  const guarded: TimedCommand = { ...own, command: join(folder, "guard/bin/git"), profile: "guard: git status" };
  const variants: readonly Variant[] = [
    { name: "bare node -e 0", run: () => timeProcess(BARE_NODE) },
    { name: "git status", run: () => timeProcess(own) },
    { name: "git status under the guard", run: () => timeProcess(guarded) },
  ];
  const timings = await timeSideBySide(variants, rounds);
  const [bare = [], alone = [], under = []] = timings.map(({ samples }) => samples);
  const before = under.map((ms, round) => ms - (alone[round] ?? Number.NaN));
  return {
    title: "Guard of git with its read-only policy, until the exit of git",
    columns: ["start", "ms", "× bare node"],
    rows: [
      ...timings.map(({ name, ms, ratio }) => [name, ms, ratio]),
      ["the guard, without git", median(before), medianRatio(before, bare)],
    ],
  };
}

/** Packages a guard of the catalog's git into `guard/` of a temporary folder. Returns the folder. */
async function packageGuard(): Promise<string> {
  const folder = temporaryFolder("guard");
  const entry = resolve("catalog/git");
  const policy = join(entry, "policies/read-only.yaml");
  await timeProcess(climaxGen([join(entry, "git.yaml"), "--policy", policy, "-o", "out"], folder));
  await timeProcess(climaxGen(["package", "out", "--format", "guard", "-o", "guard"], folder));
  return folder;
}
