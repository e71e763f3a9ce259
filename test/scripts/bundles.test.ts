/** Checks the bundles of the build. They are read as Latin-1, which is faster than UTF-8. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../imports.ts";

const FOLDERS = ["dist", "runtime/dist/bundle"];
const FILES = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)).filter((file) =>
  file.endsWith(".cjs"),
);

describe("a bundle", () => {
  it.each(FILES)("contains only ASCII: %s", (file) => {
    expect(/[^\0-\x7f].{0,40}/.exec(readFileSync(join(ROOT, file), "utf8"))?.[0]).toBe(undefined);
  });

  it("is one of more than ten", () => {
    expect(FILES.length).toBeGreaterThan(10);
  });
});
