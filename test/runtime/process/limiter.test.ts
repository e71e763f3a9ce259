import { describe, expect, it } from "vitest";
import { createLimiter } from "../../../runtime/process/limiter.ts";

/** Returns a task that records its start and ends on request. */
function openTask(name: string, log: string[]): { task: () => Promise<string>; finish: () => void } {
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const task = async (): Promise<string> => {
    log.push(`start ${name}`);
    await finished;
    log.push(`end ${name}`);
    return name;
  };
  return { task, finish };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the limiter", () => {
  it("runs tasks up to the limit, and the others in order of arrival", async () => {
    const log: string[] = [];
    const limiter = createLimiter({ maxRunning: 2 });
    const tasks = ["a", "b", "c", "d"].map((name) => openTask(name, log));
    const turns = tasks.map(({ task }) => limiter.run(task));
    await settled();
    expect(log).toEqual(["start a", "start b"]);
    tasks[1]?.finish();
    await settled();
    expect(log).toEqual(["start a", "start b", "end b", "start c"]);
    for (const { finish } of tasks) finish();
    expect(await Promise.all(turns)).toEqual(["a", "b", "c", "d"].map((value) => ({ kind: "done", value })));
    expect(log.filter((line) => line.startsWith("start"))).toEqual(["start a", "start b", "start c", "start d"]);
  });

  it("never exceeds the limit, even with many tasks", async () => {
    const limiter = createLimiter({ maxRunning: 3 });
    let running = 0;
    let most = 0;
    const task = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await settled();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, () => limiter.run(task)));
    expect({ most, running }).toEqual({ most: 3, running: 0 });
  });

  it("is busy if the queue is full, and accepts tasks again after one has ended", async () => {
    const limiter = createLimiter({ maxRunning: 1, maxWaiting: 1 });
    const first = openTask("first", []);
    const turns = [limiter.run(first.task), limiter.run(async () => "second")];
    expect(await limiter.run(async () => "third")).toEqual({ kind: "busy" });
    first.finish();
    await Promise.all(turns);
    expect(await limiter.run(async () => "fourth")).toEqual({ kind: "done", value: "fourth" });
  });

  it("lets a cancelled task leave the queue without running it", async () => {
    const log: string[] = [];
    const limiter = createLimiter({ maxRunning: 1, maxWaiting: 1 });
    const first = openTask("first", log);
    const cancel = new AbortController();
    const running = limiter.run(first.task);
    const waiting = limiter.run(openTask("cancelled", log).task, cancel.signal);
    cancel.abort();
    expect(await waiting).toEqual({ kind: "cancelled" });
    const next = limiter.run(async () => "next");
    first.finish();
    expect(await next).toEqual({ kind: "done", value: "next" });
    await running;
    expect(log).toEqual(["start first", "end first"]);
  });

  it("does not start a task that is already cancelled", async () => {
    expect(await createLimiter().run(async () => "never", AbortSignal.abort())).toEqual({ kind: "cancelled" });
  });

  it("does not stop a running task that is cancelled", async () => {
    const cancel = new AbortController();
    const { task, finish } = openTask("a", []);
    const turn = createLimiter().run(task, cancel.signal);
    cancel.abort();
    finish();
    expect(await turn).toEqual({ kind: "done", value: "a" });
  });

  it("frees the slot of a task that fails", async () => {
    const limiter = createLimiter({ maxRunning: 1, maxWaiting: 0 });
    await expect(limiter.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await limiter.run(async () => "after")).toEqual({ kind: "done", value: "after" });
  });

  it("runs any number of tasks if no limit is set", async () => {
    const limiter = createLimiter();
    const { task, finish } = openTask("any", []);
    const turns = Array.from({ length: 2000 }, () => limiter.run(task));
    expect(limiter.load()).toEqual({ running: 2000, waiting: 0 });
    finish();
    expect((await Promise.all(turns)).every(({ kind }) => kind === "done")).toBe(true);
  });
});
