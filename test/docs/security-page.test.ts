/** Checks that every test named in docs/security.md exists. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

it("docs/security.md names only existing tests", () => {
  const page = readFileSync(new URL("docs/security.md", root), "utf8");
  const named = Array.from(page.matchAll(/`(test\/[^`]+)`/g), ([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
