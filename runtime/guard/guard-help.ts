/** The help of a guard: the command lines that it runs. No program starts, because the help of some opens a pager or a browser. */
import { shellWord } from "../text/shell-word.ts";
import { riskRank } from "./closest-tool.ts";
import type { GuardedProgram } from "./guarded-program.ts";
import type { LinePlan } from "./line-plan.ts";
import { describeForm } from "./nearest-form.ts";
import { findPlans } from "./program-plans.ts";

/**
 * Returns the help for `PROGRAM [SUBCOMMAND] --help` and `PROGRAM help [SUBCOMMAND]`, as lines of text. Undefined for other words, and for a
 * subcommand that no enabled tool has.
 */
export function writeGuardHelp(words: readonly string[], program: GuardedProgram): string | undefined {
  const path = subcommandOf(words);
  if (path === undefined) return undefined;
  const enabled = [...findPlans(program).values()].flat().flatMap(({ plan, isEnabled }) => (isEnabled ? [plan] : []));
  const found = enabled.filter((plan) => path.every((word, index) => plan.path[index] === word));
  const exact = found
    .filter((plan) => plan.path.length === path.length && !hasShorterForm(plan, found))
    .toSorted((a, b) => riskRank(a.tool) - riskRank(b.tool));
  const below = found.filter((plan) => plan.path.length > path.length);
  if (found.length === 0) return undefined;
  const own = exact.flatMap((plan) => [`  ${describeForm(program.name, plan).commandLine}`, `      ${summaryOf(plan)}`]);
  const others = below.map((plan) => `  ${writeStart(program.name, plan)}: ${summaryOf(plan)}`);
  const [first] = below;
  const more = first === undefined ? [] : [`The options of one: ${[program.name, ...first.path].join(" ")} --help`];
  return [`A guard runs these command lines of ${program.name}, and no others:`, ...own, ...new Set(others.toSorted()), ...more].join("\n");
}

/** Reports whether the tool has another form, in which the first operand stands for an option: `curl URL` for `curl --url URL`. */
function hasShorterForm({ tool, hasLeadingOperand }: LinePlan, all: readonly LinePlan[]): boolean {
  return !hasLeadingOperand && all.some((other) => other.tool === tool && other.hasLeadingOperand);
}

/** Returns the subcommand of which words ask the help. */
function subcommandOf(words: readonly string[]): readonly string[] | undefined {
  const isFirst = words[0] === "help";
  if (!isFirst && words.at(-1) !== "--help") return undefined;
  const path = isFirst ? words.slice(1) : words.slice(0, -1);
  return path.some((word) => word.startsWith("-")) ? undefined : path;
}

/** Returns the words with which the command lines of a tool start. */
function writeStart(program: string, { path, constants }: LinePlan): string {
  const fixed = constants.filter(({ isAdded }) => !isAdded).flatMap(({ words }) => words);
  return [program, ...path, ...fixed.map(shellWord)].join(" ");
}

/** Returns the first sentence of the tool's description. */
function summaryOf({ tool: { description } }: LinePlan): string {
  return /^[^]*?\.(?=\s|$)/.exec(description)?.[0].trim() ?? description.trim();
}
