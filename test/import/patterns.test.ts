import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** A regular expression in a line: not a division, a comment or a part of a text. */
const LITERAL = /(?<![\w)\]`"'*/])\/(?![/*])(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\[])+\/[a-z]*/g;

/** Longer expressions consist of named parts, or of one part in each line. */
const MAX_LENGTH = 120;

it("has no regular expression in the import that is too long to review", () => {
  const folder = join(import.meta.dirname, "../../generator/import");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const long = files.flatMap((path) =>
    readFileSync(join(folder, path), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(?:\*|\/[*/])/.test(line))
      .flatMap((line) => Array.from(line.matchAll(LITERAL), ([found]) => found))
      .filter((found) => found.length > MAX_LENGTH)
      .map((found) => `${path}: ${found.slice(0, 60)}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(long).toEqual([]);
});
