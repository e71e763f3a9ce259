/** Tests the audit file: opening, writing, and failures of both. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../runtime/record/audit-entry.ts";
import { toAuditEntry } from "../../../runtime/record/audit-entry.ts";
import type { Audit } from "../../../runtime/record/audit.ts";
import { openAudit } from "../../../runtime/record/audit.ts";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { toPart } from "../../fixtures/source-server.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const ID = "00000000-0000-4000-8000-000000000000";

const folder = mkdtempSync(join(tmpdir(), "climax-audit-"));
const runner = createProcessRunner();
afterAll(async () => {
  await runner.terminateAll();
  rmSync(folder, { recursive: true });
});

function open(path: string): Audit {
  const opened = openAudit(path);
  if (opened.kind === "failed") throw new Error(opened.problem);
  return opened.audit;
}

const client = { name: "claude", version: "1.2" };
const entry: AuditEntry = {
  id: ID,
  time: "2026-01-31T12:30:00.000Z",
  tool: "say",
  client,
  verdict: "ran",
  outcome: "exited",
  duration_ms: 1,
};

function readEntries(path: string): readonly unknown[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Reads the entries in a pipe that is open for reading and writing, and closes it. */
function readPipe(pipe: number): readonly unknown[] {
  const bytes = Buffer.alloc(65_536);
  const lines = bytes.toString("utf8", 0, readSync(pipe, bytes)).split("\n").slice(0, -1);
  closeSync(pipe);
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe("the audit file", () => {
  it("is appended to, one line per entry, and readable only by the server's user", () => {
    const path = join(folder, "audit.jsonl");
    for (const _ of [1, 2]) {
      const audit = open(path);
      audit.record(entry);
      audit.record({ ...entry, tool: "a\nb" });
      audit.close();
    }
    const lines = readFileSync(path, "utf8").split("\n");
    expect(lines.map((line) => (line === "" ? "" : (JSON.parse(line) as AuditEntry).tool))).toEqual(["say", "a\nb", "say", "a\nb", ""]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("stays open, so that a renamed file still receives entries, and a truncated one starts again", () => {
    const [path, renamed] = ["rotated.jsonl", "rotated.1.jsonl"].map((name) => join(folder, name)) as [string, string];
    const audit = open(path);
    audit.record(entry);
    renameSync(path, renamed);
    audit.record(entry);
    const line = `${JSON.stringify(entry)}\n`;
    expect(readFileSync(renamed, "utf8")).toBe(line + line);
    expect(existsSync(path)).toBe(false);
    truncateSync(renamed);
    audit.record(entry);
    audit.close();
    expect(readFileSync(renamed, "utf8")).toBe(line);
  });

  it.skipIf(process.platform === "win32")("that is a pipe never blocks, neither without a reader nor if it is full", () => {
    const path = join(folder, "full-pipe");
    execFileSync("mkfifo", [path]);
    const problem = `${path} is a pipe without a reader: start its reader first`;
    expect(openAudit(path)).toEqual({ kind: "failed", problem });
    const reader = openSync(path, "r+");
    const audit = open(path);
    for (let written = 0; written < 2000 && audit.isReady(); written++) audit.record(entry);
    expect(audit.isReady()).toBe(false);
    readSync(reader, Buffer.alloc(1024 * 1024));
    expect(audit.isReady()).toBe(true);
    audit.close();
    closeSync(reader);
  });

  it("is created again after it was deleted", () => {
    const path = join(folder, "deleted.jsonl");
    const audit = open(path);
    audit.record(entry);
    rmSync(path);
    audit.record({ ...entry, tool: "next" });
    audit.record({ ...entry, tool: "last" });
    audit.close();
    expect(readEntries(path)).toMatchObject([{ tool: "next" }, { tool: "last" }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("that was deleted and cannot be created again loses entries, which are counted", () => {
    const parent = join(folder, "parent");
    const path = join(parent, "audit.jsonl");
    mkdirSync(parent);
    const audit = open(path);
    rmSync(parent, { recursive: true });
    expect(audit.recordStart({ ...entry, event: "started" })).toBe(false);
    audit.record(entry);
    expect(audit.isReady()).toBe(false);
    mkdirSync(parent);
    expect(audit.isReady()).toBe(true);
    audit.close();
    expect(readEntries(path)).toMatchObject([{ event: "audit_resumed", lost_entries: 1 }]);
  });

  it("that cannot be opened is reported", () => {
    expect(openAudit(join(folder, "none/audit"))).toMatchObject({
      kind: "failed",
      problem: expect.stringMatching(/^ENOENT/) as string,
    });
    expect(openAudit(folder)).toMatchObject({ kind: "failed", problem: expect.stringContaining("EISDIR") as string });
  });

  it.runIf(existsSync("/dev/full"))("that cannot be written makes the server not ready", () => {
    const audit = open("/dev/full");
    expect(audit.isReady()).toBe(true);
    audit.record(entry);
    expect(audit.isReady()).toBe(false);
    expect(audit.isReady()).toBe(false);
    audit.close();
  });

  it.skipIf(process.platform === "win32")("counts the calls that are rejected while it cannot be written", async () => {
    const path = join(folder, "rejecting-pipe");
    execFileSync("mkfifo", [path]);
    const first = openSync(path, "r+");
    const audit = open(path);
    closeSync(first);
    audit.record(entry);
    const handler = createRequestHandler(createToolIndex([toPart({ command: ["true"] }, { look: { risk: "read" } })]), true);
    const onFinished: CallContext["onFinished"] = (call, facts) =>
      audit.record(toAuditEntry(call, facts, { id: ID, client, showValues: false }));
    const reply = await handler.callListedTool(
      "look",
      {},
      {
        env: {},
        policies: [],
        run: runner.run,
        execution: plainExecution({}),
        limiter: createLimiter(),
        isAudited: audit.isReady,
        onFinished,
      },
    );
    expect(reply).toEqual({ text: "Not run: the server cannot write its audit file; tell the operator of the server", isError: true });

    const second = openSync(path, "r+");
    // The number of lost entries comes before the next entry, also if no call is made in between.
    audit.record(entry);
    audit.close();
    expect(readPipe(second)).toEqual([{ time: expect.any(String) as string, event: "audit_resumed", lost_entries: 2 }, entry]);
  });

  // A pipe rejects writes until it has a reader.
  it.skipIf(process.platform === "win32")("that can be written again reports the number of lost entries, and the server continues", () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    const first = openSync(path, "r+");
    const audit = open(path);
    closeSync(first);
    audit.record(entry);
    audit.record(entry);
    expect(audit.isReady()).toBe(false);

    const second = openSync(path, "r+");
    expect(audit.isReady()).toBe(true);
    audit.record(entry);
    audit.close();
    expect(readPipe(second)).toEqual([{ time: expect.any(String) as string, event: "audit_resumed", lost_entries: 2 }, entry]);
  });
});
