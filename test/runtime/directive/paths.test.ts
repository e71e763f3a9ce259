import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { runDirectiveHandler } from "../../../runtime/directive/handlers.ts";
import { folderName, isListable, toRelativePath } from "../../../runtime/directive/paths.ts";
import { makeFolder } from "../../fixtures/directive-folders.ts";

describe("the name that files are listed under", () => {
  it.each([
    ["directive", "directive"],
    ["docs/directive", "directive"],
    ["./docs/directive/", "directive"],
    ["a/b/./", "b"],
  ])("of %s is %s", (root, name) => {
    expect(folderName(root)).toBe(name);
  });
});

describe("a path below the folder", () => {
  it.each<[string, string | undefined]>([
    ["directive/a.md", "a.md"],
    ["a.md", "a.md"],
    ["directive/directive/a.md", "directive/a.md"],
    ["directives/a.md", "directives/a.md"],
    ["./a//b/.", "a/b"],
    ["directive", ""],
    ["", ""],
    ["...", "..."],
    ["a..b", "a..b"],
    ["100%", "100%"],
    ["%zz", "%zz"],
    ["%41.md", "%41.md"],
    ["a/..", undefined],
    ["/a", undefined],
    ["C:a", undefined],
    ["a\\b", undefined],
    ["a\0", undefined],
    ["a/%2E./b", undefined],
    ["%2Fa", undefined],
    ["a%5Cb", undefined],
    ["a%00", undefined],
    ["%25%32%65%252e/a", undefined],
  ])("of %j is %j", (path, relative) => {
    expect(toRelativePath(path, "directive")).toBe(relative);
  });

  it.each([
    ["a/b.md", true],
    ["directive/b.md", true],
    ["a\\b.md", false],
    ["%2e%2e/b.md", false],
    ["not\uFFFDunicode.md", false],
  ])("can be requested under its listed name: %j %j", (relative, isKnown) => {
    expect(isListable(relative, "directive")).toBe(isKnown);
  });
});

describe("any path", () => {
  const top = makeFolder({
    "a/directive/in.md": "INSIDE",
    "a/directive/sub/in.md": "INSIDE",
    "a/directive/out": { link: "../.." },
    "a/directive/out.md": { link: "../secret.md" },
    "a/directive/sub/up": { link: "../../directive-evil" },
    "a/directive-evil/secret.md": "SECRET",
    "a/secret.md": "SECRET",
    "secret.md": "SECRET",
  });
  afterAll(top.remove);

  const PARTS = [
    "..",
    ".",
    "",
    "directive",
    "directive-evil",
    "sub",
    "out",
    "up",
    "in.md",
    "out.md",
    "secret.md",
    "a",
    "~",
    "etc",
    "passwd",
  ];
  const SEPARATORS = ["/", "/", "/", "\\", "%2f", "%252F", "%5c", "//", "\0", "%00"];
  const encode = (text: string): string => Array.from(text, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
  const part = fc.oneof(
    fc.constantFrom(...PARTS),
    fc.constantFrom(...PARTS).map(encode),
    fc.constant(top.path),
    fc.string({ maxLength: 4 }),
  );
  const path = fc
    .array(fc.tuple(part, fc.constantFrom(...SEPARATORS)), { maxLength: 8 })
    .chain((pieces) =>
      fc.constantFrom("", "/", "directive/", `${top.path}/`, "file://", "C:").map((start) => start + pieces.flat().join("")),
    );

  it("reads a file inside the directory or is rejected", async () => {
    let found = 0;
    const property = fc.asyncProperty(fc.oneof(path, fc.constantFrom("in.md", "directive/sub/in.md", "./sub//in.md")), async (given) => {
      const outcome = await runDirectiveHandler("file.get", { path: given }, { directory: join(top.path, "a"), root: "directive" });
      if (outcome.kind === "failed") return;
      found += 1;
      expect(outcome.result).toEqual({ path: given, content: "INSIDE" });
    });
    await fc.assert(property, { seed: 4, numRuns: 1000 });
    expect(found).toBeGreaterThan(100);
  });
});
