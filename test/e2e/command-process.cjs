/**
 * Runs `climax-gen` as it was built, one command after another in one process: each message of the parent process is a command, with its
 * working directory and environment. The reply is what a process of its own would print, and its exit status. Ends with the parent process.
 */
const { join } = require("node:path");
const { format } = require("node:util");
const { loadBundle } = require("../../dist/load-bundle.cjs");

const ROOT = join(__dirname, "../..");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Replaces the environment variables. */
function setEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Collects what is written to a stream until it is released. */
function capture(stream) {
  const chunks = [];
  const { write } = stream;
  stream.write = (chunk, encoding, done = encoding) => {
    chunks.push(Buffer.from(chunk));
    if (typeof done === "function") process.nextTick(done);
    return true;
  };
  return () => {
    stream.write = write;
    stream.removeAllListeners("error");
    return Buffer.concat(chunks).toString("utf8");
  };
}

async function runCommand({ args, cwd, env }) {
  process.chdir(cwd);
  setEnvironment(env);
  process.argv = [process.execPath, join(ROOT, "bin/climax-gen.cjs"), ...args];
  process.exitCode = undefined;
  const [stopOut, stopErr] = [capture(process.stdout), capture(process.stderr)];
  let status;
  try {
    await loadBundle("command-line").run();
    status = Number(process.exitCode ?? 0);
  } catch (error) {
    process.stderr.write(`${format(error)}\n`);
    status = 1;
  }
  // A handler of signals that is left would keep a process of its own from ending.
  const left = SIGNALS.filter((signal) => process.listenerCount(signal) > 0);
  if (left.length > 0) [status] = [-1, process.stderr.write(`handlers of ${left.join(" and ")} are left\n`)];
  process.exitCode = 0;
  return { status, stdout: stopOut(), stderr: stopErr() };
}

let previous = Promise.resolve();
process.on("message", ({ id, ...command }) => {
  previous = previous.then(async () => void process.send({ id, ...(await runCommand(command)) }));
});
