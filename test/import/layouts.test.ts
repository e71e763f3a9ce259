import { describe, expect, it } from "vitest";
import { INNER_GAPS, splitColumns } from "../../generator/import/read/options/option-columns.ts";
import { readRemarks } from "../../generator/import/read/options/description.ts";
import { toCommonNotation } from "../../generator/import/read/layouts/column-layouts.ts";
import { LAYOUTS } from "../../generator/import/read/layouts/index.ts";
import type { Layout } from "../../generator/import/read/layouts/layout.ts";
import { toCommonPage } from "../../generator/import/read/layouts/whole-pages.ts";
import { toCommonLines } from "../../generator/import/read/layouts/line-layouts.ts";

describe("the tables of layouts", () => {
  const printedIn = (example: string | readonly [string, unknown]): readonly string[] => {
    const printed = typeof example === "string" ? example : example[0];
    return [printed, ...printed.split("\n")];
  };
  const tables: readonly (readonly [string, readonly Layout<string | readonly [string, unknown]>[]])[] = Object.entries(LAYOUTS);

  it("have a name and an example that the pattern matches in each row, and a reason for each rule of one program", () => {
    const wrong = tables.flatMap(([table, rows]) =>
      rows.flatMap(({ name, from, reason, pattern, example }, at) => [
        ...(rows.findIndex((row) => row.name === name) === at ? [] : [`${table}: ${name} twice`]),
        ...(table === "remarks" || printedIn(example).some((text) => text.search(pattern) !== -1) ? [] : [`${table}: ${name}: example`]),
        ...(from.length > 1 || (reason ?? "") !== "" ? [] : [`${table}: ${name}: reason`]),
      ]),
    );
    expect(wrong).toEqual([]);
  });

  it("rewrite the example of every page, line and column to the common notation", () => {
    const lines = LAYOUTS.lines.map(({ name, example }) => [name, toCommonLines(example[0].split("\n")).join("\n")]);
    expect(lines).toEqual(LAYOUTS.lines.map(({ name, example }) => [name, example[1]]));
    const pages = LAYOUTS.wholePages.map(({ name, example }) => [name, toCommonPage(example[0].split("\n")).join("\n")]);
    expect(pages).toEqual(LAYOUTS.wholePages.map(({ name, example }) => [name, example[1]]));
    const columns = LAYOUTS.columns.map(({ name, example }) => {
      const { column, notes } = toCommonNotation(example[0]);
      return [name, [column, ...notes].join(" ")];
    });
    expect(columns).toEqual(LAYOUTS.columns.map(({ name, example }) => [name, example[1]]));
  });

  it("read and remove the example of every remark", () => {
    const read = LAYOUTS.remarks.map(({ name, example }) => [name, readRemarks(example[0]).facts]);
    expect(read).toEqual(LAYOUTS.remarks.map(({ name, example }) => [name, example[1]]));
    const remaining = LAYOUTS.remarks.map(({ example }) => readRemarks(example[0]).text);
    expect(remaining.filter((text) => /[[\]();$]|default/i.test(text))).toEqual([]);
  });

  it("find the name in the example of every row of commands by the first layout that matches", () => {
    const first = LAYOUTS.rows.map(({ example }) => LAYOUTS.rows.find(({ pattern }) => pattern.test(example))?.name);
    expect(first).toEqual(LAYOUTS.rows.map(({ name }) => name));
    const read = LAYOUTS.rows.map(({ name, pattern, example }) => [name, pattern.exec(example)?.[1]?.split(" ")[0]]);
    expect(read).toEqual(LAYOUTS.rows.map(({ name }) => [name, "add"]));
  });
});

it("keeps the names of every example before the description", () => {
  const names = INNER_GAPS.map(({ name, example }) => [name, splitColumns(example, 0).left]);
  const texts = INNER_GAPS.filter(({ example }) => example.endsWith("  Text"));
  expect(texts.map(({ name, example }) => [name, splitColumns(example, 0).right])).toEqual(texts.map(({ name }) => [name, "Text"]));
  expect(names.filter(([, left]) => left === "")).toEqual([]);
});
