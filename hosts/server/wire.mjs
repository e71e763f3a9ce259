/**
 * `node wire.mjs LOG COMMAND…`: runs an MCP server over stdio, and writes its environment and the messages of both sides to LOG, one JSON
 * object per line. It changes no byte.
 */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const [log, command, ...args] = process.argv.slice(2);

const write = (entry) => appendFileSync(log, `${JSON.stringify({ time: Date.now(), ...entry })}\n`);

write({ from: "start", variables: Object.keys(process.env).toSorted() });
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });

/** Copies a stream, and logs its lines. */
function copy(input, output, from) {
  let rest = "";
  input.setEncoding("utf8").on("data", (text) => {
    output.write(text);
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.trim() !== "") write({ from, message: JSON.parse(line) });
  });
}

copy(process.stdin, server.stdin, "client");
copy(server.stdout, process.stdout, "server");
process.stdin.on("end", () => server.stdin.end());
server.stdin.on("error", () => {});
process.stdout.on("error", () => {});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (status) => {
  write({ from: "end" });
  process.exit(status ?? 1);
});
