/** Tests the end of engines whose processes a signal to the group does not end: bwrap, while it prepares its sandbox. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { toSandbox } from "../../../runtime/executor/sandbox.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import { findBubblewrap } from "../../fixtures/engines.ts";
import { until } from "../../fixtures/until.ts";

const bubblewrap = findBubblewrap();
if ("missing" in bubblewrap) console.log(`skipped: ${bubblewrap.missing}`);

const folder = mkdtempSync(join(tmpdir(), "climax-engine-end-"));
const runner = createProcessRunner();
afterAll(async () => {
  await runner.terminateAll();
  rmSync(folder, { recursive: true, force: true });
});

const env = { PATH: process.env["PATH"] ?? "" };
const limits = { env, timeoutMs: 300_000, maxOutputBytes: 1000 };

/** Returns the processes whose command line contains a text. */
function listProcesses(text: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
    } catch {
      // The process has exited.
      return false;
    }
  });
}

const untilNone = (text: string): Promise<true> =>
  until(
    () => listProcesses(text).length === 0 || undefined,
    () => `${listProcesses(text).length} processes of ${text} run`,
  );

describe("the end of an engine", () => {
  it.runIf(process.platform === "linux")("ends descendants that have left its process group", async () => {
    const marker = join(folder, "left");
    const engine = `trap '' TERM; setsid sh -c 'echo > "$0"; sleep 300; :' ${marker} & wait`;
    const cancellation = new AbortController();
    const starter: ProcessRequest["starter"] = { name: "engine", endsAtOnce: true, hasFailed: () => false };
    const ended = runner.run({ ...limits, argv: ["sh", "-c", engine], starter, signal: cancellation.signal });
    await until(() => readdirSync(folder).includes("left") || undefined);
    cancellation.abort();
    expect((await ended).kind).toBe("cancelled");
    await untilNone(marker);
  });

  it.skipIf("missing" in bubblewrap)("leaves no program of bubblewrap, also while the sandbox is prepared", async () => {
    const seconds = `300.${process.pid}${String(Math.random()).slice(2, 8)}`;
    const content = { hidden: [], mounts: [], network: "none", env, directory: "/" } as const;
    const sandbox = toSandbox(["sleep", seconds], content, { architecture: process.arch, features: ["status"] });
    for (let delay = 0; delay < 24; delay++) {
      const signal = AbortSignal.timeout(delay);
      expect((await runner.run({ ...limits, ...sandbox, signal })).kind).toBe("cancelled");
    }
    await untilNone(seconds);
  });
});
