import { describe, expect, it } from "vitest";
import { createPacer } from "../../../runtime/process/pacer.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns which of three starts were allowed at the end of each of four turns. Each start takes `startMs`. */
async function watch(turnMs: number, startMs: number): Promise<readonly string[]> {
  const pace = createPacer(turnMs);
  let started = "";
  const start = async (name: string): Promise<void> => {
    const turn = pace();
    if (turn !== undefined) await turn;
    for (const end = performance.now() + startMs; performance.now() < end;);
    started += name;
  };
  for (const name of "abc") void start(name);
  const seen: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await turnOfTheLoop();
    seen.push(started);
  }
  return seen;
}

describe("the pacer", () => {
  it.each([
    ["starts all processes in one turn of the event loop if there is time", 10_000, 0, ["abc", "abc", "abc", "abc"]],
    ["starts one process per turn if a start takes all of the time", 1, 2, ["a", "ab", "abc", "abc"]],
  ])("%s, in order of arrival", async (_title, turnMs, startMs, want) => {
    expect(await watch(turnMs, startMs)).toEqual(want);
  });

  it("does not delay a start because of starts in earlier turns", async () => {
    const pace = createPacer(0);
    expect(pace()).toBeUndefined();
    expect(pace()).toBeInstanceOf(Promise);
    for (let turn = 0; turn < 4; turn += 1) await turnOfTheLoop();
    expect(pace()).toBeUndefined();
  });

  it("keeps the order of waiting starts", async () => {
    const pace = createPacer(0);
    void pace();
    const waiting = pace();
    await turnOfTheLoop();
    expect(pace()).toBeInstanceOf(Promise);
    await waiting;
  });
});

describe("processes that are requested together", () => {
  const request = { argv: ["sleep", "0.2"], env: { PATH: process.env["PATH"] ?? "" }, timeoutMs: 60_000, maxOutputBytes: 1000 };
  /** A number of processes that takes longer to start than the limit of a turn, on any machine. */
  const MANY = 200;
  const countProcesses = (): number => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

  it("yield to the event loop", async () => {
    const runner = createProcessRunner();
    await runner.run(request);
    const before = countProcesses();
    const all = Promise.all(Array.from({ length: MANY }, () => runner.run(request)));
    await turnOfTheLoop();
    expect(countProcesses() - before).toBeLessThan(MANY);
    await all;
  });

  it("receive results before the server ends, even if they have not started", async () => {
    const runner = createProcessRunner();
    // None of these processes runs, so terminateAll waits only for the results.
    const failing = { ...request, argv: ["no-such-command-zz"] };
    await runner.run(failing);
    let cancelled = 0;
    const count = async (): Promise<void> => void (cancelled += Number((await runner.run(failing)).kind === "cancelled"));
    const runs = Promise.all(Array.from({ length: 256 }, count));
    await turnOfTheLoop();
    await runner.terminateAll();
    const atTheEnd = cancelled;
    await runs;
    expect(atTheEnd).toBeGreaterThan(0);
    expect(cancelled).toBe(atTheEnd);
  });
});
