/** Tests the output of the benchmarks, not their measurements. */
import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { startPosixSpawn } from "../../bench/call-variants.ts";
import type { BenchTable } from "../../bench/benchmark.ts";
import { benchmarks, largeBenchmarks } from "../../bench/benchmarks.ts";
import { readCpuTime } from "../../bench/processes.ts";
import { replaceSections } from "../../bench/pages.ts";
import { removeTemporaryFolders } from "../../bench/projects.ts";
import { plotTable } from "../../bench/plot.ts";
import { syntheticConfigs } from "../../bench/synthetic.ts";
import { formatCell, markdownTable, readMarkdownRows } from "../../bench/table.ts";
import type { Measured, TargetName } from "../../bench/targets.ts";
import { judgeTargets, TARGETS, targetTable } from "../../bench/targets.ts";
import { median, quantile, timeSideBySide } from "../../bench/timing.ts";

describe("timings", () => {
  it("are medians, and medians of ratios within a round", async () => {
    const takes =
      (...samples: number[]) =>
      async (): Promise<number> =>
        samples.shift() ?? Number.NaN;
    const timings = await timeSideBySide(
      [
        { name: "floor", run: takes(99, 1, 2, 4) },
        { name: "other", run: takes(99, 3, 4, 40) },
      ],
      3,
    );
    expect(timings).toEqual([
      { name: "floor", ms: 2, ratio: 1, samples: [1, 2, 4] },
      { name: "other", ms: 4, ratio: 3, samples: [3, 4, 40] },
    ]);
  });

  it.each([
    ["an odd number", [3, 1, 2], 2],
    ["an even number", [4, 1, 2, 3], 2.5],
  ])("have the median of %s", (_title, values, want) => expect(median(values)).toBe(want));

  it("have the 90th percentile", () => expect(quantile([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9)).toBe(90));
});

describe("tables", () => {
  it.each([
    [3, "3"],
    [12_345.6, "12,346"],
    [1.234, "1.23"],
    [56.78, "56.8"],
    ["as it is", "as it is"],
  ])("format %s as %s", (cell, want) => expect(formatCell(cell)).toBe(want));

  const table = {
    title: "T",
    columns: ["what", "ms"],
    rows: [
      ["a", 1.5],
      ["bcdef", 20],
    ],
    plot: { file: "t.svg", x: "ms", lines: ["ms"] },
  };

  it("are Markdown in the format of Prettier", () => {
    expect(markdownTable(table)).toBe("| what  |   ms |\n| ----- | ---: |\n| a     | 1.50 |\n| bcdef |   20 |");
  });

  it("replace the text between their markers, and keep the rest", () => {
    const page = "a\n<!-- bench:one -->\nold\n<!-- /bench -->\n<!-- bench:two -->\nkept\n<!-- /bench -->\n";
    expect(replaceSections(page, new Map([["one", "new $1"]]))).toBe(page.replace("old", "\nnew $$1\n"));
  });

  it("are plotted with one point per row", () => {
    expect(plotTable(table)?.match(/<circle/g)).toHaveLength(2);
    expect(plotTable({ title: "T", columns: [], rows: [] })).toBeUndefined();
  });
});

describe("targets", () => {
  const measured = (figures: Measured): BenchTable => ({ title: "T", columns: [], rows: [], measured: figures });
  const lineOf = (name: TargetName, rows: BenchTable["rows"]) => rows.find((row) => row[1] === TARGETS[name].what)?.slice(3);

  it.each([
    ["met at the limit", { start: 2.3 }, ["≤ 2.3", "2.30", "met"]],
    ["missed above it", { start: 2.31 }, ["≤ 2.3", "2.31", "missed"]],
    ["not rated without a figure", { start: undefined }, undefined],
    ["not rated by a value that is not a number", { start: Number.NaN }, undefined],
  ])("are %s", (_title, figures, want) => {
    expect(lineOf("start", targetTable(judgeTargets([measured(figures)])).rows)).toEqual(want);
  });

  it("with a minimum are met at the minimum, and missed below it", () => {
    const results = judgeTargets([measured({ callThroughput: 0.88 }), measured({ searchKeywords: 0.5996 })]);
    expect(results.map(({ name, isMet }) => [name, isMet])).toEqual([
      ["callThroughput", true],
      ["searchKeywords", false],
    ]);
  });

  it("keep the rows of a page that this run did not measure, and drop rows of changed targets", () => {
    const page = markdownTable(targetTable(judgeTargets([measured({ start: 2, help: 9 })])));
    const earlier = readMarkdownRows(`some text\n\n${page.replace("≤ 1.5 ", "≤ 1.6 ")}\n`);
    const { rows } = targetTable(judgeTargets([measured({ startSearch: 3 })]), earlier);
    expect(rows.map((row) => row.slice(3))).toEqual([
      ["≤ 2.3", "2", "met"],
      ["≤ 2.9", "3", "missed"],
    ]);
  });

  it("name an existing benchmark, and have unique names", () => {
    const heads = Object.values(TARGETS).map(({ benchmark, what }) => `${benchmark}: ${what}`);
    expect(new Set(heads).size).toBe(heads.length);
    expect(Object.values(TARGETS).filter(({ benchmark }) => !benchmarks.has(benchmark) && !largeBenchmarks.has(benchmark))).toEqual([]);
  });
});

describe("synthetic configs", () => {
  it("are equal for the same seed, and differ for another", () => {
    const options = { tools: 30, configs: 4, seed: 1 };
    expect(syntheticConfigs(options)).toEqual(syntheticConfigs(options));
    expect(syntheticConfigs(options)).not.toEqual(syntheticConfigs({ ...options, seed: 2 }));
  });

  it.each([
    [10, 1],
    [1000, 7],
  ])("contain %i tools in %i configs", (tools, configs) => {
    const files = syntheticConfigs({ tools, configs, seed: 1 });
    expect(files.size).toBe(configs);
    expect([...files.values()].join("").match(/^ {2}- name:/gm)).toHaveLength(tools);
  });
});

afterAll(removeTemporaryFolders);

const hasCompiler = spawnSync("cc", ["--version"]).status === 0;

describe("the floor of the system", () => {
  it.skipIf(!hasCompiler)("runs `true` the requested number of times, and returns the duration of each (needs cc)", async () => {
    const floor = startPosixSpawn();
    const work = await floor?.time(3, 1);
    expect(work?.samples).toHaveLength(3);
    expect(work?.total).toBeGreaterThan(Math.max(...(work?.samples ?? [])));
    expect(await floor?.time(1, 1)).toMatchObject({ samples: [expect.any(Number)] });
    await floor?.close();
  });
});

describe("processor time", () => {
  it.runIf(process.platform === "linux")("is measured for a process, and for the child processes that it has waited for", () => {
    const before = readCpuTime(process.pid);
    spawnSync(process.execPath, ["-e", "for (const end = Date.now() + 200; Date.now() < end; );"]);
    const after = readCpuTime(process.pid);
    expect((after?.children ?? 0) - (before?.children ?? 0)).toBeGreaterThan(20);
    const { user, system } = process.cpuUsage();
    expect(Math.abs((user + system) / 1000 - (after?.own ?? 0))).toBeLessThan(1000);
  });

  it("is undefined for a process that does not exist", () => expect(readCpuTime(0)).toBeUndefined());
});
