/** Tests the extension `io.modelcontextprotocol/tasks` (SEP-2663): which calls are tasks, for which clients, and whose tasks they are. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { McpServer, ServerOptions } from "../../../runtime/index.ts";
import { createToolIndex } from "../../../runtime/index.ts";
import { folder, inMemoryLegacy, start, useEmbeddedServers } from "../../fixtures/embedded-servers.ts";
import type { Answer } from "../../fixtures/modern-request.ts";
import { askModern } from "../../fixtures/modern-request.ts";
import { isGone, readPid } from "../../fixtures/programs.ts";
import { toPart } from "../../fixtures/source-server.ts";

useEmbeddedServers();

const EXTENSION = "io.modelcontextprotocol/tasks";
const TASKS = { [EXTENSION]: {} };
const schema = { type: "object", properties: { done: { type: "boolean" } }, required: ["done"] } as const;
const until = 'echo $$ > "$0"; until [ -e "$0.go" ]; do sleep 0.05; done';
const args = { pid_file: { type: "string", positional: true, required: true } } as const;
const index = createToolIndex([
  toPart(
    { command: ["sh", "-c"] },
    {
      held: { command: [`echo begun; ${until}; echo done; exit 4`], args, risk: "write", exit_codes: { 4: "partly" } },
      typed: { command: [`${until}; echo '{"done":true}'; echo careful >&2`], args, risk: "read", output: { format: "json", schema } },
      quick: { command: ["echo quick"], risk: "read" },
    },
  ),
]);
const policy = { default: "enabled", tools: {}, limits: { reply_after: 0.2 } } as const;

let files = 0;
const newFile = (): string => join(folder, `tasks-${files++}`);
const startServer = (options: Partial<ServerOptions> = {}) => start({ index, tools: [], policy, classic: true, ...options });

interface Sent {
  readonly extensions?: object;
  readonly subject?: string;
}

const send = async (server: McpServer, method: string, params: object, { extensions = TASKS, subject }: Sent = {}): Promise<Answer> =>
  await askModern(server, { method, params, extensions, ...(subject !== undefined && { authInfo: { clientId: "app", subject } }) });

/** Calls a tool that runs until its file exists. */
async function begin(server: McpServer, sent: Sent = {}, name = "held") {
  const pid_file = newFile();
  const { result } = await send(server, "tools/call", { name, arguments: { pid_file } }, sent);
  return { result, taskId: String(result["taskId"]), pid_file, release: () => writeFileSync(`${pid_file}.go`, "") };
}

const get = async (server: McpServer, taskId: string, sent: Sent = {}) => await send(server, "tasks/get", { taskId }, sent);

it("is a task from its first reply to its end, with the result that it has without a first reply", async () => {
  const server = startServer();
  const { result, taskId, release } = await begin(server);
  const created = {
    taskId: expect.stringMatching(/^\w{8}-[\w-]{22}$/) as string,
    status: "working",
    statusMessage: expect.stringMatching(/^The command still runs after \d+ s$/) as string,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    lastUpdatedAt: result["createdAt"],
    ttlMs: null,
    pollIntervalMs: 2000,
  };
  const own = { _meta: { "io.modelcontextprotocol/serverInfo": { name: "ops", version: "1.4.0" } } };
  expect(result).toEqual({ ...own, resultType: "task", ...created });
  expect((await get(server, taskId)).result).toEqual({ ...own, resultType: "complete", ...created });
  release();
  await expect.poll(async () => (await get(server, taskId)).result["status"]).toBe("completed");
  const { result: ended } = await get(server, taskId);
  expect(ended).toEqual({
    ...own,
    ...created,
    resultType: "complete",
    status: "completed",
    statusMessage: expect.stringMatching(/^The command has ended after \d+ s$/) as string,
    lastUpdatedAt: expect.not.stringMatching(String(result["createdAt"])) as string,
    ttlMs: expect.any(Number) as number,
    result: { resultType: "complete", content: [{ type: "text", text: "begun\ndone\n\n[exit code: 4]\npartly" }] },
  });
  expect(ended["ttlMs"]).toBeGreaterThan(15 * 60_000);
  expect((await get(server, taskId)).result).toEqual(ended);
});

it("has structured content that the listed schema of its tool allows", async () => {
  const server = startServer();
  const { taskId, release } = await begin(server, {}, "typed");
  release();
  await expect.poll(async () => (await get(server, taskId)).result["status"]).toBe("completed");
  expect((await get(server, taskId)).result["result"]).toMatchObject({ structuredContent: { done: true, _notes: ["[stderr]\ncareful"] } });
});

