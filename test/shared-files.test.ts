import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { shareFiles } from "./fixtures/shared-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "climax-shared-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const FILES = new Map([
  ["a.txt", Buffer.from("a")],
  ["b.bin", Buffer.from([0, 255])],
]);

it("makes files once for all workers, which get the same files", async () => {
  let made = 0;
  const make = async () => {
    made += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return FILES;
  };
  const given = await Promise.all([1, 2, 3].map(() => shareFiles("one", make, folder)));
  expect(given).toEqual([FILES, FILES, FILES]);
  expect(made).toBe(1);
  expect(readdirSync(folder)).toEqual(["one.finished"]);
});

it("makes files after a worker that failed", async () => {
  await expect(shareFiles("one", () => Promise.reject(new Error("full disk")), folder)).rejects.toThrow("full disk");
  expect(await shareFiles("one", () => Promise.resolve(FILES), folder)).toEqual(FILES);
});
