/**
 * Load test of a generated server. Takes a few seconds by default; for a longer run:
 * `HTTP_LOAD_SECONDS=60 HTTP_LOAD_CONNECTIONS=64 npx vitest run test/runtime/http/load.test.ts`
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Project } from "../../e2e/project.ts";
import { generateProject } from "../../e2e/project.ts";
import type { HttpServer } from "./http-server.ts";
import { startHttp } from "./http-server.ts";
import { runLoad } from "./load.ts";

const seconds = Number(process.env["HTTP_LOAD_SECONDS"] ?? 4);
const connections = Number(process.env["HTTP_LOAD_CONNECTIONS"] ?? 64);

/** Node.js flags for a small heap, with which a memory leak becomes visible or crashes the server. */
const LITTLE_MEMORY = "--max-old-space-size=48 --max-semi-space-size=4";

/** Tolerated memory growth after the first samples, in MB. */
const FLAT_MB = 40;

let project: Project;
let server: HttpServer;
beforeAll(async () => {
  const tool = "{ name: load, description: Answer, command: loaded }";
  project = await generateProject({ "load.yaml": `name: loads\ncommand: echo\ntools:\n  - ${tool}\n` });
  server = await startHttp(project.server, { env: { NODE_OPTIONS: LITTLE_MEMORY } });
});
afterAll(async () => {
  await server.stop();
  project.remove();
});

it("responds correctly under load, without memory growth", { timeout: (seconds + 300) * 1000 }, async () => {
  const { memory, ...result } = await runLoad(server, { seconds, connections, tool: "load" });
  console.log(`${seconds} s, ${connections} connections: ${JSON.stringify(result)}; memory in MB: ${memory.join(" ")}`);
  expect(result.errors).toBe(0);
  expect(result.requests).toBeGreaterThan(connections);
  const [, early = 0] = memory;
  expect(Math.max(...memory.slice(2), 0) - early).toBeLessThan(FLAT_MB);
});
