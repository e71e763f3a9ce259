/** What the benchmarks print and where; not what they measure. */
import { describe, expect, it } from "vitest";
import { replaceSections } from "./pages.ts";
import { plotTable } from "./plot.ts";
import { syntheticConfigs } from "./synthetic.ts";
import { formatCell, markdownTable } from "./table.ts";
import { median, quantile, timeSideBySide } from "./timing.ts";

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
  ])("know the median of %s", (_title, values, want) => expect(median(values)).toBe(want));

  it("know the value that nine tenths are below", () => expect(quantile([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9)).toBe(90));
});

describe("tables", () => {
  it.each([
    [3, "3"],
    [12_345.6, "12,346"],
    [1.234, "1.23"],
    [56.78, "56.8"],
    ["as it is", "as it is"],
  ])("show %s as %s", (cell, want) => expect(formatCell(cell)).toBe(want));

  const table = {
    title: "T",
    columns: ["what", "ms"],
    rows: [
      ["a", 1.5],
      ["bcdef", 20],
    ],
    plot: { file: "t.svg", x: "ms", lines: ["ms"] },
  };

  it("are Markdown as prettier writes it", () => {
    expect(markdownTable(table)).toBe("| what  |   ms |\n| ----- | ---: |\n| a     | 1.50 |\n| bcdef |   20 |");
  });

  it("replace what stands between their markers, and leave the rest", () => {
    const page = "a\n<!-- bench:one -->\nold\n<!-- /bench -->\n<!-- bench:two -->\nkept\n<!-- /bench -->\n";
    expect(replaceSections(page, new Map([["one", "new $1"]]))).toBe(page.replace("old", "\nnew $$1\n"));
  });

  it("are drawn with a point for each row", () => {
    expect(plotTable(table)?.match(/<circle/g)).toHaveLength(2);
    expect(plotTable({ title: "T", columns: [], rows: [] })).toBeUndefined();
  });
});

describe("synthetic configs", () => {
  it("are the same for the same seed, and others for another", () => {
    const options = { tools: 30, configs: 4, seed: 1 };
    expect(syntheticConfigs(options)).toEqual(syntheticConfigs(options));
    expect(syntheticConfigs(options)).not.toEqual(syntheticConfigs({ ...options, seed: 2 }));
  });

  it.each([
    [10, 1],
    [1000, 7],
  ])("hold %i tools in %i configs", (tools, configs) => {
    const files = syntheticConfigs({ tools, configs, seed: 1 });
    expect(files.size).toBe(configs);
    expect([...files.values()].join("").match(/^ {2}- name:/gm)).toHaveLength(tools);
  });
});
