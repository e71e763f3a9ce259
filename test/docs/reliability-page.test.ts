/** Checks that every row of docs/reliability.md links an existing test by its title. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readPage } from "./page-blocks.ts";

const root = new URL("../../", import.meta.url);

it("docs/reliability.md links an existing test for each fault", () => {
  const [faults = ""] = readPage("reliability.md").split("\n## Soak\n");
  const rows = faults.split("\n").filter((line) => line.startsWith("| ") && !/^\| (fault |-)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.filter((row) => {
    const [, title = "", path = ""] = /\| \[(.+)\]\(\.\.\/(test\/[^)]+)\) *\|$/.exec(row) ?? [];
    const file = new URL(path, root);
    return path === "" || !existsSync(file) || !readFileSync(file, "utf8").includes(title);
  });
  expect(missing).toEqual([]);
});
