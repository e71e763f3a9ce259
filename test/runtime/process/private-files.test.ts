import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { PrivateFiles } from "../../../runtime/process/private-files.ts";
import { chooseOtherFolder, choosePrivateFolder, removePrivateFiles, writePrivateFiles } from "../../../runtime/process/private-files.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import { listUnnamedFileFolders } from "../../../runtime/process/unnamed-file.ts";

const home = mkdtempSync(join(tmpdir(), "climax-private-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let calls = 0;
function newFiles(more: Partial<PrivateFiles> = {}): PrivateFiles {
  const folder = join(home, `call-${calls++}`, "files");
  return { folder, files: [{ path: `${folder}/1.json`, text: "é" }], isForContainer: false, ...more };
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Directories of read-only file systems on this machine. Permissions alone do not keep the superuser from writing. */
function readOnlyFolders(): readonly string[] {
  return ["/sys", "/proc/sys"].filter((folder) => {
    try {
      accessSync(folder, constants.W_OK);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EROFS";
    }
  });
}

describe("private files", () => {
  it("are readable and writable for the server's user only", () => {
    const files = newFiles();
    writePrivateFiles(files);
    const [path = ""] = files.files.map((file) => file.path);
    expect([dirname(files.folder), files.folder, path].map(modeOf)).toEqual(["700", "700", "600"]);
    expect(readFileSync(path, "utf8")).toBe("é");
    removePrivateFiles(files);
    expect(existsSync(dirname(files.folder))).toBe(false);
  });

  it("are readable for the user of a container, below a directory for the server's user only", () => {
    const files = newFiles({ isForContainer: true });
    writePrivateFiles(files);
    expect([dirname(files.folder), files.folder, `${files.folder}/1.json`].map(modeOf)).toEqual(["700", "755", "644"]);
    removePrivateFiles(files);
  });

  it("leave nothing when one of them cannot be written", () => {
    const { folder } = newFiles();
    const files = newFiles({
      folder,
      files: [
        { path: `${folder}/1`, text: "" },
        { path: `${folder}/none/2`, text: "" },
      ],
    });
    expect(() => writePrivateFiles(files)).toThrow(/ENOENT/);
    expect(existsSync(dirname(folder))).toBe(false);
  });

  it("are removed if the program leaves a directory next to them that cannot be read", () => {
    const files = newFiles();
    chmodSync(home, 0o777);
    // Permissions do not keep the superuser from reading.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      writePrivateFiles(files);
      mkdirSync(`${files.folder}/0/below`, { recursive: true });
      chmodSync(`${files.folder}/0`, 0);
      expect(() => removePrivateFiles(files)).not.toThrow();
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    expect(existsSync(files.files[0]?.path ?? "")).toBe(false);
    chmodSync(`${files.folder}/0`, 0o700);
  });

  it("never replace a directory that exists", () => {
    const files = newFiles();
    mkdirSync(dirname(files.folder));
    expect(() => writePrivateFiles(files)).toThrow(/EEXIST/);
    expect(existsSync(dirname(files.folder))).toBe(true);
  });

  it("have a new path in each call, outside the working directory", () => {
    for (const workingDirectory of ["/work", ...listUnnamedFileFolders()]) {
      const chosen = [choosePrivateFolder(workingDirectory), choosePrivateFolder(workingDirectory)];
      expect(new Set(chosen).size).toBe(2);
      for (const folder of chosen) expect(existsSync(dirname(folder))).toBe(false);
    }
    expect(relative("/dev/shm", choosePrivateFolder("/dev/shm"))).toMatch(/^\.\./);
  });

  it("are on the disk if the file system in memory is missing or does not accept files", () => {
    const [file, missing, disk] = [join(home, "file"), join(home, "missing"), join(home, "disk")] as const;
    writeFileSync(file, "");
    mkdirSync(disk);
    for (const memory of [file, missing, ...readOnlyFolders()]) {
      expect(dirname(dirname(choosePrivateFolder("/work", [memory, disk])))).toBe(disk);
      expect(dirname(dirname(choosePrivateFolder("/work", [disk, memory])))).toBe(disk);
    }
  });

  it("are in another directory if the first one could not hold them", () => {
    const [memory, disk] = [join(home, "full"), join(home, "disk-of-others")] as const;
    for (const folder of [memory, disk]) mkdirSync(folder);
    const failed = choosePrivateFolder("/work", [memory, disk]);
    const other = chooseOtherFolder(failed, "/work", [memory, disk]);
    expect([dirname(dirname(failed)), dirname(dirname(other ?? ""))]).toEqual([memory, disk]);
    expect(chooseOtherFolder(failed, "/work", [memory])).toBeUndefined();
    expect(chooseOtherFolder(failed, "/work", [memory, join(home, "missing")])).toBeUndefined();
  });

  it("are reported, and not the program, if they cannot be written", async () => {
    const runner = createProcessRunner();
    const files = newFiles({ folder: join(home, "missing", "call", "files") });
    const bounds = { env: { PATH: process.env["PATH"] ?? "" }, timeoutMs: 60_000, maxOutputBytes: 100 };
    const result = await runner.run({ ...bounds, argv: ["true"], privateFiles: files });
    expect(result).toMatchObject({ kind: "not_started", reason: "files_not_written", subject: files.folder });
  });

  it("are removed when the program cannot be started, and when the server terminates immediately", async () => {
    const runner = createProcessRunner();
    const bounds = { env: { PATH: process.env["PATH"] ?? "" }, timeoutMs: 60_000, maxOutputBytes: 100 };
    const files = newFiles();
    expect(await runner.run({ ...bounds, argv: ["no-such-command-zz"], privateFiles: files })).toMatchObject({ kind: "not_started" });
    expect(existsSync(dirname(files.folder))).toBe(false);
    const others = newFiles();
    const running = runner.run({ ...bounds, argv: ["sleep", "60"], privateFiles: others });
    await expect.poll(() => existsSync(others.folder)).toBe(true);
    runner.killAllNow();
    expect(existsSync(dirname(others.folder))).toBe(false);
    await running;
  });
});
