/**
 * `npm run check`: runs every script of package.json whose name starts with `check:`, all at the same time. Prints the output of each when it
 * ends, and exits with 1 if one fails.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const waiting = Object.keys(scripts).filter((name) => name.startsWith("check:"));

/** Runs a script; resolves when its output is printed. */
async function check(name) {
  const child = spawn("npm", ["run", "--silent", name], { stdio: ["ignore", "pipe", "pipe"] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
  const status = await new Promise((resolve) => child.once("error", () => resolve(1)).once("close", resolve));
  process.stdout.write(`${name}: ${status === 0 ? "passed" : "failed"}\n`);
  process.stdout.write(Buffer.concat(chunks));
  if (status !== 0) process.exitCode = 1;
}

async function work() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await check(name);
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
