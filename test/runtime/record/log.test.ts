import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog, type LogFields } from "../../../runtime/record/log.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "climax-log-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns what follows the time on each line that a message adds to the log. */
function linesOf(message: string, fields?: LogFields): readonly string[] {
  const file = join(folder, "log");
  createLog("error", file).error(message, fields);
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.slice(line.indexOf(" ") + 1));
}

const circular: { self?: unknown } = {};
circular.self = circular;

describe("the log of function tools", () => {
  it("has one visible line for each message, so that a value in a message cannot forge a line", () => {
    expect(linesOf("city: a\n2026-01-01T00:00:00.000Z warn forged\u001B[2K\u202E")).toEqual([
      "error city: a\\u000a2026-01-01T00:00:00.000Z warn forged\\u001b[2K\\u202e",
    ]);
  });

  it.each<[string, LogFields]>([
    ["a circular object", { circular }],
    ["a big integer", { id: 10n }],
    [
      "an object that cannot be converted",
      {
        value: {
          toJSON: () => {
            throw new Error("no JSON");
          },
        },
      },
    ],
  ])("takes fields without JSON, and does not throw: %s", (_, fields) => {
    expect(linesOf("found", fields)).toEqual([expect.stringMatching(/^error found \{"omitted":"[^"]/)]);
  });
});
