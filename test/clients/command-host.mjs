/**
 * Runs the entry module of a command many times in one process of Node.js, so that it loads the packages of the command once.
 *
 * `fork("command-host.mjs", [ENTRY])` accepts messages `{id, args}`, one after the other, and answers each with `{id, stdout, stderr}`. The
 * module is evaluated again for each message, with these arguments, and ends by calling `process.exit`, which ends no process here.
 */
import { pathToFileURL } from "node:url";

const [node, , entry] = process.argv;
const entryUrl = pathToFileURL(entry).href;
let printed = { stdout: "", stderr: "" };

for (const name of ["stdout", "stderr"]) {
  process[name].write = (chunk, encoding, callback) => {
    printed[name] += chunk;
    const written = typeof encoding === "function" ? encoding : callback;
    if (written !== undefined) process.nextTick(written);
    return true;
  };
}

async function runCommand({ id, args }) {
  printed = { stdout: "", stderr: "" };
  process.argv = [node, entry, ...args];
  const ended = new Promise((resolve) => {
    process.exit = resolve;
  });
  await import(`${entryUrl}?${id}`);
  await ended;
  // Some commands exit twice: at the end of the work, and on the next turn of the event loop.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  process.removeAllListeners("uncaughtException");
  process.send({ id, ...printed });
}

let last = Promise.resolve();
process.on("message", (message) => {
  last = last.then(() => runCommand(message));
});
