/**
 * A generated server under load. A few seconds here; by hand as long as you like:
 * `HTTP_LOAD_SECONDS=60 HTTP_LOAD_CONNECTIONS=64 npx vitest run test/http/load.test.ts`
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Project } from "../e2e/project.ts";
import { generateProject } from "../e2e/project.ts";
import type { HttpServer } from "./http-server.ts";
import { startHttp } from "./http-server.ts";
import { runLoad } from "./load.ts";

const seconds = Number(process.env["HTTP_LOAD_SECONDS"] ?? 4);
const connections = Number(process.env["HTTP_LOAD_CONNECTIONS"] ?? 64);

/** Node.js fills what memory it may have before it tidies up. With little, what is left over from requests shows, or ends the server. */
const LITTLE_MEMORY = "--max-old-space-size=48 --max-semi-space-size=4";

/** More than a server weighs that has just begun to answer, in MB. */
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

it("answers everything right, and gets no heavier", { timeout: (seconds + 30) * 1000 }, async () => {
  const { memory, ...result } = await runLoad(server, { seconds, connections, tool: "load" });
  console.log(`${seconds} s, ${connections} connections: ${JSON.stringify(result)}; memory in MB: ${memory.join(" ")}`);
  expect(result.errors).toBe(0);
  expect(result.requests).toBeGreaterThan(connections);
  const [, early = 0] = memory;
  expect(Math.max(...memory.slice(2), 0) - early).toBeLessThan(FLAT_MB);
});
