/**
 * The floor of calls: a bare loop that spawns `true`. A separate program, because starting a process takes longer the larger the parent
 * is. Reads lines of two numbers, how many times and how many at a time; answers each with a line of JSON.
 */
import { createInterface } from "node:readline";
import { spawnTrue } from "./spawn-true.ts";
import { timeWork } from "./timed-work.ts";

for await (const line of createInterface(process.stdin)) {
  const [times = 1, inFlight = 1] = line.split(" ").map(Number);
  process.stdout.write(`${JSON.stringify(await timeWork(spawnTrue, times, inFlight))}\n`);
}
