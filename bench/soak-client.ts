/** A client process of a soak: calls, cancels, disconnects and reconnects until SIGTERM. Writes each call to its journal. */
import { appendFileSync } from "node:fs";
import type { Random } from "./random.ts";
import { below, createRandom } from "./random.ts";
import type { ClientKind, Connection, Target } from "./soak-connect.ts";
import { connectClient } from "./soak-connect.ts";

/** The argument of the process, as JSON. */
export interface SoakClientOptions {
  readonly name: string;
  readonly kind: ClientKind;
  readonly target: Target;
  readonly seed: number;
  /** File to which lines of JSON are appended. */
  readonly journal: string;
  /** True if the client never disconnects. */
  readonly isSteady: boolean;
}

/** A line of the journal: a call is sent, and later ends. A client that is killed leaves calls without an end. */
export interface JournalLine {
  readonly id: string;
  /** Time by the system clock, in milliseconds. */
  readonly at: number;
  readonly tool?: string;
  readonly end?: CallEnd;
  /** Text of a wrong reply, or message of an error. */
  readonly text?: string;
}

/** `wrong`: the reply is not that of the call. `cancelled`, `disconnected`: by this client. */
export type CallEnd = "answered" | "wrong" | "failed" | "cancelled" | "disconnected";

const BURST = 4;
const MAX_PAUSE_MS = 60;
const MAX_WAIT_MS = 300;

const options = JSON.parse(process.argv[2] ?? "") as SoakClientOptions;
const ending = new AbortController();
process.on("SIGTERM", () => ending.abort());
let calls = 0;
const random = createRandom(options.seed);

const pause = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms));
const write = (line: JournalLine): void => appendFileSync(options.journal, `${JSON.stringify(line)}\n`);

/** Makes one call, and writes its start and its end. `isStopped` reports whether this client has stopped the call. */
async function record(tool: string, run: (id: string) => Promise<string>, stopped?: () => CallEnd | undefined): Promise<string> {
  const id = `${options.name}-${(calls += 1)}`;
  write({ id, tool, at: Date.now() });
  try {
    const text = await run(id);
    const isRight = text.startsWith(id);
    write({ id, at: Date.now(), ...(isRight ? { end: "answered" } : { end: stopped?.() ?? "wrong", text: text.slice(0, 300) }) });
    return text;
  } catch (error) {
    const end = stopped?.() ?? "failed";
    write({ id, at: Date.now(), end, ...(end === "failed" && { text: describe(error) }) });
    return "";
  }
}

const call = (client: Connection, tool_name: string, args: object, signal?: AbortSignal): Promise<string> =>
  client.call("climax_call", { tool_name, args }, signal);

/** Describes an error. The reason of an error of `fetch` is in its `cause`. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${String(error)}${cause}`.slice(0, 300);
}

async function callPlain(client: Connection, tool: string): Promise<void> {
  await record(tool, (id) => call(client, tool, { id, ...(tool === "filed" && { text: `text of ${id}` }) }));
}

/** Calls a tool, and cancels the call after a while. */
async function callAndCancel(client: Connection): Promise<void> {
  const cancel = new AbortController();
  const timer = setTimeout(() => cancel.abort(), 1 + below(random, MAX_WAIT_MS));
  await record(
    "linger",
    (id) => call(client, "linger", { id }, cancel.signal),
    () => (cancel.signal.aborted ? "cancelled" : undefined),
  );
  clearTimeout(timer);
}

/** Calls a tool with long output, and reads a part that the reply omits. */
async function readOutput(client: Connection): Promise<void> {
  const text = await record("noise", (id) => call(client, "noise", { id }));
  const [, id] = /"id":"([\w-]+)"/.exec(text) ?? [];
  // Another replica does not have the output, and reports an error.
  if (id !== undefined) await call(client, "output_read", { id, from_line: 9000 }).catch(() => "");
}

const search = async (client: Connection): Promise<void> =>
  void (await client.call("climax_search", { query: "print id" }).catch(() => ""));

type Step = (client: Connection) => Promise<void>;
const STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [40, (client) => callPlain(client, "answer")],
  [12, search],
  [10, readOutput],
  [12, (client) => callPlain(client, "filed")],
  [10, (client) => callPlain(client, "guarded")],
  [16, callAndCancel],
];
const DISCONNECTS = 0.04;

function pickStep(from: Random): Step {
  let rest = below(
    from,
    STEPS.reduce((sum, [weight]) => sum + weight, 0),
  );
  const [, step = search] = STEPS.find(([weight]) => (rest -= weight) < 0) ?? [];
  return step;
}

/** Closes the connection in the middle of a call. Over HTTP, a session stays until it has been idle for too long. */
async function disconnect(client: Connection): Promise<void> {
  let isClosed = false;
  const lost = record(
    "linger",
    (id) => call(client, "linger", { id }),
    () => (isClosed ? "disconnected" : undefined),
  );
  await pause(1 + below(random, MAX_WAIT_MS));
  isClosed = true;
  await client.close();
  await lost;
}

/** Connects, and retries while a replica is replaced. */
async function connect(): Promise<Connection> {
  for (;;) {
    try {
      return await connectClient(options.kind, options.target);
    } catch (error) {
      if (ending.signal.aborted) throw error;
      await pause(100);
    }
  }
}

/** Reports whether the connection is lost: a search fails if its replica or its session has ended. */
async function isLost(client: Connection): Promise<boolean> {
  return await client.call("climax_search", { query: "id" }).then(
    () => false,
    () => true,
  );
}

let client = await connect();
while (!ending.signal.aborted) {
  if (!options.isSteady && random() < DISCONNECTS) {
    await disconnect(client);
    client = await connect();
  }
  await Promise.all(Array.from({ length: 1 + below(random, BURST) }, () => pickStep(random)(client)));
  if (await isLost(client)) {
    await client.close().catch(() => undefined);
    client = await connect();
  }
  await pause(below(random, MAX_PAUSE_MS));
}
await client.terminate().catch(() => undefined);
await client.close();
