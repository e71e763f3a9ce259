/** Spawns `true` without a server. */
import { spawn } from "node:child_process";

// A plain copy of the environment, as in a server. Reading `process.env` for each call takes longer.
const env = { ...process.env };

/** Spawns `true` with pipes, which it reads to their end as a server must. */
export function spawnTrue(): Promise<unknown> {
  const child = spawn("true", [], { stdio: ["ignore", "pipe", "pipe"], detached: true, env });
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((resolve) => child.once("close", resolve));
}
