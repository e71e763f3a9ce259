/** Tests the report on a guard with a temporary PATH. */
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeGuardState, isFirstOnPath } from "../../generator/guard/guard-report.ts";
import { readGuardState } from "../../generator/host/guard-state.ts";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-state-")));
  write("guard/dist/guard.cjs");
  for (const name of ["guard/bin/git", "usr/git", "usr/busybox"]) write(name);
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string): void {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o755);
}

const read = (...names: readonly string[]) => readGuardState(join(folder, "guard"), names.map((name) => join(folder, name)).join(":"), []);

it("is first if a shell finds it first, and names the other programs", () => {
  const state = read("guard/bin", "usr");
  expect(state).toEqual({
    bin: join(folder, "guard/bin"),
    programs: [{ name: "git", isFirst: true, found: join(folder, "guard/bin/git"), others: [join(folder, "usr/git")] }],
    busybox: join(folder, "usr/busybox"),
  });
  expect(state && isFirstOnPath(state)).toBe(true);
  expect(state && describeGuardState(state)).toContain(`also at ${join(folder, "usr/git")}`);
});

it("is not first behind another program, or outside PATH", () => {
  for (const names of [["usr", "guard/bin"], ["usr"], []]) {
    const state = read(...names);
    expect(state && isFirstOnPath(state)).toBe(false);
    expect(state && describeGuardState(state)).toContain('help: put the guard first: export PATH="');
  }
});

it("is first through a link to its directory, and counts a program once", () => {
  symlinkSync(join(folder, "guard/bin"), join(folder, "link"));
  symlinkSync(join(folder, "usr"), join(folder, "usr2"));
  expect(read("link", "usr", "usr2")?.programs).toMatchObject([{ isFirst: true, others: [join(folder, "usr/git")] }]);
});

it("names the same programs under other names, through links of both kinds", () => {
  symlinkSync(join(folder, "usr/git"), join(folder, "usr/vcs"));
  linkSync(join(folder, "usr/git"), join(folder, "usr/git-1.0"));
  write("usr/other");
  const state = read("guard/bin", "usr");
  expect(state?.programs[0]?.aliases).toEqual([join(folder, "usr/git-1.0"), join(folder, "usr/vcs")]);
  expect(state && describeGuardState(state)).toContain(
    `  also named ${join(folder, "usr/vcs")}: a command with this name is not guarded\n`,
  );
  write("guard/bin/vcs");
  expect(read("guard/bin", "usr")?.programs[0]?.aliases).toEqual([join(folder, "usr/git-1.0")]);
});

it("is not guarded if the shell has a command of its own of this name", () => {
  write("guard/bin/echo");
  expect(read("guard/bin")?.programs.find(({ name }) => name === "echo")).toMatchObject({ isFirst: false, found: "echo" });
});

it("refuses a directory that is no guard", () => {
  expect(readGuardState(folder, "/usr/bin")).toBeUndefined();
});
