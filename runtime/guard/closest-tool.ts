/** Chooses the tool that a refusal proposes: close to the words of the caller, and no riskier than they are. */
import type { Risk } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";
import { nearNames } from "../text/near-names.ts";
import type { LinePlan } from "./line-plan.ts";
import type { PlannedTool, ProgramPlans } from "./program-plans.ts";

const RISKS: readonly (Risk | undefined)[] = ["read", "write", "destructive"];

/** Returns a number that is higher for a higher risk. A tool that declares none has the highest. */
export function riskRank({ risk }: Pick<Tool, "risk">): number {
  const rank = RISKS.indexOf(risk);
  return rank === -1 ? RISKS.length : rank;
}

/** Returns all enabled tools of a program. */
function listEnabled(plans: ProgramPlans): readonly LinePlan[] {
  return [...plans.values()].flat().flatMap(({ plan, isEnabled }) => (isEnabled ? [plan] : []));
}

/** Returns the first words of the subcommands that an enabled tool has, sorted. `lowest` leaves out tools of a higher risk than the lowest. */
export function listSubcommands(plans: ProgramPlans, lowest = false): readonly string[] {
  const enabled = listEnabled(plans);
  const limit = lowest ? lowestRisk(enabled) : RISKS.length;
  const names = enabled.flatMap(({ path: [first], tool }) => (first !== undefined && riskRank(tool) <= limit ? [first] : []));
  return [...new Set(names)].toSorted();
}

/** Returns the lowest risk of the tools: that of reading, unless no tool declares it. */
function lowestRisk(plans: readonly LinePlan[]): number {
  return Math.min(...plans.map(({ tool }) => riskRank(tool)));
}

/**
 * Returns the enabled tool that shares most words of a subcommand, of several the one with the lowest risk. Undefined if none shares a word,
 * or if all that do are riskier than `limit`. The tools of which the caller wrote the whole subcommand are not.
 * @param limit the risk of what the caller wrote. By default, the lowest of all tools.
 */
export function closestEnabled(plans: ProgramPlans, path: readonly string[], limit?: number): LinePlan | undefined {
  const all = listEnabled(plans);
  const most = limit ?? lowestRisk(all);
  const isWritten = (plan: LinePlan): boolean => countShared(plan, path) === plan.path.length;
  const close = all.filter((plan) => isWritten(plan) || (riskRank(plan.tool) <= most && countShared(plan, path) > 0));
  const [closest] = close.toSorted(
    (a, b) => countShared(b, path) - countShared(a, path) || riskRank(a.tool) - riskRank(b.tool) || a.path.length - b.path.length,
  );
  return closest;
}

/** Returns the words from the first one that can start a subcommand. Before it are values of options that no tool has. */
export function fromSubcommand(plans: ProgramPlans, operands: readonly string[]): readonly string[] {
  const known = listSubcommands(plans);
  const start = operands.findIndex((word) => known.includes(word));
  return start === -1 ? operands : operands.slice(start);
}

/** Returns the number of words with which both subcommands start. */
function countShared(plan: LinePlan, path: readonly string[]): number {
  const end = plan.path.findIndex((word, index) => word !== path[index]);
  return end === -1 ? plan.path.length : end;
}

/** Returns the enabled tool of the subcommand that the caller probably meant: one word of it is misspelled. */
export function misspelled(tools: readonly PlannedTool[], operands: readonly string[]): LinePlan | undefined {
  const enabled = tools.flatMap(({ plan, isEnabled }) => (isEnabled ? [plan] : []));
  const wordAfter = (plan: LinePlan): string => plan.path[countShared(plan, operands)] ?? "";
  const depth = Math.max(0, ...enabled.map((plan) => countShared(plan, operands)));
  const deepest = enabled.filter((plan) => countShared(plan, operands) === depth);
  const [near] = nearNames(operands[depth] ?? "", deepest.map(wordAfter), 1);
  return deepest.filter((plan) => wordAfter(plan) === near).toSorted((a, b) => riskRank(a.tool) - riskRank(b.tool))[0];
}
