/** Measures how much of a program's command line `climax-gen import` recognizes in saved help and man pages. */
import { describeProgram } from "../generator/import/describe/describe.ts";
import { draftConfig } from "../generator/import/draft/draft.ts";
import type { Benchmark, BenchTable } from "./benchmark.ts";
import type { SavedProgram } from "./import-corpus.ts";
import { readGold, readSavedPrograms } from "./import-corpus.ts";
import type { Score } from "./import-score.ts";
import { addScores, scoreDraft } from "./import-score.ts";
import { exampleConfigPaths } from "../test/fixtures/example-configs.ts";
import { readWrittenFlags } from "./written-flags.ts";

interface ScoredProgram extends Score {
  readonly program: string;
  readonly style: string;
}

export const importBenchmark: Benchmark = {
  name: "import",
  title: "drafts of --corpus DIR (saved help texts) against the flags in --gold FILE",
  options: ["corpus", "gold"],
  async run({ options: { corpus, gold } }) {
    if (corpus === undefined || gold === undefined) throw new Error("name --corpus DIR and --gold FILE");
    const flags = readGold(gold);
    const scored = readSavedPrograms(corpus).map((saved): ScoredProgram => {
      const mine = flags.filter(({ program }) => program === saved.program);
      return { program: saved.program, style: saved.style, ...scoreDraft(draft(saved), saved, mine) };
    });
    return [totalTable(scored), writtenTable(await scoreWritten(readSavedPrograms(corpus))), programTable(scored)];
  },
};

/** Scores drafts against the flags that people chose in the catalog, for commands whose text is saved. */
async function scoreWritten(programs: readonly SavedProgram[]): Promise<Score> {
  const flags = await readWrittenFlags(exampleConfigPaths);
  const scores = programs.flatMap((saved) => {
    const paths = new Set(saved.pages.map(({ path }) => path.join(" ")));
    const mine = flags.filter(({ program, subcommand }) => program === saved.command && paths.has(subcommand.join(" ")));
    return mine.length === 0 ? [] : [scoreDraft(draft(saved), saved, mine)];
  });
  return addScores(scores);
}

function writtenTable(total: Score): BenchTable {
  const rows = [
    ["flags found", total.found, total.gold],
    ["switch or value correct", total.kindRight, total.kindKnown],
    ["flags with a description", total.described, total.found],
  ] as const;
  return {
    title: "Flags of the hand-written configs in catalog/",
    columns: ["what", "number", "of", "percent"],
    rows: rows.map(([what, some, all]) => [what, some, all, percent(some, all)]),
    measured: {
      importWritten: total.found / total.gold,
      importWrittenKind: total.kindRight / total.kindKnown,
      importWrittenDescription: total.described / total.found,
    },
  };
}

/** Drafts a config in which all options are arguments. The selection of options by a person is not measured. */
function draft({ command, program, pages }: SavedProgram): string {
  const description = describeProgram({ program: command, pages });
  return draftConfig({ ...description, program }, { command, maxArgs: Infinity, header: "" }).text;
}

const percent = (part: number, whole: number): number | string => (whole === 0 ? "–" : (100 * part) / whole);

function totalTable(scored: readonly ScoredProgram[]): BenchTable {
  const total = addScores(scored.filter(({ gold }) => gold > 0).map(({ program: _program, style: _style, ...score }) => score));
  const part = (some: number, all: number): number => (all === 0 ? Number.NaN : some / all);
  const figures = {
    importNamed: part(total.named, total.gold),
    importPrecision: part(total.documented, total.drafted),
    importKind: part(total.kindRight, total.kindKnown),
    importDescription: part(total.described, total.found),
    importLists: part(total.completeLists, total.lists),
    importHarm: part(total.harmfulLists, total.lists),
    importGlued: part(total.glued, total.optional),
  };
  const rows = [
    ["flags that are arguments", total.found, total.gold],
    ["flags that are arguments, or named in comments", total.named, total.gold],
    ["drafted flags that a text contains", total.documented, total.drafted],
    ["switch or value correct", total.kindRight, total.kindKnown],
    ["flags with a description", total.described, total.found],
    ["complete lists of values", total.completeLists, total.lists],
    ["lists that reject a good value", total.harmfulLists, total.lists],
    ["optional values glued or left out", total.glued, total.optional],
  ] as const;
  return {
    title: "All programs",
    columns: ["what", "number", "of", "percent"],
    rows: rows.map(([what, some, all]) => [what, some, all, percent(some, all)]),
    measured: figures,
  };
}

function programTable(scored: readonly ScoredProgram[]): BenchTable {
  return {
    title: "Programs",
    columns: ["program", "style", "tools", "options", "known flags", "recall, %", "kind, %"],
    rows: scored.map((one) => [
      one.program,
      one.style,
      one.tools,
      one.drafted,
      one.gold,
      percent(one.found, one.gold),
      percent(one.kindRight, one.kindKnown),
    ]),
    note: "Recall is the share of the known flags that the draft has; kind is the share of those drafted as a switch or with a value as they should be.",
  };
}
