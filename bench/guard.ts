/** Measures what a guard adds to a program: from the start of the script on PATH to the exit of the program. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { BARE_NODE, timeProcess } from "./processes.ts";
import type { TimedCommand } from "./processes.ts";
import { climaxGen, temporaryFolder } from "./projects.ts";
import type { Variant } from "./timing.ts";
import { median, medianRatio, timeSideBySide } from "./timing.ts";

export const guard: Benchmark = {
  name: "guard",
  title: "git status under a guard, from spawn to exit",
  options: ["rounds"],
  async run(context) {
    const folder = await packageGuard();
    const repository = join(folder, "repository");
    mkdirSync(repository);
    execFileSync("git", ["init", "--quiet", repository]);
    const own = (args: readonly string[], profile: string): TimedCommand => ({ command: "git", args, cwd: repository, profile });
    const guarded = (args: readonly string[], profile: string): TimedCommand => ({
      command: join(folder, "guard/bin/git"),
      args,
      cwd: repository,
      profile,
    });
    const variants: readonly Variant[] = [
      { name: "bare node -e 0", run: () => timeProcess(BARE_NODE) },
      { name: "git status", run: () => timeProcess(own(["status"], "git status")) },
      { name: "git status under the guard", run: () => timeProcess(guarded(["status"], "guard: git status")) },
    ];
    const timings = await timeSideBySide(variants, numberOption(context, "rounds", 21));
    const [bare = [], alone = [], under = []] = timings.map(({ samples }) => samples);
    const before = under.map((ms, round) => ms - (alone[round] ?? Number.NaN));
    return [
      {
        title: "Guard of git with its read-only policy",
        columns: ["start", "ms", "× bare node"],
        rows: [
          ...timings.map(({ name, ms, ratio }) => [name, ms, ratio]),
          ["the guard, without git", median(before), medianRatio(before, bare)],
        ],
        measured: { guard: median(before), guardNode: medianRatio(before, bare) },
      },
    ];
  },
};

/** Packages a guard of the catalog's git into `guard/` of a temporary folder. Returns the folder. */
async function packageGuard(): Promise<string> {
  const folder = temporaryFolder("guard");
  const entry = resolve("catalog/git");
  const policy = join(entry, "policies/read-only.yaml");
  await timeProcess(climaxGen([join(entry, "git.yaml"), "--policy", policy, "-o", "out"], folder));
  await timeProcess(climaxGen(["package", "out", "--format", "guard", "-o", "guard"], folder));
  return folder;
}
