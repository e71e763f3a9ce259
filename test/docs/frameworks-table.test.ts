/** Checks that the table of docs/import.md is that of the results in `test/frameworks/results`, which `npm run frameworks` writes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FrameworkResult } from "../frameworks/measure.ts";
import { FOLDER, readFrameworks } from "../frameworks/score.ts";
import { formatTable, writeTable } from "../frameworks/table.ts";
import { readPage } from "./page-blocks.ts";

it("docs/import.md has the table of frameworks of the results", () => {
  const results = JSON.parse(readFileSync(join(FOLDER, "results/current.json"), "utf8")) as readonly FrameworkResult[];
  const page = readPage("import.md");
  expect(writeTable(page, formatTable(readFrameworks(FOLDER), results))).toBe(page);
});
