/**
 * Measures searches only and lists only over HTTP, compared with a bare server of the v1 SDK, and with FastMCP if it is installed. The
 * generated server has the tools of programs in the catalog; the others return the same bytes from memory.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../test/e2e/project.ts";
import { exampleConfigPaths } from "../test/fixtures/example-configs.ts";
import type { HttpServer } from "../test/runtime/http/http-server.ts";
import { modernBody, modernHeaders, startHttp } from "../test/runtime/http/http-server.ts";
import type { LoadKind } from "../test/runtime/http/load.ts";
import { runLoad } from "../test/runtime/http/load.ts";
import type { BenchTable } from "./benchmark.ts";
import { readCpuTime, timeProcess } from "./processes.ts";
import { climaxGen } from "./projects.ts";
import { median, medianRatio } from "./timing.ts";

const FASTMCP_VERSION = "4.2.3";

/** A search of the examples with ten results with full schemas. */
const SEARCH = { query: "list files in a folder", limit: 10, max_bytes: 30_000 };

/** The other servers read the text of their replies from this file. */
const REPLY_FILE = "reply.json";

/** One tool, a server and a transport for each request, as the documentation of the SDK writes a stateless server. */
const SDK_SERVER = `
import { createServer } from "node:http";
import { createRequire } from "node:module";
const require = createRequire(${JSON.stringify(join(ROOT, "package.json"))});
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StreamableHTTPServerTransport } = require("@modelcontextprotocol/sdk/server/streamableHttp.js");
const { z } = require("zod");
const text = require("node:fs").readFileSync(new URL("./${REPLY_FILE}", import.meta.url), "utf8");
const http = createServer(async (request, response) => {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  server.registerTool("climax_search", { inputSchema: { query: z.string() } }, () => ({ content: [{ type: "text", text }] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on("close", () => { transport.close(); server.close(); });
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(0, "127.0.0.1", () => console.error("listening on http://127.0.0.1:" + http.address().port + "/mcp"));
`;

const FASTMCP_SERVER = `
import os, socket, sys
import uvicorn
from fastmcp import FastMCP

mcp = FastMCP("bare")

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "${REPLY_FILE}"), encoding="utf-8") as file:
    text = file.read()

@mcp.tool
def climax_search(query: str, limit: int = 10, max_bytes: int = 0) -> str:
    return text

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(128)
print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
app = mcp.http_app(path="/mcp", stateless_http=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
`;

export interface ComparisonOptions {
  readonly seconds: number;
  /** Directory for the scripts of the servers. */
  readonly folder: string;
  /** Directory in which peers are installed. */
  readonly peers: string;
  readonly say: (line: string) => void;
}

const CONNECTIONS = 64;

/** Servers run in short turns, so that a temporarily busy machine slows all of them. */
const SLICES = 10;

interface Compared {
  readonly name: string;
  readonly server: HttpServer;
  readonly kinds: readonly LoadKind[];
}

/** Measurements of one server in one turn. */
interface Slice {
  readonly perSecond: number;
  /** Processor time of a request, in milliseconds. It depends less on other processes than the rate does. */
  readonly processor: number;
  readonly p99: number;
  readonly memory: number;
  readonly errors: number;
}

function readOwnTime({ process: { pid = 0 } }: HttpServer): number {
  return readCpuTime(pid)?.own ?? Number.NaN;
}

/** Generates the server of the examples, and stores the reply of its search for the other servers. Returns its script. */
async function prepare(folder: string): Promise<{ readonly script: string; readonly bytes: number }> {
  await timeProcess(climaxGen([...exampleConfigPaths, "-o", "examples"], folder));
  const script = join(folder, "examples/dist/server.mjs");
  const server = await startHttp(script);
  const response = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
    method: "POST",
    headers: modernHeaders("tools/call", "climax_search"),
    body: modernBody("tools/call", { name: "climax_search", arguments: SEARCH }),
  });
  const reply = (await response.json()) as { readonly result: { readonly content: readonly { readonly text: string }[] } };
  await server.stop();
  const text = reply.result.content[0]?.text ?? "";
  writeFileSync(join(folder, REPLY_FILE), text);
  return { script, bytes: Buffer.byteLength(text) };
}

