import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readCase, replaceBelow, updateCase } from "./golden-archive.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-archive-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, ...lines: readonly string[]): void =>
  writeFileSync(join(folder, `${name}.txtar`), lines.map((line) => `${line}\n`).join(""));

const read = (name: string): readonly string[] =>
  readFileSync(join(folder, `${name}.txtar`), "utf8")
    .split("\n")
    .slice(0, -1);

const texts = (name: string, prefix?: string): object =>
  Object.fromEntries(Array.from(readCase(folder, name, prefix), ([path, content]) => [path, content.toString()]));

const PATCHED = ["-- a/old (patch of base:text) --", "-- a/new (patch of old) --", " one", "-two", "+2", "-- a/out --", "before"];

write("base", "-- text --", "one", "two");

it("reads patches of files of the same case and of another archive", () => {
  write("read", ...PATCHED, "-- b (no final newline) --", "end");
  expect(texts("read")).toEqual({ "a/old": "one\ntwo\n", "a/new": "one\n2\n", "a/out": "before\n", b: "end" });
});

it("names the case and the file of a patch that does not match, unless another file is read", () => {
  write("wrong", "-- a/old (patch of base:text) --", " one", "-three", "-- b/old (patch of c) --", "-- d --", "text");
  expect(() => texts("wrong", "a/")).toThrow(/^wrong\.txtar: a\/old: the patch does not match its base/);
  expect(() => texts("wrong", "b/")).toThrow(/^wrong\.txtar: b\/old: its base c does not exist$/);
  expect(texts("wrong", "d")).toEqual({ d: "text\n" });
});

it("rejects a patch that is its own base", () => {
  write("cycle", "-- a (patch of b) --", "-- b (patch of a) --");
  expect(() => texts("cycle")).toThrow(/^cycle\.txtar: b: its base a does not exist$/);
});

it("replaces an expected output and leaves the patches of the inputs as they are", () => {
  write("update", ...PATCHED);
  updateCase(folder, "update", "a/out", "after\n");
  expect(read("update")).toEqual([...PATCHED.slice(0, -1), "after"]);
});

it("writes files with a base as patches, in place of patches that no longer match", () => {
  write("replace", "-- in --", "x", "-- out/equal (patch of base:text) --", " three", "-- out/gone --");
  const files = new Map(Object.entries({ equal: "one\ntwo\n", other: "one\n", whole: "1\n" }));
  const bases = new Map(["equal", "other"].map((path) => [path, "base:text"]));
  replaceBelow({ folder, name: "replace", prefix: "out/" }, files, bases);
  const patches = ["-- out/equal (patch of base:text) --", "-- out/other (patch of base:text) --", " one", "-two"];
  expect(read("replace")).toEqual(["-- in --", "x", ...patches, "-- out/whole --", "1"]);
  expect(texts("replace", "out/")).toEqual({ "out/equal": "one\ntwo\n", "out/other": "one\n", "out/whole": "1\n" });
});
