/** Starts, kills, stops and measures the replicas of a soak. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { keepEnd, startProcess } from "./processes.ts";
import { sampleMemory } from "./soak-memory.ts";
import type { SoakProject } from "./soak-project.ts";
import { MARK, SOAK_TOKEN } from "./soak-project.ts";

export interface Soak extends SoakProject {
  /** Identifies the processes and files of this run. */
  readonly run: string;
  /** Directory for the temporary files of all servers. */
  readonly temporary: string;
}

/** Short, so that the sessions of lost clients end within the soak. */
export const SESSION_IDLE_SECONDS = 20;

/** Returns the variables of a server: its audit file, its temporary directory, and its mark. */
export function serverEnvironment(soak: Soak, name: string): Readonly<Record<string, string>> {
  return {
    CLIMAX_AUDIT_FILE: auditFile(soak, name),
    CLIMAX_HTTP_TOKEN: SOAK_TOKEN,
    TMPDIR: soak.temporary,
    [MARK]: `${soak.run}/${name}`,
  };
}

export function auditFile({ folder }: Soak, name: string): string {
  return join(folder, `audit-${name}.jsonl`);
}

export function memoryFile({ folder }: Soak, name: string): string {
  return join(folder, `memory-${name}.jsonl`);
}

export interface Replica {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** Sends a signal, and resolves with the exit status, which is null after SIGKILL. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<number | null>;
}

/** Starts a replica, and resolves when it listens. */
export async function startReplica(soak: Soak, name: string, isMeasured: boolean): Promise<Replica> {
  const flags = isMeasured ? sampleMemory(memoryFile(soak, name)) : [];
  const args = [...flags, soak.server, "--http", "0", "--session-idle", `${SESSION_IDLE_SECONDS}`, ...soak.flags];
  const timed = { command: process.execPath, args, cwd: "/", env: serverEnvironment(soak, name) };
  const server = startProcess(timed, ["ignore", "ignore", "pipe"]);
  const port = await readPort(server);
  const ended = once(server, "exit") as Promise<[number | null]>;
  return {
    name,
    pid: server.pid ?? 0,
    port,
    async end(signal) {
      server.kill(signal);
      const [status] = await ended;
      return status;
    },
  };
}

async function readPort(server: ChildProcess): Promise<number> {
  const said = keepEnd(server.stderr);
  return await new Promise((resolve, reject) => {
    server.stderr?.on("data", () => {
      const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)\/mcp\n/.exec(`${said()}\n`) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    server.once("close", () => reject(new Error(`a replica ended:\n${said()}`)));
  });
}

/** Returns the value of a metric without labels, or undefined if the replica has no such metric. */
export async function readMetric({ port }: Replica, name: string): Promise<number | undefined> {
  // Without an agent, the connection is closed after the response, so that it does not count as a descriptor of the replica.
  const headers = { authorization: `Bearer ${SOAK_TOKEN}` };
  const sent = request({ port, host: "127.0.0.1", path: "/metrics", headers, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const value = new RegExp(`^${name} (\\d+)$`, "m").exec(await text(response))?.[1];
  return value === undefined ? undefined : Number(value);
}
