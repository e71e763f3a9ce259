import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDraft, replaceConfig } from "../../generator/host/draft-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "climax-draft-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a new draft", () => {
  it("is created with its directory", () => {
    expect(createDraft(join(folder, "a/b/git.yaml"), "x\n")).toBeUndefined();
    expect(readFileSync(join(folder, "a/b/git.yaml"), "utf8")).toBe("x\n");
  });

  it("does not replace a file", () => {
    writeFileSync(join(folder, "git.yaml"), "old\n");
    expect(createDraft(join(folder, "git.yaml"), "new\n")).toBe("the file exists");
    expect(readFileSync(join(folder, "git.yaml"), "utf8")).toBe("old\n");
  });

  // `mkdir` with `recursive` never returns for this path.
  it.runIf(existsSync("/proc/self"))("fails in a directory that cannot have subdirectories", () => {
    expect(createDraft("/proc/none/at/all.yaml", "x\n")).toBe("ENOENT");
  });
});

describe("a completed config", () => {
  it("keeps its mode and the link to it, and leaves no other file", () => {
    const target = join(folder, "git.yaml");
    writeFileSync(target, "old\n");
    chmodSync(target, 0o640);
    symlinkSync("git.yaml", join(folder, "link.yaml"));
    expect(replaceConfig(join(folder, "link.yaml"), "new\n")).toBeUndefined();
    expect(readFileSync(target, "utf8")).toBe("new\n");
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["git.yaml", "link.yaml"]);
  });

  it("is reported as unwritable if it does not exist", () => {
    expect(replaceConfig(join(folder, "none.yaml"), "new\n")).toMatchObject({ code: "output-unwritable" });
    expect(readdirSync(folder)).toEqual([]);
  });
});
