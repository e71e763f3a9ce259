/**
 * The floor of calls: a bare loop that spawns `true`. A program of its own, because starting a process takes longer the larger the parent
 * is. Reads lines of two numbers, how many times and how many at a time; answers each with a line of JSON.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { timeWork } from "./timed-work.ts";

// A plain copy, as a server has it: to read the real one for each call takes longer.
const env = { ...process.env };

/** With pipes that are read to their end, as a server must. */
function spawnTrue(): Promise<unknown> {
  const child = spawn("true", [], { stdio: ["ignore", "pipe", "pipe"], detached: true, env });
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((resolve) => child.once("close", resolve));
}

for await (const line of createInterface(process.stdin)) {
  const [times = 1, inFlight = 1] = line.split(" ").map(Number);
  process.stdout.write(`${JSON.stringify(await timeWork(spawnTrue, times, inFlight))}\n`);
}
