/** Tests three replicas of a generated server behind a load balancer without affinity. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive, readPid } from "../../fixtures/programs.ts";
import type { Project } from "../../e2e/project.ts";
import { generateProject } from "../../e2e/project.ts";
import type { HttpServer } from "./http-server.ts";
import { HTTP_CLIENTS, startHttp, TOKEN } from "./http-server.ts";
import type { RoundRobin } from "./round-robin.ts";
import { startRoundRobin } from "./round-robin.ts";
import { until } from "../../fixtures/until.ts";

const CONFIG = `
name: replicated
command: sh -c
tools:
  - name: echo
    description: Say it
    command: "'sleep 0.02; printf %s \\"$0\\"'"
    args:
      - { name: text, positional: true, required: true }
  - name: linger
    description: Write the pid, and stay
    timeout: 60
    command: "'echo $$ > \\"$0\\"; sleep 50 & wait'"
    args:
      - { name: pid_file, positional: true, required: true }
  - name: guarded
    description: Ask first
    command: "'printf done'"
`;
const POLICY = "default: enabled\ntools:\n  guarded: { confirm: true }\n";

let project: Project;
let replicas: readonly HttpServer[];
let balancer: RoundRobin;

beforeAll(async () => {
  project = await generateProject({ "replicated.yaml": CONFIG });
  writeFileSync(join(project.folder, "policy.yaml"), POLICY);
  // The balancer sends the requests of a session to any replica.
  const args = ["--policy", join(project.folder, "policy.yaml"), "--stateless"];
  replicas = await Promise.all([1, 2, 3].map(() => startHttp(project.server, { args })));
  balancer = await startRoundRobin(replicas.map(({ port }) => port));
});
afterAll(async () => {
  balancer.close();
  await Promise.all(replicas.map((replica) => replica.stop()));
  project.remove();
});

const args = (tool_name: string, given: object): Record<string, unknown> => ({ tool_name, args: given });

describe("behind a load balancer", () => {
  it("a replica accepts the confirmation for a prompt of another replica", async () => {
    const prompts: string[] = [];
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler("elicitation/create", ({ params: { message } }) => {
      prompts.push(message);
      return { action: "accept", content: { run: true } };
    });
    const headers = { authorization: `Bearer ${TOKEN}` };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", balancer.origin), { requestInit: { headers } }));
    for (let count = 1; count <= 4; count += 1) {
      const result = await client.callTool({ name: "climax_call", arguments: args("guarded", {}) });
      expect(result.content).toEqual([{ type: "text", text: "done" }]);
      expect(prompts).toHaveLength(count);
    }
    await client.close();
  });

  it("killing a replica loses only its in-flight calls", async () => {
    const connects = [...HTTP_CLIENTS, ...HTTP_CLIENTS].map(([, connect]) => connect);
    const clients = await Promise.all(connects.map((connect) => connect(balancer.origin)));
    const victim = replicas[1];
    const pid_file = join(project.folder, "pid");
    // Three calls in a row, so that each replica runs one. The call on the killed replica is lost.
    const lingering = clients.slice(0, 3).map((client, index) =>
      client.call("climax_call", args("linger", { pid_file: `${pid_file}${index}` })).then(
        () => "answered",
        () => "lost",
      ),
    );
    const pids = await Promise.all(lingering.map((_, index) => readPid(`${pid_file}${index}`)));

    const outcomes: string[] = [];
    const work = clients.map(async (client, index) => {
      for (let count = 0; count < 40; count += 1) {
        const text = `${index}-${count}`;
        const response = await client.call("climax_call", args("echo", { text })).catch(() => "lost");
        outcomes.push(response === text ? "right" : response === "lost" ? "lost" : `wrong: ${response}`);
        if (index === 0 && count === 10) victim?.process.kill("SIGKILL");
      }
    });
    await Promise.all(work);

    const lost = outcomes.filter((outcome) => outcome === "lost").length;
    expect(outcomes).toHaveLength(160);
    expect(outcomes.filter((outcome) => outcome.startsWith("wrong"))).toEqual([]);
    // Each client has one call in flight at a time.
    expect(lost).toBeLessThanOrEqual(clients.length);
    expect(await Promise.race(lingering)).toBe("lost");
    expect(balancer.counts().size).toBe(3);

    await Promise.all(clients.map((client) => client.close()));
    expect(await Promise.all(lingering)).toEqual(["lost", "lost", "lost"]);
    // A process cannot clean up after SIGKILL: the command of the killed replica is still running, the others are terminated.
    await until(() => (pids.filter(isAlive).length > 1 ? undefined : true));
    const left = pids.filter(isAlive);
    for (const pid of left) process.kill(-pid, "SIGKILL");
    expect(left).toHaveLength(1);
  });
});
