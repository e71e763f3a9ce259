/** Tests one server with clients of several makers, transports and modes. `UPDATE_GOLDEN=1` writes the results into docs/clients.md. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MatrixClient, Scenario, Way } from "./client.ts";
import { SCENARIOS } from "./client.ts";
import { COMMAND_CLIENTS } from "./command-clients.ts";
import type { MatrixRow, Outcome } from "./page.ts";
import { checkPage } from "./page.ts";
import { PYTHON_CLIENTS } from "./python-clients.ts";
import type { ScenarioContext } from "./scenarios.ts";
import { MODE_LIMITS, RUN } from "./scenarios.ts";
import type { MatrixServers } from "./servers.ts";
import { startServers } from "./servers.ts";
import { TYPESCRIPT_CLIENTS } from "./typescript-clients.ts";

const CLIENTS = [...TYPESCRIPT_CLIENTS, ...PYTHON_CLIENTS, ...COMMAND_CLIENTS].map((client) => ({
  ...client,
  version: client.findVersion(),
}));
// Ordered so that fast and slow clients run at the same time.
const WAYS = (["stdio", "HTTP"] as const).flatMap((transport) =>
  (["progressive", "classic"] as const).flatMap((mode) => CLIENTS.map((client) => ({ name: client.name, client, transport, mode }))),
);

for (const { name, installation } of CLIENTS.filter(({ version }) => version === undefined)) {
  console.warn(`skipped: ${name} is not installed; run ${installation}`);
}

let servers: MatrixServers;
const rows = new Map<string, MatrixRow>();
beforeAll(async () => {
  servers = await startServers();
});
afterAll(async () => {
  await Promise.all(CLIENTS.map(async ({ stop }) => await stop?.()));
  await servers.stop();
});

interface ClientWay extends Way {
  readonly client: MatrixClient & { readonly version: string | undefined };
}

const keyOf = ({ client, transport, mode }: ClientWay): string => `${client.name}, ${transport}, ${mode}`;

/** Runs every scenario that the client supports. Later scenarios run after a failure too. */
async function runScenarios(way: ClientWay): Promise<MatrixRow> {
  const { client, transport, mode } = way;
  const limits = new Map(SCENARIOS.map((scenario) => [scenario, MODE_LIMITS[mode][scenario] ?? client.findLimit(scenario, way)]));
  const row = { name: client.name, version: client.version ?? "", transport, mode };
  const outcomes = new Map<Scenario, Outcome>();
  for (const [scenario, reason] of limits) if (reason !== undefined) outcomes.set(scenario, { kind: "unsupported", reason });
  const supported = SCENARIOS.filter((scenario) => !outcomes.has(scenario));
  if (supported.length === 0) return { ...row, outcomes };
  const connection = await client.connect(servers.target(transport, mode));
  try {
    const context = { connection, servers, mode, key: keyOf(way).replaceAll(/\W+/g, "-") };
    const run = async (scenario: Scenario) => [scenario, await runScenario(scenario, context)] as const;
    // The command that reports progress mostly sleeps.
    const beside = supported.filter((scenario) => scenario === "progress").map(run);
    for (const scenario of supported) if (scenario !== "progress") outcomes.set(...(await run(scenario)));
    for (const outcome of await Promise.all(beside)) outcomes.set(...outcome);
  } finally {
    await connection.close();
  }
  return { ...row, protocol: connection.protocol, outcomes };
}

/** Length of a problem, in UTF-16 units: some contain a whole reply. */
const MAX_PROBLEM = 500;

async function runScenario(scenario: Scenario, context: ScenarioContext): Promise<Outcome> {
  try {
    await RUN[scenario](context);
    return { kind: "passed" };
  } catch (error) {
    return { kind: "failed", problem: (error instanceof Error ? error.message : String(error)).slice(0, MAX_PROBLEM) };
  }
}

describe.concurrent("a server", () => {
  it.for(WAYS)("serves $name over $transport in $mode mode", async (way, { expect: expectHere, skip }) => {
    if (way.client.version === undefined) return skip(`${way.name} is not installed`);
    const row = await runScenarios(way);
    rows.set(keyOf(way), row);
    const failed = Array.from(row.outcomes).filter(([, { kind }]) => kind === "failed");
    expectHere(Object.fromEntries(failed)).toEqual({});
  });
});

describe("docs/clients.md", () => {
  it.skipIf(CLIENTS.some(({ version }) => version === undefined))("lists the scenarios that passed", () => {
    const { found, wanted } = checkPage(
      CLIENTS.flatMap(({ name }) => WAYS.filter((way) => way.name === name).flatMap((way) => rows.get(keyOf(way)) ?? [])),
    );
    expect(found).toBe(wanted);
  });
});
