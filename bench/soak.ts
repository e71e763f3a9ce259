/** Runs clients of both eras for minutes, kills clients and replaces replicas, then counts leftover resources. Runs only if named. */
import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Benchmark, BenchContext, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { journalFile, prefixOf, runClients } from "./soak-clients.ts";
import { connectClient } from "./soak-connect.ts";
import { generateSoakProject } from "./soak-project.ts";
import { startSoakProxy } from "./soak-proxy.ts";
import type { FleetFindings, ReplicaState } from "./soak-report.ts";
import { describeSoak } from "./soak-report.ts";
import { countDescriptors, findMarked, removePrivateFiles } from "./soak-residue.ts";
import type { Replica, Soak } from "./soak-servers.ts";
import { readMetric, SESSION_IDLE_SECONDS, startReplica } from "./soak-servers.ts";

const DEFAULT_MINUTES = 10;

/** Time between two replacements of a replica, in milliseconds. */
const REPLACE_MS = 60_000;

/** Number of replicas. The first replica is never replaced, because its memory is measured. */
const REPLICAS = 3;

/** Time in which all calls and sessions must end after the last client has disconnected, in milliseconds. */
const REST_MS = (SESSION_IDLE_SECONDS + 20) * 1000;

/** Prefix of the text in temporary files of calls. */
const TEXT_OF = "text of ";

export const soak: Benchmark = {
  name: "soak",
  title: "clients of both eras, killed clients and replaced replicas, and their leftover resources",
  options: ["minutes"],
  async run(context) {
    const minutes = numberOption(context, "minutes", DEFAULT_MINUTES);
    const project = await generateSoakProject();
    const temporary = join(project.folder, "tmp");
    mkdirSync(temporary);
    return [await exercise({ ...project, run: crypto.randomUUID(), temporary }, minutes, context)];
  },
};

async function exercise(one: Soak, minutes: number, { seed, say }: BenchContext): Promise<BenchTable> {
  const proxy = await startSoakProxy();
  const fleet = await startFleet(one, proxy.setPorts);
  const before = new Map(fleet.replicas().map(({ name, pid }) => [name, countDescriptors(pid).open]));
  const clients = runClients(one, { origin: proxy.origin, seed });
  const endsAt = performance.now() + minutes * 60_000;
  for (let round = 1; performance.now() < endsAt; round += 1) {
    await pause(Math.min(REPLACE_MS, endsAt - performance.now()));
    if (performance.now() < endsAt) await fleet.replace(round);
    say(`minute ${round} of ${minutes}: ${clients.started()} clients and ${fleet.findings().names.length} replicas so far`);
  }
  const found = await clients.end(fleet.findings().names);
  const left = await findLeft(fleet.replicas(), Math.max(...before.values()));
  await fleet.stop();
  proxy.close();
  // A server on standard input and output ends by itself after its client.
  await waitFor(() => findMarked(one.run).length === 0);
  const texts = removePrivateFiles(prefixOf(one));
  return describeSoak({
    soak: one,
    minutes,
    clients: { ...found, started: clients.started(), killed: clients.killed() },
    fleet: fleet.findings(),
    left,
    processes: findMarked(one.run).map(({ command }) => command),
    files: readdirSync(one.temporary),
    privateFiles: texts.map((text) => text.replace(TEXT_OF, "")),
  });
}

async function startFleet(one: Soak, onPorts: (ports: readonly number[]) => void) {
  const names: string[] = [];
  const killed: string[] = [];
  const statuses: (number | null)[] = [];
  const replacedAt: number[] = [];
  let orphans = 0;
  const start = async (): Promise<Replica> => {
    const name = `replica-${names.length}`;
    names.push(name);
    const replica = await startReplica(one, name, names.length === 1);
    await warmUp(one, replica);
    return replica;
  };
  let replicas: readonly Replica[] = [];
  const use = (next: readonly Replica[]): void => {
    replicas = next;
    onPorts(next.map(({ port }) => port));
  };
  for (let count = 0; count < REPLICAS; count += 1) use([...replicas, await start()]);
  return {
    replicas: () => replicas,
    findings: (): FleetFindings => ({ names, killed, statuses, replacedAt, orphans }),
    /** Kills a replica in odd rounds, stops one in even rounds, and starts another. */
    async replace(round: number): Promise<void> {
      const place = 1 + (round % (REPLICAS - 1));
      const old = replicas[place] as Replica;
      replacedAt.push(Date.now());
      if (round % 2 === 1) {
        await old.end("SIGKILL");
        killed.push(old.name);
        // A killed process cannot clean up: its commands are counted, and killed here.
        const found = findMarked(one.run).filter(({ server }) => server === old.name);
        for (const { pid } of found) killQuietly(pid);
        orphans += found.length;
      } else statuses.push(await old.end("SIGTERM"));
      const next = await start();
      use(replicas.map((replica) => (replica === old ? next : replica)));
      replacedAt.push(Date.now());
    },
    async stop(): Promise<void> {
      statuses.push(...(await Promise.all(replicas.map(async ({ end }) => await end("SIGTERM")))));
    },
  };
}

/** Makes a replica open its permanent descriptors, so that they can be compared later. */
async function warmUp(one: Soak, { name, port }: Replica): Promise<void> {
  const client = await connectClient("2026", { origin: `http://127.0.0.1:${port}` });
  const id = `${prefixOf(one)}-${name}`;
  const write = (line: object): void => appendFileSync(journalFile(one, name), `${JSON.stringify({ id, at: Date.now(), ...line })}\n`);
  write({ tool: "answer" });
  await client.call("climax_search", { query: "print" });
  await client.call("climax_call", { tool_name: "answer", args: { id } });
  write({ end: "answered" });
  await client.close();
}

/** Kills a process that may have exited already. */
function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Waits until the replicas hold no resources, or for a limited time. Returns the remaining resources. */
async function findLeft(replicas: readonly Replica[], before: number): Promise<readonly ReplicaState[]> {
  let states: readonly ReplicaState[] = [];
  await waitFor(async () => {
    states = await Promise.all(replicas.map(async (replica) => await readState(replica, before)));
    return states.every(({ calls, sessions, descriptors }) => calls + sessions === 0 && descriptors <= 0);
  });
  return states;
}

async function readState(replica: Replica, before: number): Promise<ReplicaState> {
  const read = async (name: string): Promise<number> => (await readMetric(replica, name)) ?? Number.NaN;
  const calls = (await read("climax_calls_running")) + (await read("climax_queue_length"));
  const sessions = await read("climax_sessions");
  const { open, keptOutput } = countDescriptors(replica.pid);
  return { name: replica.name, calls, sessions, descriptors: open - before, keptOutput };
}

async function waitFor(isReached: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + REST_MS; !(await isReached()) && performance.now() < end;) await pause(1000);
}

const pause = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
