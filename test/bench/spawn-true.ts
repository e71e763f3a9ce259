/** Runs `true` with nothing around it. */
import { spawn } from "node:child_process";

// A plain copy, as a server has it: to read the real one for each call takes longer.
const env = { ...process.env };

/** With pipes that are read to their end, as a server must. */
export function spawnTrue(): Promise<unknown> {
  const child = spawn("true", [], { stdio: ["ignore", "pipe", "pipe"], detached: true, env });
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((resolve) => child.once("close", resolve));
}
