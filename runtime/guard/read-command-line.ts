/** Reads a command line of a program as a call of one of its tools. */
import type { ArgumentProblem } from "../arguments/arguments.ts";
import { findRelationProblems } from "../arguments/relations.ts";
import { findLimitProblems } from "../arguments/value-limits.ts";
import type { Tool } from "../tool/tool.ts";
import { nearNames } from "../text/near-names.ts";
import { closestEnabled, fromSubcommand, listSubcommands, misspelled, riskRank } from "./closest-tool.ts";
import type { GuardedProgram } from "./guarded-program.ts";
import type { LinePlan } from "./line-plan.ts";
import { ENDS_OPTIONS } from "./line-entry.ts";
import { describeForm } from "./nearest-form.ts";
import { preparePatterns } from "./operand-patterns.ts";
import { otherForms, spellOutLetters } from "./other-forms.ts";
import type { PlannedTool, ProgramPlans } from "./program-plans.ts";
import { findCandidates, findPlans } from "./program-plans.ts";
import type { ToolReading } from "./read-as-tool.ts";
import { buildWords, readAsTool } from "./read-as-tool.ts";
import type { Reading, ReadLine, RefusedLine } from "./reading.ts";
import type { Refusal } from "./refusal.ts";
import { refuse } from "./refusal.ts";

/**
 * Reads the words after the name of the program as a call of one of its tools. Never guesses: words that fit no tool, or several, are
 * refused.
 *
 * The tool with the longest subcommand is read. Of several, one whose limits the values keep; then the one to which the fewest constant
 * words are added; then the one most of whose constant words the caller wrote; then the one whose defaults add the fewest words. Two that
 * still remain are refused, unless they write the same words.
 *
 * Words that fit no tool are read again in another form with the same meaning (`other-forms.ts`).
 */
export async function readCommandLine(words: readonly string[], program: GuardedProgram): Promise<Reading> {
  const own = spellOutLetters(program.name, words);
  const reading = await readWords(own, program);
  if (isDecided(reading)) return reading;
  const others: Reading[] = [];
  for (const form of otherForms(program.name, own)) {
    const other = await readWords(form, program);
    if (isDecided(other)) return other;
    others.push(other);
  }
  const [first = reading] = others;
  return reading.rule === "unknown-subcommand" ? first : reading;
}

function isDecided(reading: Reading): reading is ReadLine | (RefusedLine & { readonly rule: "disabled" }) {
  return reading.kind === "read" || reading.rule === "disabled";
}

async function readWords(words: readonly string[], program: GuardedProgram): Promise<Reading> {
  const candidates = findCandidates(words, program);
  for (const { plan } of candidates) if (hasOperands(words, plan)) await preparePatterns(plan.operands);
  const results = candidates.map((planned) => ({ planned, result: readAsTool(words, planned.plan, program.name, program.env) }));
  // A word that is a subcommand of one tool is no operand of another.
  const depth = Math.max(0, ...results.filter(({ result }) => hasPath(result)).map(({ planned }) => planned.plan.path.length));
  const deepest = results.filter(({ planned, result }) => planned.plan.path.length === depth && hasPath(result));
  const fits = deepest.flatMap(({ planned, result }) => (result.kind === "fits" ? [{ planned, result }] : []));
  const chosen = chooseReading(fits.length > 1 ? await keepValid(fits) : fits, program);
  if (chosen === undefined) {
    const refusals = (deepest.length > 0 ? deepest : results).flatMap(({ planned, result }) =>
      result.kind === "refused" ? [{ planned, refusal: result }] : [],
    );
    return refuseWords(words, program, refusals);
  }
  if (chosen.kind === "ambiguous") return chosen.refused;
  const { planned, result } = chosen;
  if (!planned.isEnabled) {
    const { path, tool } = result.plan;
    const message = `the policy does not enable ${tool.name}`;
    return complete(refuse("disabled", "", words.length, message), program, closestEnabled(findPlans(program), path, riskRank(tool)));
  }
  const added = [...result.added.flatMap(({ words: constant }) => constant), ...result.addedDefaults];
  const { asked, plan, values } = result;
  return { kind: "read", tool: plan.tool, args: Object.fromEntries(values), added, ...(asked.length > 0 && { asked }) };
}

/** Reports whether words can have operands beside those of the subcommand. The patterns of operands take time to load. */
function hasOperands(words: readonly string[], { path, operands }: LinePlan): boolean {
  if (operands.length < 2) return false;
  return words.some(isEnd) || words.filter((word) => !word.startsWith("-") || word === "-").length > path.length;
}

/** Reports whether options can end at a word. */
function isEnd(word: string): boolean {
  return word === "--" || word === ENDS_OPTIONS;
}

function hasPath(result: ToolReading | Refusal): boolean {
  return result.kind === "fits" || result.isInPath !== true;
}

interface Fit {
  readonly planned: PlannedTool;
  readonly result: ToolReading;
}

/** Leaves out readings whose values break a limit of their tool, if another one keeps its limits. */
async function keepValid(fits: readonly Fit[]): Promise<readonly Fit[]> {
  const problems = await Promise.all(fits.map(async ({ result: { plan, values } }) => await findProblems(plan.tool, values)));
  const valid = fits.filter((_, index) => problems[index]?.length === 0);
  return valid.length > 0 ? valid : fits;
}

