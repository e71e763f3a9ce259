/** Measures requests over HTTP, compared with a bare server of Node.js that returns a fixed text to the same clients. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { HttpServer } from "../test/runtime/http/http-server.ts";
import { startHttp } from "../test/runtime/http/http-server.ts";
import { runLoad } from "../test/runtime/http/load.ts";
import type { Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { compareServers } from "./http-peers.ts";
import { BARE_NODE, timeProcess } from "./processes.ts";
import { climaxGen, writeFiles } from "./projects.ts";
import { timeSideBySide } from "./timing.ts";

const CONNECTIONS = [1, 16, 64] as const;

const CONFIG = `name: loads
command: echo
tools:
  - { name: load, description: Answer, command: loaded }
`;

/** A tool with 130 kB of output. */
const NOISY_CONFIG = `name: noisy
command: seq
tools:
  - { name: noisy, description: Count, command: "1 25000" }
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
  options: ["seconds", "peers", "rounds"],
  async run(context) {
    const seconds = numberOption(context, "seconds", 10);
    const folder = writeFiles(
      new Map([
        ["load.yaml", CONFIG],
        ["noisy.yaml", NOISY_CONFIG],
      ]),
    );
    await timeProcess(climaxGen(["configs", "-o", "out"], folder));
    writeFileSync(join(folder, "bare.cjs"), BARE_SERVER);
    const [server, bare] = await Promise.all([startHttp(join(folder, "out/dist/server.mjs")), startHttp(join(folder, "bare.cjs"))]);
    try {
      return [
        await timeRequests({ server, bare }, seconds, context.say),
        await timeBusySearch(server, seconds),
        await timeHttpStart(join(folder, "out/dist/server.mjs"), numberOption(context, "rounds", 15)),
        await compareServers({
          seconds,
          folder,
          peers: context.options.peers ?? resolve(".bench/peers"),
          say: context.say,
        }),
      ];
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
    columns: ["connections", "requests per second", "median, ms", "p99, ms", "errors", "memory, MB", "bare node:http, per second"],
    rows,
    note: "Each call starts a process, which takes most of the time.",
  };
}

/** Connections that call the tool with output. */
const BUSY_CALLS = 16;

async function timeBusySearch(server: HttpServer, seconds: number): Promise<BenchTable> {
  const [calls, search] = await Promise.all([
    runLoad(server, { seconds, connections: BUSY_CALLS, tool: "noisy", kinds: ["noisy 2026"] }),
    runLoad(server, { seconds, connections: 1, tool: "load", kinds: ["search 2025", "search 2026"] }),
  ]);
  return {
    title: `Searches while ${BUSY_CALLS} calls with 140 kB of output run, ${seconds} s`,
    columns: ["calls per second", "searches per second", "median, ms", "p99, ms", "errors"],
    rows: [[calls.perSecond, search.perSecond, search.median, search.p99, calls.errors + search.errors]],
    measured: { httpBusySearch: search.p99 },
  };
}

async function timeHttpStart(script: string, rounds: number): Promise<BenchTable> {
  const start = async (): Promise<number> => {
    const startedAt = performance.now();
    const server = await startHttp(script);
    const ms = performance.now() - startedAt;
    await server.stop();
    return ms;
  };
  const timings = await timeSideBySide(
    [
      { name: "bare node -e 0", run: () => timeProcess(BARE_NODE) },
      { name: "--http", run: start },
    ],
    rounds,
  );
  return {
    title: "Start with --http, from spawn to the printed address",
    columns: ["what", "ms", "against bare node"],
    rows: timings.map(({ name, ms, ratio }) => [name, ms, ratio]),
    measured: { httpStart: timings[1]?.ratio },
  };
}