it("is read and stopped only by the caller of its tool, and by none that does not declare the extension", async () => {
  const audit = newFile();
  const server = startServer({ audit: { file: audit } });
  const { taskId, pid_file } = await begin(server, { subject: "ann" });
  const pid = await readPid(pid_file);
  const methods = ["tasks/get", "tasks/update", "tasks/cancel"];
  const unknown = { code: -32_602, message: expect.stringContaining("taskId: no task has this id") as string };
  for (const subject of ["bob", undefined]) {
    for (const method of methods) {
      const sent = { ...(subject !== undefined && { subject }) };
      expect((await send(server, method, { taskId, inputResponses: {} }, sent)).error, `${method} of ${subject}`).toMatchObject(unknown);
    }
  }
  const data = { requiredCapabilities: { extensions: TASKS } };
  for (const method of methods) {
    const { error } = await send(server, method, { taskId }, { subject: "ann", extensions: {} });
    expect(error, method).toMatchObject({ code: -32_021, data });
  }
  for (const wrong of ["", 5, null]) expect((await send(server, "tasks/get", { taskId: wrong }, {})).error).toBeDefined();
  expect((await get(server, taskId, { subject: "ann" })).result["status"]).toBe("working");
  expect((await send(server, "tasks/update", { taskId, inputResponses: { a: {} } }, { subject: "ann" })).result).toMatchObject({
    resultType: "complete",
  });
  expect((await send(server, "tasks/cancel", { taskId }, { subject: "ann" })).result).toMatchObject({ resultType: "complete" });
  expect(await isGone(pid)).toBe(true);
  await expect.poll(async () => (await get(server, taskId, { subject: "ann" })).result["status"]).toBe("cancelled");
  expect((await get(server, taskId, { subject: "ann" })).result).not.toHaveProperty("result");
  const lines = readFileSync(audit, "utf8").trim().split("\n");
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ outcome }) => outcome !== undefined);
  expect(records.map(({ tool, outcome, subject }) => [tool, outcome, subject].map(String).join(" "))).toEqual([
    "output_stop not_read bob",
    "output_stop not_read undefined",
    "output_stop returned ann",
    "held cancelled ann",
  ]);
});

it("is no task for other clients, for quick calls, and for pages of output", async () => {
  const server = startServer({ classic: false });
  const call = (tool_name: string, given: object) => ({ name: "climax_call", arguments: { tool_name, args: given } });
  const plain = await send(server, "tools/call", call("held", { pid_file: newFile() }), { extensions: {} });
  expect(plain.result).toMatchObject({ resultType: "complete", content: [{ text: expect.stringContaining("output_read") as string }] });
  const patient = startServer({ classic: false, policy: { ...policy, limits: { reply_after: 600 } } });
  expect((await send(patient, "tools/call", call("quick", {}))).result).toMatchObject({ content: [{ text: "quick" }] });
  const task = await send(server, "tools/call", call("held", { pid_file: newFile() }));
  expect(task.result["resultType"]).toBe("task");
  // The id of a task is also the id of its output.
  const readPage = async () =>
    (await send(server, "tools/call", call("output_read", { id: task.result["taskId"], offset: 0, wait: 0 }))).result;
  const begun = { resultType: "complete", content: [{ text: expect.stringMatching(/^begun\n/) as string }] };
  await expect.poll(readPage).toMatchObject(begun);
  const legacy = await inMemoryLegacy(server);
  const { name, arguments: given } = call("held", { pid_file: newFile() });
  expect(await legacy.call(name, given)).toContain("output_read");
  await legacy.close();
});

it("is stated to clients that declare the extension, by servers whose calls can have a first reply", async () => {
  const capabilities = async (server: McpServer, extensions: object): Promise<unknown> =>
    (await send(server, "server/discover", {}, { extensions })).result["capabilities"];
  const SKILLS = "io.modelcontextprotocol/skills";
  const server = startServer();
  expect(await capabilities(server, {})).toEqual({ tools: {} });
  expect(await capabilities(server, TASKS)).toEqual({ tools: {}, extensions: TASKS });
  const both = { ...TASKS, [SKILLS]: {} };
  expect(await capabilities(server, both)).toEqual({ tools: {}, resources: {}, extensions: both });
  for (const other of [startServer({ policy: [] }), startServer({ spool: false })]) {
    expect(await capabilities(other, TASKS)).toEqual({ tools: {} });
    expect((await get(other, "x")).error).toMatchObject({ code: -32_601 });
  }
});