async function findProblems(tool: Tool, values: ToolReading["values"]): Promise<readonly ArgumentProblem[]> {
  return [...findRelationProblems(tool, values, new Set()), ...(await findLimitProblems(tool.args, values))];
}

type Choice = ({ readonly kind: "chosen" } & Fit) | { readonly kind: "ambiguous"; readonly refused: RefusedLine };

function chooseReading(fits: readonly Fit[], program: GuardedProgram): Choice | undefined {
  const [only, ...others] = fits;
  if (only === undefined) return undefined;
  if (others.length === 0) return { kind: "chosen", ...only };
  const ranked = fits.map((fit) => ({ fit, words: buildWords(fit.result, program.env), added: countAdded(fit.result) }));
  const fewestAdded = Math.min(...ranked.map(({ added }) => added));
  const near = ranked.filter(({ added }) => added === fewestAdded);
  const mostWritten = Math.max(...near.map(({ fit }) => fit.result.written));
  const specific = near.filter(({ fit }) => fit.result.written === mostWritten);
  const fewestDefaults = Math.min(...specific.map(({ fit }) => fit.result.addedDefaults.length));
  const best = specific.filter(({ fit }) => fit.result.addedDefaults.length === fewestDefaults);
  const lines = new Set(best.map(({ words }) => JSON.stringify(words)));
  const [{ fit } = { fit: only }] = best.toSorted((a, b) => rankOf(a.fit) - rankOf(b.fit));
  if (lines.size === 1) return { kind: "chosen", ...fit };
  const names = best.map((one) => one.fit.result.plan.tool.name);
  const message = `the words fit the tools ${names.join(" and ")}; call the one that you mean`;
  return { kind: "ambiguous", refused: complete(refuse("ambiguous", "", 0, message), program, fit.planned.plan) };
}

/** Ranks a disabled tool after all enabled ones. */
const NOT_ENABLED = 10;

/** Ranks tools that write the same words: enabled ones first, then those with the lower risk. */
function rankOf({ planned: { plan, isEnabled } }: Fit): number {
  return (isEnabled ? 0 : NOT_ENABLED) + riskRank(plan.tool);
}

/** Returns the number of constant words that the config adds for this tool only. */
function countAdded({ added }: ToolReading): number {
  return added.filter(({ isProgram }) => !isProgram).reduce((sum, { words }) => sum + words.length, 0);
}

interface RefusedTool {
  readonly planned: PlannedTool;
  readonly refusal: Refusal;
}

/** Returns the refusal of the tool that read most of the words, with the closest enabled tool. */
function refuseWords(words: readonly string[], program: GuardedProgram, refusals: readonly RefusedTool[]): RefusedLine {
  const [closest] = refusals.toSorted(
    (a, b) =>
      b.refusal.at - a.refusal.at ||
      Number(b.planned.isEnabled) - Number(a.planned.isEnabled) ||
      riskRank(a.planned.plan.tool) - riskRank(b.planned.plan.tool),
  );
  const plans = findPlans(program);
  if (closest === undefined) return refuseSubcommand(words, program, plans);
  const { planned, refusal } = closest;
  const operands = words.filter((word) => !word.startsWith("-"));
  if (refusal.isInPath) {
    const meant = misspelled(
      refusals.map((one) => one.planned),
      operands,
    );
    return complete(refusal, program, meant ?? closestEnabled(plans, fromSubcommand(plans, operands)));
  }
  return complete(
    refusal,
    program,
    planned.isEnabled ? planned.plan : closestEnabled(plans, planned.plan.path, riskRank(planned.plan.tool)),
  );
}

function refuseSubcommand(words: readonly string[], program: GuardedProgram, plans: ProgramPlans): RefusedLine {
  const word = words.find((candidate) => !candidate.startsWith("-")) ?? "";
  const known = listSubcommands(plans);
  const near = known.includes(word) ? [word] : nearNames(word, known, 1);
  const message =
    word === ""
      ? `a subcommand is missing: write one, such as ${listSubcommands(plans, true).join(", ")}`
      : `no tool declares '${[program.name, word].join(" ")}'; declared are ${known.join(", ")}`;
  return complete(refuse("unknown-subcommand", word, 0, message), program, closestEnabled(plans, near, Infinity));
}

function complete({ rule, word, message }: Refusal, program: GuardedProgram, plan: LinePlan | undefined): RefusedLine {
  const nearest = plan && describeForm(program.name, plan);
  const isName = plan !== undefined && message.startsWith(plan.tool.name);
  const shown = showMessage(message);
  const text = `${isName ? shown : `${shown.charAt(0).toUpperCase()}${shown.slice(1)}`}.`;
  return {
    kind: "refused",
    rule,
    word,
    ...(nearest && { nearest }),
    message: nearest === undefined ? text : `${text} The closest form is: ${nearest.commandLine} (tool ${nearest.tool}).`,
  };
}

/** The number of characters of a message. It contains words of the caller. */
const MAX_MESSAGE = 500;

/** Returns a message for a terminal: control characters in words of the caller are escaped, and the end of a long one is left out. */
function showMessage(message: string): string {
  const start = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
  return start.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