/** Measures a generated server and the others in turn. */
export async function compareServers(options: ComparisonOptions): Promise<BenchTable> {
  const { folder, peers, seconds, say } = options;
  const { script, bytes } = await prepare(folder);
  writeFileSync(join(folder, "sdk.mjs"), SDK_SERVER);
  writeFileSync(join(folder, "bare.py"), FASTMCP_SERVER);
  const python = join(peers, "fastmcp/bin/python");
  const fastmcp = existsSync(python) ? await startHttp(join(folder, "bare.py"), { command: python }) : undefined;
  const [own, sdk] = await Promise.all([startHttp(script), startHttp(join(folder, "sdk.mjs"))]);
  try {
    say(`searches and lists only, ${seconds} s for each server`);
    const searches = await compare("search", { own, sdk, fastmcp }, seconds);
    const lists = await compare("list", { own, sdk, fastmcp }, seconds);
    return {
      title: `Searches only and lists only, ${CONNECTIONS} connections, in turns of ${seconds / SLICES} s`,
      columns: [
        "requests",
        "server",
        "per second",
        "against the SDK",
        "against FastMCP",
        "processor, ms per request",
        "p99, ms",
        "memory, MB",
        "errors",
      ],
      rows: [...searches.rows, ...lists.rows],
      measured: { httpSearchSdk: searches.againstSdk, httpSearchFastmcp: searches.againstFastmcp, httpMemory: searches.memory },
      note:
        `Each request stands alone. A search returns ${bytes.toLocaleString("en-US")} bytes; the SDK and FastMCP serve one tool, and return the same bytes from memory.` +
        (fastmcp === undefined ? ` FastMCP is not installed: \`${installation(peers)}\`.` : ""),
      isPartial: fastmcp === undefined,
    };
  } finally {
    await Promise.all([own.stop(), sdk.stop(), fastmcp?.stop()]);
  }
}

interface ComparedServers {
  readonly own: HttpServer;
  readonly sdk: HttpServer;
  readonly fastmcp: HttpServer | undefined;
}

interface Comparison {
  readonly rows: BenchTable["rows"];
  /** Requests per second of the given server with protocol 2025-11-25, as a multiple of those of another server. */
  readonly againstSdk: number;
  readonly againstFastmcp: number | undefined;
  /** Peak memory of the given server, in MB. */
  readonly memory: number;
}

async function compare(what: "search" | "list", { own, sdk, fastmcp }: ComparedServers, seconds: number): Promise<Comparison> {
  const compared: readonly Compared[] = [
    { name: "climax-gen, 2025", server: own, kinds: [`${what} 2025`] },
    { name: "climax-gen, 2026", server: own, kinds: [`${what} 2026`] },
    { name: "SDK v1, bare", server: sdk, kinds: [`${what} 2025`] },
    ...(fastmcp ? [{ name: `FastMCP ${FASTMCP_VERSION}`, server: fastmcp, kinds: [`${what} 2025`] as const }] : []),
  ];
  const samples = compared.map((): Slice[] => []);
  for (let slice = -1; slice < SLICES; slice += 1) {
    for (const [place, { server, kinds }] of compared.entries()) {
      const load = { seconds: seconds / SLICES, connections: CONNECTIONS, tool: "load", search: SEARCH, kinds };
      const before = readOwnTime(server);
      const { requests, perSecond, p99, memory, errors } = await runLoad(server, load);
      const processor = (readOwnTime(server) - before) / requests;
      if (slice >= 0) samples[place]?.push({ perSecond, processor, p99, memory: Math.max(...memory, 0), errors });
    }
  }
  const rates = samples.map((slices) => slices.map(({ perSecond }) => perSecond));
  const against = (place: number, other: number): number => medianRatio(rates[place] ?? [], rates[other] ?? []);
  const rows = compared.map(({ name }, place) => {
    const slices = samples[place] ?? [];
    return [
      what,
      name,
      median(rates[place] ?? []),
      place < 2 ? against(place, 2) : "",
      place < 2 && fastmcp !== undefined ? against(place, 3) : "",
      median(slices.map(({ processor }) => processor)),
      median(slices.map(({ p99 }) => p99)),
      Math.max(...slices.map(({ memory }) => memory)),
      slices.reduce((sum, { errors }) => sum + errors, 0),
    ];
  });
  const memory = Math.max(...samples.slice(0, 2).flatMap((slices) => slices.map((slice) => slice.memory)));
  return { rows, againstSdk: against(0, 2), againstFastmcp: fastmcp && against(0, 3), memory };
}

function installation(folder: string): string {
  const shown = relative("", folder).startsWith("..") ? folder : relative("", folder);
  return `python3 -m venv ${shown}/fastmcp && ${shown}/fastmcp/bin/pip install fastmcp==${FASTMCP_VERSION}`;
}
