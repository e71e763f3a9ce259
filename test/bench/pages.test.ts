/** Tests which parts of the pages a run replaces and which it keeps. */
import { describe, expect, it } from "vitest";
import { describeMachine } from "../../bench/machine.ts";
import { printSections, replaceSections } from "../../bench/pages.ts";
import { markdownTable, readMarkdownRows } from "../../bench/table.ts";
import type { Measured } from "../../bench/targets.ts";
import { judgeTargets } from "../../bench/targets.ts";

const machine = describeMachine();
const table = { title: "T", columns: ["what", "ms"], rows: [["a", 1.5]] };

describe("the sections of a run", () => {
  it("are the tables of its benchmarks, except for a benchmark whose peer is missing", () => {
    const measured = [
      { name: "one", title: "", tables: [table, { ...table, note: "N" }] },
      { name: "two", title: "", tables: [table, { ...table, isPartial: true }] },
    ];
    const sections = printSections({ measured, targets: [], machine }, "");
    const text = `**T**\n\n${markdownTable(table)}`;
    expect(sections.get("one")).toBe(`${text}\n\n${text}\n\nN`);
    expect([...sections.keys()]).toEqual(["one", "machine", "targets"]);
  });

  it("keep targets that it did not measure, unless their definition has changed", () => {
    const write = (figures: Measured, page: string): string => {
      const targets = judgeTargets([{ ...table, measured: figures }]);
      return replaceSections(page, printSections({ measured: [], targets, machine }, page));
    };
    const earlier = write({ start: 2, help: 9 }, "<!-- bench:targets -->\n<!-- /bench -->\n").replace("≤ 1.5 ", "≤ 1.6 ");
    const rows = readMarkdownRows(write({ startSearch: 3 }, earlier)).slice(2);
    expect(rows.map((row) => row.slice(3))).toEqual([
      ["≤ 2.3", "2", "met"],
      ["≤ 2.9", "3", "missed"],
    ]);
  });
});
