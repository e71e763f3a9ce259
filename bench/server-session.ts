/** Starts a server with a minimal client, which only writes lines and waits for responses. Measurements are those of the server. */
import type { ChildProcess } from "node:child_process";
import type { TimedCommand } from "./processes.ts";
import { keepEnd, startProcess } from "./processes.ts";

export type Era = "2025" | "2026";

export interface Session {
  readonly server: ChildProcess;
  /** Time of the spawn, on the clock of `performance.now`. */
  readonly startedAt: number;
  /** Sends a request and resolves with the line of its response. Throws if the response is an error, or if the server exits first. */
  readonly request: (method: string, params?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** First request of a client: the handshake of 2025, or `server/discover` of 2026. */
  readonly open: () => Promise<string>;
  /** Closes the server's input and waits for its end. */
  readonly close: () => Promise<void>;
}

const CLIENT = { name: "bench", version: "0" };

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": CLIENT,
};

const TIMEOUT_MS = 60_000;

const NEWLINE = 0x0a;

/** Callers that wait for a response. */
interface Waiting {
  readonly answer: (line: string) => void;
  readonly giveUp: () => void;
}

export function startSession(timed: TimedCommand, era: Era): Session {
  const startedAt = performance.now();
  const server = startProcess(timed, ["pipe", "pipe", "pipe"]);
  const said = keepEnd(server.stderr);
  // A server that exits early leaves a pipe without a reader.
  server.stdin?.on("error", () => {});
  const waiting = new Map<number, Waiting>();
  readLines(server, (line) => {
    const id = Number(/"id":(\d+)/.exec(endsOf(line))?.[1]);
    waiting.get(id)?.answer(line);
    waiting.delete(id);
  });
  const ended = new Promise<void>((resolve) => server.once("error", () => resolve()).once("close", () => resolve()));
  // A server that is silent for this time hangs: it is killed, and all waiting callers are rejected.
  const patience = setTimeout(() => server.kill("SIGKILL"), TIMEOUT_MS);
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    clearTimeout(patience);
    for (const { giveUp } of waiting.values()) giveUp();
  };
  void ended.then(end);
  let requests = 0;
  const send = (message: object): void => void server.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method: string, params: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const id = requests++;
    patience.refresh();
    const answer = new Promise<string>((resolve, reject) => {
      const giveUp = (): void => reject(new Error(`${timed.args.join(" ")} ended before it answered ${method}:\n${said()}`));
      if (hasEnded) return giveUp();
      waiting.set(id, {
        answer: (line) => (isRefusal(line) ? reject(new Error(`${method} received ${line}`)) : resolve(line)),
        giveUp,
      });
    });
    send({ id, method, params: era === "2025" ? params : { ...params, _meta: META } });
    return answer;
  };
  return {
    server,
    startedAt,
    request,
    async open() {
      if (era === "2026") return await request("server/discover");
      const answer = request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT });
      await answer;
      send({ method: "notifications/initialized" });
      return await answer;
    },
    async close() {
      server.stdin?.end();
      patience.refresh();
      await ended;
    },
  };
}

/** Returns the start and the end of a line, which contain `id`, `error` and `isError`. A line may be megabytes long. */
function endsOf(line: string): string {
  return line.length > 200 ? line.slice(0, 100) + line.slice(-100) : line;
}

function isRefusal(line: string): boolean {
  return /"error":\{|"isError":true/.test(endsOf(line));
}

/** Reads lines. Joins the chunks of a line once, because a line may be megabytes long. */
function readLines(server: ChildProcess, onLine: (line: string) => void): void {
  let chunks: Buffer[] = [];
  server.stdout?.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      onLine(Buffer.concat([...chunks, chunk.subarray(start, end)]).toString());
      chunks = [];
      start = end + 1;
    }
    if (start < chunk.length) chunks.push(chunk.subarray(start));
  });
}
