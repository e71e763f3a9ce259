/** Requests over HTTP, against a bare server of Node.js that answers the same clients with one fixed text. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpServer } from "../runtime/http/http-server.ts";
import { startHttp } from "../runtime/http/http-server.ts";
import { runLoad } from "../runtime/http/load.ts";
import type { Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { timeProcess } from "./processes.ts";
import { climaxGen, writeFiles } from "./projects.ts";

const CONNECTIONS = [1, 16, 64] as const;

const CONFIG = `name: loads
command: echo
tools:
  - { name: load, description: Answer, command: loaded }
`;

/** All strings that a correct response contains. */
const BARE_SERVER = `
const server = require("node:http").createServer((request, response) => {
  request.resume().on("end", () => response.end("climax_search input_schema loaded"));
});
server.listen(0, "127.0.0.1", () => console.error("listening on http://127.0.0.1:" + server.address().port + "/mcp"));
`;

export const http: Benchmark = {
  name: "http",
  title: "lists, searches and calls over HTTP",
  options: ["seconds"],
  async run(context) {
    const seconds = numberOption(context, "seconds", 10);
    const folder = writeFiles(new Map([["load.yaml", CONFIG]]));
    await timeProcess(climaxGen(["configs", "-o", "out"], folder));
    writeFileSync(join(folder, "bare.cjs"), BARE_SERVER);
    const [server, bare] = await Promise.all([startHttp(join(folder, "out/dist/server.mjs")), startHttp(join(folder, "bare.cjs"))]);
    try {
      return [await timeRequests({ server, bare }, seconds, context.say)];
    } finally {
      await Promise.all([server.stop(), bare.stop()]);
    }
  },
};

interface Servers {
  readonly server: HttpServer;
  readonly bare: HttpServer;
}

async function timeRequests({ server, bare }: Servers, seconds: number, say: (line: string) => void): Promise<BenchTable> {
  const rows: (readonly (string | number)[])[] = [];
  for (const connections of CONNECTIONS) {
    say(`${connections} connections for ${seconds} s each`);
    const load = { seconds, connections, tool: "load" };
    const floor = await runLoad(bare, load);
    const { perSecond, median, p99, errors, memory } = await runLoad(server, load);
    rows.push([connections, perSecond, median, p99, errors, memory.at(-1) ?? "", floor.perSecond]);
  }
  return {
    title: `Requests over HTTP: one list, two searches and two calls of \`echo\` in turn, ${seconds} s`,
    columns: ["connections", "requests a second", "median, ms", "99th of 100, ms", "errors", "memory, MB", "bare node:http, a second"],
    rows,
    note: "Each call starts a process, which takes most of the time.",
  };
}
