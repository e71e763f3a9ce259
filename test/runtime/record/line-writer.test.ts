import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APPEND, createLineWriter, writeWhole } from "../../../runtime/record/line-writer.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "climax-lines-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let pipes = 0;

/** Returns a pipe with a capacity of 64 KiB, and a reader of the data written since the last read. */
function openPipe() {
  const path = join(folder, `pipe-${pipes++}`);
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, "r+");
  const file = openSync(path, APPEND);
  return {
    write: createLineWriter(
      (bytes, timeoutMs) => writeWhole(file, bytes, timeoutMs),
      (lines) => `${lines} lost\n`,
    ),
    read(bytes = 1024 * 1024): string {
      const buffer = Buffer.alloc(bytes);
      return buffer.toString("utf8", 0, readSync(reader, buffer));
    },
    close: () => [reader, file].forEach((one) => closeSync(one)),
  };
}

/** Returns a line of 1,000 bytes that contains its number. */
const line = (place: number): string => `${String(place).padEnd(999, ".")}\n`;

describe.skipIf(process.platform === "win32")("lines without a reader", () => {
  it("are lost, and the next written line reports their number", () => {
    const pipe = openPipe();
    for (let place = 0; place < 100; place++) pipe.write(line(place));
    const kept = pipe.read().split("\n").slice(0, -1);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept).toEqual(Array.from(kept, (_, place) => line(place).trimEnd()));
    pipe.write("next\n");
    pipe.write("last\n");
    expect(pipe.read()).toBe(`${100 - kept.length} lost\nnext\nlast\n`);
    pipe.close();
  });

  it("are never truncated, regardless of their length", () => {
    const pipe = openPipe();
    const long = `${"x".repeat(100_000)}\n`;
    pipe.write(long);
    pipe.write("lost\n");
    const first = pipe.read();
    expect(long.startsWith(first)).toBe(true);
    pipe.write("next\n");
    expect(first + pipe.read()).toBe(`${long}1 lost\nnext\n`);
    pipe.close();
  });
});
