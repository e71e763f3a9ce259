/** Starts the client processes of a soak, kills and replaces some of them, and stops all at the end. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepEnd, startProcess } from "./processes.ts";
import { below, createRandom } from "./random.ts";
import type { JournalLine, SoakClientOptions } from "./soak-client.ts";
import type { ClientKind, Target } from "./soak-connect.ts";
import { sampleMemory } from "./soak-memory.ts";
import type { Soak } from "./soak-servers.ts";
import { memoryFile, serverEnvironment } from "./soak-servers.ts";

const CLIENTS: readonly { readonly kind: ClientKind; readonly isHttp: boolean; readonly isSteady?: boolean }[] = [
  // Runs as long as the soak, because its server is measured.
  { kind: "2026", isHttp: false, isSteady: true },
  { kind: "sdk-1", isHttp: false },
  { kind: "2026", isHttp: false },
  { kind: "sdk-1", isHttp: true },
  { kind: "sdk-1", isHttp: true },
  { kind: "sdk-2", isHttp: true },
  { kind: "2026", isHttp: true },
  { kind: "2026", isHttp: true },
];

/** Time between two kills of a client, in milliseconds. */
const KILL_MS = 6000;

/** Maximum time until a client exits after SIGTERM, in milliseconds. */
const END_MS = 60_000;

/** This file is bundled into a chunk of `.bench/code`, next to the entry points. */
const SCRIPT = fileURLToPath(new URL("soak-client.mjs", import.meta.url));

export interface ClientFindings {
  readonly journal: readonly JournalLine[];
  /** Names of all servers that clients started over standard input and output. */
  readonly servers: readonly string[];
  /** Name of the server that was measured. */
  readonly measured: string;
  /** Clients that exited by themselves, with their output. */
  readonly crashed: readonly string[];
}

interface SoakClient {
  readonly place: number;
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<void>;
}

/** Prefix of the ids of all calls of a run. */
export const prefixOf = ({ run }: Soak): string => run.slice(0, 8);

export function runClients(soak: Soak, { origin, seed }: { readonly origin: string; readonly seed: number }) {
  const random = createRandom(seed);
  const names: string[] = [];
  const servers: string[] = [];
  const crashed: string[] = [];
  let killed = 0;
  let replacing = Promise.resolve();

  const start = (place: number): SoakClient => {
    const { kind, isHttp, isSteady = false } = CLIENTS[place] as (typeof CLIENTS)[0];
    const name = `${prefixOf(soak)}-${names.length}`;
    names.push(name);
    const target = isHttp ? { origin } : stdioTarget(soak, name, isSteady);
    if (!isHttp) servers.push(name);
    const options: SoakClientOptions = { name, kind, target, seed: seed + names.length, journal: journalFile(soak, name), isSteady };
    const child = startProcess({ command: process.execPath, args: [SCRIPT, JSON.stringify(options)] }, ["ignore", "ignore", "pipe"]);
    const said = keepEnd(child.stderr);
    let isExpected = false;
    const ended = once(child, "exit") as Promise<[number | null]>;
    child.once("exit", (status) => {
      if (!isExpected || (status !== 0 && status !== null)) crashed.push(`client ${name} (${kind}) ended with ${status}: ${said()}`);
    });
    return {
      place,
      async end(signal) {
        isExpected = true;
        child.kill(signal);
        const timer = setTimeout(() => {
          crashed.push(`client ${name} (${kind}) did not end: ${said()}`);
          child.kill("SIGKILL");
        }, END_MS);
        await ended;
        clearTimeout(timer);
      },
    };
  };

  let clients = CLIENTS.map((_, place) => start(place));
  const killOne = async (): Promise<void> => {
    const victim = clients[1 + below(random, clients.length - 1)] as SoakClient;
    killed += 1;
    await victim.end("SIGKILL");
    const next = start(victim.place);
    clients = clients.map((client) => (client === victim ? next : client));
  };
  const timer = setInterval(() => (replacing = replacing.then(killOne)), KILL_MS);
  return {
    started: () => names.length,
    killed: () => killed,
    /** Stops all clients. Resolves when they have exited, with the journals of all clients and of `others`. */
    async end(others: readonly string[]): Promise<ClientFindings> {
      clearInterval(timer);
      await replacing;
      await Promise.all(clients.map(async (client) => await client.end("SIGTERM")));
      return {
        journal: [...names, ...others].flatMap((name) => readJournal(journalFile(soak, name))),
        servers,
        measured: names[0] ?? "",
        crashed,
      };
    },
  };
}

function stdioTarget(soak: Soak, name: string, isMeasured: boolean): Target {
  const flags = isMeasured ? sampleMemory(memoryFile(soak, name)) : [];
  const env = { PATH: process.env["PATH"] ?? "", ...serverEnvironment(soak, name) };
  return { command: process.execPath, args: [...flags, soak.server, ...soak.flags], env };
}

export function journalFile({ folder }: Soak, name: string): string {
  return join(folder, `journal-${name}.jsonl`);
}

/** A killed client can leave an incomplete line. */
function readJournal(file: string): readonly JournalLine[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JournalLine);
}
