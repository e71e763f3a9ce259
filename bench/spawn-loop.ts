/**
 * The baseline of calls: a bare loop that spawns `true`. It is a separate program, because a larger parent takes longer to start a process.
 * Reads lines of two numbers, the repetitions and the concurrency. Replies to each with a line of JSON.
 */
import { createInterface } from "node:readline";
import { spawnTrue } from "./spawn-true.ts";
import { timeWork } from "./timed-work.ts";

for await (const line of createInterface(process.stdin)) {
  const [times = 1, inFlight = 1] = line.split(" ").map(Number);
  process.stdout.write(`${JSON.stringify(await timeWork(spawnTrue, times, inFlight))}\n`);
}
