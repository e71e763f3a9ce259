/** Drafts a config without options whose value is run as a program. */
import { checkInputs } from "../check-inputs.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import { listHazards } from "../hazards/find-hazards.ts";
import type { ReviewedHazard } from "../hazards/acknowledgements.ts";
import type { CliDescription } from "../import/description.ts";
import { RUNS_PROGRAM } from "../import/draft/acting-options.ts";
import type { Draft, DraftOptions } from "../import/draft/draft.ts";
import { draftConfig } from "../import/draft/draft.ts";
import { findExecuted } from "../import/draft/executed-options.ts";
import type { DraftedTool, ToolDecisions } from "../import/draft/draft-tool.ts";

/** Options of a draft that is checked. */
export interface SafeDraftOptions extends Omit<DraftOptions, "decisions"> {
  /** Path of the draft, for diagnostics. */
  readonly path: string;
  /** Text before the draft. Defaults to none. */
  readonly firstLine?: string;
}

/** A draft, and the remaining diagnostics. */
export interface SafeDraft {
  readonly draft: Draft;
  readonly decisions: readonly Diagnostic[];
  /** The tools of each hazard among them. Empty for a hazard of the config. */
  readonly hazardTools: readonly (readonly string[])[];
  /** What the analysis found out about tools, by the path of the command. */
  readonly byCommand: ReadonlyMap<string, ToolDecisions>;
}

/** Maximum number of drafts. Each leaves out the options that the analysis of the one before found. */
const MAX_DRAFTS = 6;

/**
 * Drafts a config. An option that the lists of programs, or the analysis of hazards, find to run a program becomes a comment. A tool that runs
 * a program with another argument, or writes, gets a risk that states it.
 */
export async function draftSafely(description: CliDescription, { path, firstLine = "", ...options }: SafeDraftOptions): Promise<SafeDraft> {
  let hasExamples = true;
  // Chosen once: a later draft could have other options, with other hazards.
  let evidence: Draft["evidence"];
  let decisions: Decisions = findExecuted(description);
  let last: AnalyzedDraft | undefined;
  for (let round = 1; ; round++) {
    const { text, ...drafted } = draftConfig(description, { ...options, decisions, hasExamples, ...(evidence && { evidence }) });
    const draft: Draft = { ...drafted, text: firstLine + text };
    evidence = draft.evidence;
    const analysis: Analysis = (last && withRaisedRisks(last, draft)) ?? (await analyze(path, draft.text));
    const { diagnostics, hazards } = analysis;
    last = { draft, analysis };
    if (hasExamples && hasError(diagnostics)) {
      // An example of a page can be wrong for its tool.
      hasExamples = false;
      continue;
    }
    const next = decide(draft.tools, hazards, decisions);
    if (next === decisions || round === MAX_DRAFTS || hasError(diagnostics)) return toSafeDraft(last, decisions);
    decisions = next;
  }
}

function toSafeDraft({ draft, analysis: { diagnostics, hazards } }: AnalyzedDraft, decisions: Decisions): SafeDraft {
  return {
    draft,
    decisions: [...diagnostics, ...hazards.map(({ diagnostic }) => diagnostic)],
    byCommand: new Map(
      draft.tools.flatMap(({ name, path: words }) => {
        const found = decisions.get(name);
        return found === undefined ? [] : [[words.join(" "), found] as const];
      }),
    ),
    hazardTools: hazards.map(({ parts }) => parts.flatMap(({ tool }) => tool ?? [])),
  };
}

type Decisions = ReadonlyMap<string, ToolDecisions>;

interface Analysis {
  readonly diagnostics: readonly Diagnostic[];
  readonly hazards: readonly ReviewedHazard[];
}

async function analyze(path: string, text: string): Promise<Analysis> {
  const { diagnostics, configs } = await checkInputs([{ path, bytes: Buffer.from(text) }], { keepsTrees: true });
  return { diagnostics, hazards: hasError(diagnostics) ? [] : await listHazards({ configs, policies: [] }) };
}

/** A draft, and what the analysis found. */
interface AnalyzedDraft {
  readonly draft: Draft;
  readonly analysis: Analysis;
}

/** The line of a tool with its risk. */
const RISK_LINE = /^ {4}risk: \w+$/;

/**
 * Returns the analysis of a draft that differs from an analyzed one only in lines with risks, or undefined. A tool with another risk is no longer
 * reported because of its risk. Nothing else depends on the risk, and every line keeps its number.
 */
function withRaisedRisks({ draft: before, analysis }: AnalyzedDraft, { text, tools }: Draft): Analysis | undefined {
  const [old, lines] = [before.text.split("\n"), text.split("\n")];
  const isSame = (line: string, index: number): boolean =>
    line === old[index] || (RISK_LINE.test(line) && RISK_LINE.test(old[index] ?? ""));
  if (lines.length !== old.length || !lines.every(isSame)) return undefined;
  const risks = new Map(before.tools.map(({ name, risk }) => [name, risk]));
  const raised = new Set(tools.flatMap(({ name, risk }) => (risks.get(name) === risk ? [] : [name])));
  return { ...analysis, hazards: analysis.hazards.filter(({ assumed }) => assumed === undefined || !raised.has(assumed.tool)) };
}

/** Adds the decisions that hazards demand. Returns `known` itself if there are no new ones. */
function decide(tools: readonly DraftedTool[], hazards: readonly ReviewedHazard[], known: Decisions): Decisions {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const next = new Map(known);
  let isChanged = false;
  const add = (tool: string, change: (before: ToolDecisions) => ToolDecisions): void => {
    next.set(tool, change(next.get(tool) ?? { excluded: new Map() }));
    isChanged = true;
  };
  for (const { executes, assumed } of hazards) {
    const option = executes && byName.get(executes.tool)?.args.find(({ name, names }) => name === executes.arg && names.length > 0);
    if (executes !== undefined && option !== undefined) {
      const reasons = option.names.map((name) => [name, RUNS_PROGRAM] as const);
      add(executes.tool, (before) => ({ ...before, excluded: new Map([...before.excluded, ...reasons]) }));
    } else if (executes !== undefined && next.get(executes.tool)?.risk !== "destructive") {
      add(executes.tool, (before) => ({ ...before, risk: "destructive" }));
    }
    if (assumed !== undefined && next.get(assumed.tool)?.risk === undefined)
      add(assumed.tool, (before) => ({ ...before, risk: assumed.risk }));
  }
  return isChanged ? next : known;
}
