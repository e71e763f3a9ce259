/** Checks that the tables of docs/hosts.md are those of the results in `hosts/results`, which `npm run hosts` writes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { frameworks } from "../../hosts/frameworks.ts";
import { agentHosts } from "../../hosts/hosts.ts";
import { writeTables } from "../../hosts/page.ts";
import { readResult } from "../../hosts/results.ts";
import { ROOT } from "../e2e/project.ts";
import { readPage } from "./page-blocks.ts";

const RESULTS = join(ROOT, "hosts/results");
const all = [...agentHosts, ...frameworks];
const results = all.flatMap(({ id }) => readResult(RESULTS, id) ?? []);

it("docs/hosts.md has the tables of the results", () => {
  expect(writeTables(readPage("hosts.md"), results)).toBe(readPage("hosts.md"));
});

it("every host and framework has results", () => {
  expect(readdirSync(RESULTS).toSorted()).toEqual(all.map(({ id }) => `${id}.json`).toSorted());
});

it("findings/README.md lists every script", () => {
  const scripts = readdirSync(join(ROOT, "findings")).filter((name) => name.endsWith(".sh"));
  const page = readFileSync(join(ROOT, "findings/README.md"), "utf8");
  const listed = Array.from(page.matchAll(/^\| `([\w-]+\.sh)`/gm), ([, name = ""]) => name);
  expect(listed).toEqual(scripts.toSorted());
  expect(scripts.length).toBeGreaterThanOrEqual(10);
});
