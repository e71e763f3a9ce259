/** Runs the examples of a plan: once, for a record twice, and next to traps. */
import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { createLimiter } from "@climax-gen/runtime/internal/process/limiter";
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import { toFirstCommand } from "../check/files/command-choice.ts";
import { programOf } from "../check/files/tool-program.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { readEnvironment } from "../host/environment.ts";
import type { FactsOfTools } from "../try/compare-facts.ts";
import { agreeOnFacts, type ExampleFacts, toFacts } from "../try/facts.ts";
import { findProblems, findSprungTraps, type ReplyLimits } from "../try/find-problems.ts";
import type { ObservedCall } from "../try/observed-call.ts";
import type { PlannedExample } from "../try/plan-examples.ts";
import { trapsFor } from "../try/traps/traps.ts";
import { type ExampleOptions, type ExampleRunner, openExamples } from "./example-runner.ts";

/** Options of running examples. */
export interface TryOptions extends Omit<ExampleOptions, "programs">, ReplyLimits {
  /** Whether every example runs twice, to find the facts that are the same in every run. */
  readonly isRecorded: boolean;
  /** Whether every example runs next to traps, too. */
  readonly isHostile: boolean;
  /** Called with the number of finished runs of examples. */
  readonly onProgress: (finished: number) => void;
}

/** The results of all examples, or the setup that failed. */
export type TriedExamples =
  | {
      readonly kind: "tried";
      readonly facts: FactsOfTools;
      readonly diagnostics: readonly Diagnostic[];
      /** Whether strace observed the network. */
      readonly isTraced: boolean;
    }
  | { readonly kind: "setup_failed"; readonly command: string; readonly reason: string };

/** One example that ran. */
interface Tried {
  readonly planned: PlannedExample;
  readonly facts: ExampleFacts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Time between two runs of an example, in milliseconds: Git and other programs write times in seconds. */
const SECOND_RUN_AFTER_MS = 1100;

/** Runs the examples. For a record, the project is also prepared twice. */
export async function tryExamples(examples: readonly PlannedExample[], options: TryOptions): Promise<TriedExamples> {
  const first = await runAll(examples, options, (planned, runner) => tryOne(planned, runner, options));
  if (first.kind === "setup_failed") return first;
  const { results, isTraced } = first;
  const diagnostics = results.flatMap((one) => one.diagnostics);
  if (!options.isRecorded) return { kind: "tried", facts: groupFacts(results), diagnostics, isTraced };
  await setTimeout(SECOND_RUN_AFTER_MS);
  const second = await runAll(examples, options, async (planned, runner) => factsOf(planned, await runner.run(planned)));
  if (second.kind === "setup_failed") return second;
  const agreed = results.map((one, index) => ({ ...one, facts: agreeOnFacts(one.facts, second.results[index] ?? one.facts) }));
  return { kind: "tried", facts: groupFacts(agreed), diagnostics, isTraced };
}

type AllRun<Result> =
  | { readonly kind: "run"; readonly results: readonly Result[]; readonly isTraced: boolean }
  | Extract<TriedExamples, { kind: "setup_failed" }>;

/** Runs as many examples at a time as the machine has processors. The results are in the order of the examples. */
async function runAll<Result>(
  examples: readonly PlannedExample[],
  options: TryOptions,
  run: (planned: PlannedExample, runner: ExampleRunner) => Promise<Result>,
): Promise<AllRun<Result>> {
  const programs = [...new Set(examples.map(programNameOf))];
  const opened = await openExamples({ ...options, programs });
  if (opened.kind === "setup_failed") return opened;
  const { runner } = opened;
  const limiter = createLimiter({ maxRunning: availableParallelism() });
  let finished = 0;
  try {
    const outcomes = await Promise.all(
      examples.map(async (planned) => {
        const outcome = await limiter.run(() => run(planned, runner));
        options.onProgress((finished += 1));
        return outcome.kind === "done" ? [outcome.value] : [];
      }),
    );
    return { kind: "run", results: outcomes.flat(), isTraced: runner.isTraced };
  } finally {
    await runner.close();
  }
}

async function tryOne(planned: PlannedExample, runner: ExampleRunner, { isHostile, ...limits }: TryOptions): Promise<Tried> {
  const call = await runner.run(planned);
  const diagnostics = await findProblems({ planned, call }, limits);
  const tried = { planned, facts: factsOf(planned, call) };
  const traps = isHostile ? trapsFor(programNameOf(planned)) : [];
  if (traps.length === 0) return { ...tried, diagnostics };
  const hostile = { planned, call: await runner.run(planned, traps) };
  return { ...tried, diagnostics: [...diagnostics, ...findSprungTraps(hostile, traps)] };
}

function factsOf({ file, args }: PlannedExample, call: ObservedCall): ExampleFacts {
  return toFacts(args, { ...call, ...(call.argv && { argv: toFirstCommand(file, call.argv, readEnvironment()) }) });
}

function programNameOf({ file, tool }: PlannedExample): string {
  return programOf(file, file.tools.find(({ name }) => name === tool.name) ?? {}, readEnvironment());
}

function groupFacts(tried: readonly Tried[]): FactsOfTools {
  return groupEntries(tried.map(({ planned, facts }) => [planned.tool.name, facts]));
}
