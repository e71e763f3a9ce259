/** Generates load with concurrent clients, and measures responses and memory. */
import { readFileSync } from "node:fs";
import { Agent, request as sendRequest } from "node:http";
import type { HttpServer } from "./http-server.ts";
import { modernBody, modernHeaders, plainHeaders } from "./http-server.ts";

export interface LoadOptions {
  readonly seconds: number;
  readonly connections: number;
  /** Name of the called tool, which takes no arguments. */
  readonly tool: string;
  /** Arguments of the searches. Defaults to a query for `tool`. */
  readonly search?: object;
  /** Requests that are sent in turn. Defaults to `MIXED`. */
  readonly kinds?: readonly LoadKind[];
}

/** A request, and the protocol era of its client. */
export type LoadKind = keyof ReturnType<typeof makeLoads>;

const MIXED: readonly LoadKind[] = ["list 2026", "search 2026", "call 2026", "search 2025", "call 2025"];

export interface LoadResult {
  readonly requests: number;
  /** Number of failed requests, responses with a status other than 200, and responses without the expected text. */
  readonly errors: number;
  readonly perSecond: number;
  /** Median response time, in milliseconds. */
  readonly median: number;
  readonly p99: number;
  /** Resident memory in MB, sampled at equal intervals. Empty on systems without `/proc`. */
  readonly memory: readonly number[];
}

interface Load {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Text that a correct response contains. */
  readonly expected: string;
}

/** Number of memory samples. */
const SAMPLES = 12;

/**
 * Sends requests sequentially on each connection, at least two: lists, searches and calls of both protocol eras, in turn. A busy machine may
 * take longer than `seconds` for them.
 */
export async function runLoad(server: HttpServer, { seconds, connections, tool, search, kinds = MIXED }: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const known = makeLoads(tool, search);
  const loads = kinds.map((kind) => known[kind]);
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let errors = 0;
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(...readMemory(server)), (seconds * 1000) / SAMPLES);
  const work = async (offset: number): Promise<void> => {
    for (let count = offset; count < offset + 2 || performance.now() < end; count += 1) {
      const startedAt = performance.now();
      if (!(await isCorrect(server.port, agent, loads[count % loads.length] as Load))) errors += 1;
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, offset) => work(offset)));
  clearInterval(watch);
  agent.destroy();
  times.sort((left, right) => left - right);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { requests: times.length, errors, perSecond: times.length / seconds, median: at(0.5), p99: at(0.99), memory };
}

function makeLoads(tool: string, given: object = { query: tool }) {
  const call = { name: "climax_call", arguments: { tool_name: tool } };
  const search = { name: "climax_search", arguments: given };
  const found = "input_schema";
  const older = (method: string, params: object): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return {
    "list 2026": { headers: modernHeaders("tools/list"), body: modernBody("tools/list"), expected: "climax_search" },
    "search 2026": { headers: modernHeaders("tools/call", "climax_search"), body: modernBody("tools/call", search), expected: found },
    "call 2026": { headers: modernHeaders("tools/call", "climax_call"), body: modernBody("tools/call", call), expected: "loaded" },
    "list 2025": { headers: plainHeaders(), body: older("tools/list", {}), expected: "climax_search" },
    "search 2025": { headers: plainHeaders(), body: older("tools/call", search), expected: found },
    "noisy 2026": { headers: modernHeaders("tools/call", "climax_call"), body: modernBody("tools/call", call), expected: "25000" },
    "call 2025": { headers: plainHeaders(), body: older("tools/call", call), expected: "loaded" },
  } satisfies Readonly<Record<string, Load>>;
}

function isCorrect(port: number, agent: Agent, { headers, body, expected }: Load): Promise<boolean> {
  return new Promise((resolve) => {
    const request = sendRequest({ port, host: "127.0.0.1", path: "/mcp", method: "POST", headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve(response.statusCode === 200 && text.includes(expected))).on("error", () => resolve(false));
    });
    request.on("error", () => resolve(false)).end(body);
  });
}

function readMemory({ process: { pid } }: HttpServer): readonly number[] {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? [] : [Math.round(Number(kilobytes) / 1024)];
  } catch {
    return [];
  }
}
