/** The plans of a program's tools, made when they are needed: a command line needs those of one subcommand. */
import type { GuardedProgram, GuardedTool } from "./guarded-program.ts";
import { commandOf } from "../tool/tool.ts";
import { groupEntries } from "../text/group-entries.ts";
import type { LinePlan } from "./line-plan.ts";
import { createFirstWords, planLines } from "./line-plan.ts";

/** The plan of a tool, and whether policies enable it. */
export interface PlannedTool {
  readonly plan: LinePlan;
  readonly isEnabled: boolean;
}

/** The plans of a program, by the first word of their subcommand, which is empty for a tool without one. */
export type ProgramPlans = ReadonlyMap<string, readonly PlannedTool[]>;

/** The tools of a program by the first word of their subcommand, and the plans of those that were asked for. */
interface LazyPlans {
  readonly tools: ReadonlyMap<string, readonly GuardedTool[]>;
  readonly plans: Map<string, readonly PlannedTool[]>;
}

const lazyPlansOf = new WeakMap<GuardedProgram, LazyPlans>();

/** Returns the tools of a program by the first word of their subcommand, grouped once. */
function groupTools(program: GuardedProgram): LazyPlans {
  const known = lazyPlansOf.get(program);
  if (known !== undefined) return known;
  const firstWordOf = createFirstWords(program.name, program.env);
  const tools = groupEntries(
    program.tools.flatMap((guarded) => {
      const handler = commandOf(guarded.tool);
      return handler === undefined ? [] : [[firstWordOf(handler), guarded] as const];
    }),
  );
  const grouped = { tools, plans: new Map() };
  lazyPlansOf.set(program, grouped);
  return grouped;
}

/** Returns the plans of the tools whose subcommand has this first word, made once: a guard needs few of them. */
function plansOf(program: GuardedProgram, first: string): readonly PlannedTool[] {
  const { tools, plans } = groupTools(program);
  const known = plans.get(first);
  if (known !== undefined) return known;
  const made = (tools.get(first) ?? []).flatMap(({ tool, isEnabled }) => {
    const handler = commandOf(tool);
    return handler === undefined ? [] : planLines(tool, handler, program.name, program.env).map((plan) => ({ plan, isEnabled }));
  });
  plans.set(first, made);
  return made;
}

/** Returns the plans of all tools, for a refusal. A tool without a subcommand can have plans with one, for the values of an argument. */
export function findPlans(program: GuardedProgram): ProgramPlans {
  const all = [...groupTools(program).tools.keys()].flatMap((first) => plansOf(program, first));
  return groupEntries(all.map((planned) => [planned.plan.path[0] ?? "", planned]));
}

/** Returns the plans that words can be: those whose subcommand the words have, and those without one. */
export function findCandidates(words: readonly string[], program: GuardedProgram): readonly PlannedTool[] {
  const general = plansOf(program, "");
  const starts = new Set(general.map(({ plan }) => plan.path[0] ?? ""));
  const { tools } = groupTools(program);
  const first = words.find((word) => word !== "" && (tools.has(word) || starts.has(word))) ?? "";
  const own = general.filter(({ plan }) => [first, undefined].includes(plan.path[0]));
  return [...(first === "" ? [] : plansOf(program, first)), ...own];
}
