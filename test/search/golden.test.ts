/** Measures recall on two sets of golden queries: for tools of the catalog, and for programs with ordinary names. Recall must not drop. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { checkInputs } from "../../generator/check-inputs.ts";
import { checkQueries } from "../../generator/check/queries/check-queries.ts";
import { readInputs } from "../../generator/host/inputs.ts";
import { loadDocument } from "../../generator/load/document.ts";
import { toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { formatGolden, runGolden } from "../../generator/search/golden.ts";
import { namesOf } from "../../generator/search/searchable.ts";
import { exampleConfigPaths } from "../fixtures/example-configs.ts";
import { createExplainedIndex } from "../../runtime/tool-index/explained-index.ts";

/** Minimum recall within the given rank. Raise a floor after search improves; never lower one. */
const FLOORS = [
  [1, 0.9],
  [5, 0.98],
] as const;

const path = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

async function readSet(inputs: readonly string[], list: string) {
  const { configs } = await checkInputs(readInputs(inputs).files);
  const parts = toCliTools(resolveModel(configs, {}).clis);
  const loaded = loadDocument({ path: list, bytes: readFileSync(path(list)) });
  if (loaded.document === undefined) throw new Error(`${list} is not a YAML mapping`);
  const { queries = [], diagnostics } = checkQueries(loaded.document, namesOf(parts));
  return { queries, diagnostics, index: createExplainedIndex(parts) };
}

const { queries, diagnostics, index } = await readSet(exampleConfigPaths, "test/search/golden.yaml");

it("has at least 150 queries, all for existing tools", () => {
  expect(diagnostics).toEqual([]);
  expect(queries.length).toBeGreaterThanOrEqual(150);
});

it.each(FLOORS)("finds the expected tools within rank %i", (limit, floor) => {
  const report = runGolden(queries, index, limit);
  console.log(limit === 1 ? `recall ${report.recall.toFixed(3)} within 1` : formatGolden(report, limit).trimEnd());
  expect(report.recall).toBeGreaterThanOrEqual(floor);
});

it("marks results as weak for most requests that no tool serves, and for few others", () => {
  const isWeak = (query: string): boolean => {
    const page = index.find({ query, limit: 10 });
    return page.total === 0 || page.isWeak;
  };
  const unserved = parse(readFileSync(path("test/search/no-tool.yaml"), "utf8")) as readonly string[];
  expect(unserved.filter(isWeak).length / unserved.length).toBeGreaterThanOrEqual(0.8);
  const served = queries.filter(({ cli }) => cli === undefined);
  expect(served.filter(({ query }) => isWeak(query)).length / served.length).toBeLessThanOrEqual(0.03);
});

it("ranks the expected tool first if CLIs are named by ordinary verbs", async () => {
  const set = await readSet([path("test/search/programs")], "test/search/programs.yaml");
  expect(set.diagnostics).toEqual([]);
  expect(runGolden(set.queries, set.index, 1)).toMatchObject({ recall: 1, misses: [] });
});
