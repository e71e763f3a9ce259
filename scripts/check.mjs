/**
 * `npm run check`: runs every script of package.json whose name starts with `check:`, all at the same time. Prints the output of each when
 * it ends, and exits with 1 if one fails.
 *
 * `node scripts/check.mjs COMMAND [ARGUMENT…]` runs a command together with the checks. The command uses the terminal. The checks run one
 * after another with a lower priority, so that they use the processor while the command waits. Stops the command if a check fails. Exits
 * with the status of the command if it fails.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";

/** Priority of checks that run together with a command, as for `nice`. With it, they end before half of the tests have run. */
const CHECK_PRIORITY = 5;

const [program, ...args] = process.argv.slice(2);
const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const waiting = Object.keys(scripts).filter((name) => name.startsWith("check:"));

/** Resolves to the exit status of a process when its output is closed; 1 if it did not exit by itself. */
function statusOf(child) {
  return new Promise((resolve) => child.once("error", () => resolve(1)).once("close", (status) => resolve(status ?? 1)));
}

/** Runs a script. Resolves to whether it passed, and its output. */
async function check(name) {
  const child = spawn("npm", ["run", "--silent", name], { stdio: ["ignore", "pipe", "pipe"] });
  if (program !== undefined && child.pid !== undefined) setPriority(child.pid, CHECK_PRIORITY);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
  const hasPassed = (await statusOf(child)) === 0;
  return { hasPassed, printed: `${name}: ${hasPassed ? "passed" : "failed"}\n${Buffer.concat(chunks)}` };
}

/** Runs the waiting checks one after another. Calls `report` with each result. */
async function work(report) {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await report(await check(name));
}

function print({ hasPassed, printed }) {
  process.stdout.write(printed);
  if (!hasPassed) process.exitCode = 1;
}

if (program === undefined) await Promise.all(Array.from({ length: availableParallelism() }, () => work(print)));
else {
  const command = spawn(program, args, { stdio: "inherit" });
  const ended = statusOf(command).then((status) => void (process.exitCode ||= status));
  await work(async (result) => {
    // After a failed check, waits for the command, so that the result of the check is printed last.
    if (!result.hasPassed && command.kill()) await ended;
    print(result);
  });
  await ended;
}
