/** The golden set: what people ask for, over the tools of examples/, and over programs with ordinary names. Its recall is printed, and may only rise. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { checkQueries } from "../../generator/check/check-queries.ts";
import { readInputs } from "../../generator/host-inputs.ts";
import { loadDocument } from "../../generator/load/document.ts";
import { toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { formatGolden, runGolden } from "../../generator/search/golden.ts";
import { namesOf } from "../../generator/search/searchable.ts";
import { createExplainedIndex } from "../../runtime/search/explained-index.ts";

/** Part of the queries whose tool is among the first so many results. Raise a floor when search gets better; never lower one. */
const FLOORS = [
  [1, 0.9],
  [5, 0.98],
] as const;

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

async function readSet(folder: string, list: string) {
  const { configs } = await checkInputs(readInputs([path(folder)]).files);
  const parts = toCliTools(resolveModel(configs, {}).clis);
  const loaded = loadDocument({ path: list, bytes: readFileSync(path(list)) });
  if (loaded.document === undefined) throw new Error(`${list} is no YAML mapping`);
  const { queries = [], diagnostics } = checkQueries(loaded.document, namesOf(parts));
  return { queries, diagnostics, index: createExplainedIndex(parts) };
}

const { queries, diagnostics, index } = await readSet("examples", "test/search/golden.yaml");

it("has at least 150 queries, all of which name tools that are there", () => {
  expect(diagnostics).toEqual([]);
  expect(queries.length).toBeGreaterThanOrEqual(150);
});

it.each(FLOORS)("finds the tools within %i", (limit, floor) => {
  const report = runGolden(queries, index, limit);
  console.log(limit === 1 ? `recall ${report.recall.toFixed(3)} within 1` : formatGolden(report, limit).trimEnd());
  expect(report.recall).toBeGreaterThanOrEqual(floor);
});

it("finds the right tool first where CLIs are called by ordinary verbs", async () => {
  const set = await readSet("test/search/programs", "test/search/programs.yaml");
  expect(set.diagnostics).toEqual([]);
  expect(runGolden(set.queries, set.index, 1)).toMatchObject({ recall: 1, misses: [] });
});
