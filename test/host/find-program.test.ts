import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findProgram, isLocalProgram } from "../../generator/host/find-program.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-find-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 });
  return path;
}

describe("finding a program", () => {
  it.each<[string, string, string, boolean]>([
    ["finds a program in PATH", "tool", "nowhere:bin", true],
    ["does not find missing files", "other", "bin", false],
    ["ignores a file that cannot be executed", "data", "bin", false],
    ["ignores a directory", "bin", ".", false],
    ["uses a path unchanged", "./bin/tool", "", true],
  ])("%s", (_, program, path, want) => {
    script("bin/tool");
    writeFileSync(join(folder, "bin/data"), "");
    const search = path.split(":").map((part) => join(folder, part));
    expect(findProgram(program.startsWith("./") ? join(folder, program) : program, search.join(":")) !== undefined).toBe(want);
  });
});

describe("isLocalProgram", () => {
  it("recognizes programs of the repository, also through links", () => {
    mkdirSync(join(folder, "repo/.git"), { recursive: true });
    mkdirSync(join(folder, "repo/configs"));
    script("repo/tool");
    symlinkSync(join(folder, "repo/tool"), join(folder, "link"));
    const files = [join(folder, "repo/configs/a.yaml")];
    expect([join(folder, "repo/tool"), join(folder, "link")].map((path) => isLocalProgram(path, files))).toEqual([true, true]);
    expect(isLocalProgram("sh", files)).toBe(false);
  });
});

describe("findProgram", () => {
  it("finds names in PATH, and paths that are executable files", () => {
    expect(findProgram("sh")).toMatch(/^\/.*\/sh$/);
    expect([findProgram("no-such-program"), findProgram(folder)]).toEqual([undefined, undefined]);
  });
});
