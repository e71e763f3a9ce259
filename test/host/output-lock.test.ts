/** Tests the lock of an output directory with other processes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lockOutput } from "../../generator/host/output-lock.ts";
import { writeOutput } from "../../generator/host/write-output.ts";
import { formatManifest, MANIFEST_NAME } from "../../generator/write/manifest.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "climax-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const out = (): string => join(folder, "deep/out");
const lock = (): string => join(out(), ".climax-gen-lock.tmp");

/** Text of a lock of this process, with the id of another one. */
let textOf: (processId: number) => string;

function writeLock(text: (processId: number) => string, processId: number, ageMs = 0): void {
  mkdirSync(out(), { recursive: true });
  writeFileSync(lock(), text(processId));
  const time = (Date.now() - ageMs) / 1000;
  utimesSync(lock(), time, time);
}

beforeAll(async () => {
  const made = mkdtempSync(join(tmpdir(), "climax-lock-"));
  const held = await lockOutput(made);
  const text = readFileSync(join(made, ".climax-gen-lock.tmp"), "utf8");
  if (held.kind === "held") held.release();
  rmSync(made, { recursive: true });
  textOf = (processId) => text.replace(/^\d+/, String(processId));
});

const inOtherContainer = (processId: number): string => `${textOf(processId)} other`;

/** Id of a process that does not run: greater than the largest id of Linux. The id of a process that has exited can be used again. */
const NO_PROCESS = 4_194_305;

describe("the lock of an output directory", () => {
  it("is a file with the id of the process, until it is released", async () => {
    const held = await lockOutput(out());
    expect(readFileSync(lock(), "utf8")).toMatch(new RegExp(`^${process.pid} .`));
    if (held.kind === "held") held.release();
    expect(readdirSync(folder), "directories that were created for the lock are removed").toEqual([]);
  });

  it("is busy while the process that holds it runs, and free after that", async () => {
    const holder = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    try {
      writeLock(textOf, holder.pid ?? 0);
      expect(await lockOutput(out(), 0)).toEqual({ kind: "busy" });
      expect(readFileSync(lock(), "utf8")).toBe(textOf(holder.pid ?? 0));
    } finally {
      holder.stdin.end();
      await once(holder, "exit");
    }
    expect(await lockOutput(out(), 1000)).toMatchObject({ kind: "held" });
  });

  it("is taken from a process that was killed", async () => {
    writeLock(textOf, NO_PROCESS);
    expect(await lockOutput(out(), 1000)).toMatchObject({ kind: "held" });
    expect(readFileSync(lock(), "utf8")).toBe(textOf(process.pid));
  });

  it.each([
    ["a process in another container, whose id is unknown here", inOtherContainer],
    ["a process that was killed before it wrote its id", () => ""],
  ])("is taken from %s after a minute", async (_title, text) => {
    writeLock(text, NO_PROCESS);
    expect(await lockOutput(out(), 0)).toEqual({ kind: "busy" });
    writeLock(text, NO_PROCESS, 61_000);
    expect(await lockOutput(out(), 1000)).toMatchObject({ kind: "held" });
  });

  it("is missing if it cannot be written, because the write of the output reports the error", async () => {
    writeFileSync(join(folder, "deep"), "");
    expect(await lockOutput(out())).toMatchObject({ kind: "unlocked" });
    expect(readFileSync(join(folder, "deep"), "utf8")).toBe("");
  });
});

describe("writing an output directory", () => {
  const files = new Map([
    ["src/a.ts", "a"],
    [MANIFEST_NAME, formatManifest(new Map([["src/a.ts", "a"]]))],
  ]);

  it("removes the files of killed runs, and keeps those of running processes and of others", async () => {
    await writeOutput(out(), files, { force: false });
    const left = [`.climax-gen-${NO_PROCESS}-3.tmp`, `src/.climax-gen-${NO_PROCESS}-12.tmp`, `src/.climax-gen-${process.pid}-0.tmp`];
    const kept = [`src/.climax-gen-${process.ppid}-0.tmp`, "src/notes.tmp", "src/.climax-gen-x-0.tmp"];
    for (const path of [...left, ...kept]) writeFileSync(join(out(), path), "half");
    // The time of a file can be later than the time of this process.
    const later = Date.now() / 1000 + 60;
    utimesSync(join(out(), left[1] ?? ""), later, later);
    expect(await writeOutput(out(), files, { force: false })).toMatchObject({ kind: "written" });
    expect(left.filter((path) => existsSync(join(out(), path)))).toEqual([]);
    expect(kept.filter((path) => !existsSync(join(out(), path)))).toEqual([]);
    expect(existsSync(lock())).toBe(false);
  });

  it("writes nothing into a directory that climax-gen did not create, not even a lock", async () => {
    mkdirSync(out(), { recursive: true });
    writeFileSync(join(out(), "mine.txt"), "mine");
    writeLock(textOf, NO_PROCESS);
    const result = await writeOutput(out(), files, { force: false });
    expect(result).toMatchObject({ kind: "failed", diagnostics: [{ code: "output-not-generated" }] });
    expect(readFileSync(lock(), "utf8")).not.toBe(textOf(process.pid));
  });
});
