import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog, type LogFields } from "../../../runtime/record/log.ts";
import { run } from "../../e2e/project.ts";

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

/** The built module. Another process runs it, because writing to standard error here would mix with the output of the tests. */
const module = new URL("../../../runtime/dist/record/log.js", import.meta.url).href;

const circular: { self?: unknown } = {};
circular.self = circular;

it.skipIf(process.platform === "win32")("reports the number of lines that a file has lost, and why it could not be opened", async () => {
  const file = join(folder, "missing/log");
  const script = `
    import { mkdirSync } from "node:fs";
    import { createLog } from ${JSON.stringify(module)};
    const log = createLog("info", ${JSON.stringify(file)});
    log.info("first");
    log.info("second");
    mkdirSync(${JSON.stringify(join(folder, "missing"))});
    log.info("third");
  `;
  const { stderr } = await run(process.execPath, ["--input-type=module", "-e", script]);
  const withoutTimes = (text: string): readonly string[] =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(line.indexOf(" ") + 1));
  expect(withoutTimes(stderr)).toEqual([
    "info first",
    `warn log file unavailable {"reason":"ENOENT: no such file or directory, open '${file}'"}`,
    "info second",
    "info third",
  ]);
  expect(withoutTimes(readFileSync(file, "utf8"))).toEqual([`warn log lines dropped {"lines":2}`, "info third"]);
});

it("opens the file for each line, so that it can be rotated by renaming it", async () => {
  const [file, rotated] = ["log", "log.1"].map((name) => join(folder, name)) as [string, string];
  const script = `
    import { renameSync } from "node:fs";
    import { createLog } from ${JSON.stringify(module)};
    const log = createLog("info", ${JSON.stringify(file)});
    log.info("first");
    renameSync(${JSON.stringify(file)}, ${JSON.stringify(rotated)});
    log.info("second");
  `;
  await run(process.execPath, ["--input-type=module", "-e", script]);
  expect([rotated, file].map((path) => readFileSync(path, "utf8").split(" ").slice(1).join(" "))).toEqual([
    "info first\n",
    "info second\n",
  ]);
});

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
  ])("accepts fields that JSON does not support: %s", (_, fields) => {
    expect(linesOf("found", fields)).toEqual([expect.stringMatching(/^error found \{"omitted":"[^"]/)]);
  });
});
