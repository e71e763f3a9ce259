/** Tests that a server leaves no orphan processes. The grandchild in these tests ignores SIGTERM and keeps the output open. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isGone, readPid } from "../fixtures/programs.ts";
import { TIME_LIMITS, until, untilStarted } from "../fixtures/until.ts";
import type { Project } from "./project.ts";
import { CLIENTS, connectModern, generateProject } from "./project.ts";

/** Returns a tool that prints something, and does not end before its time limit. */
const toShortTool = (seconds: number): string => `  - name: short_${seconds}
    description: The same with a time limit, and with output
    timeout: ${seconds}
    command: |
      'sh -c "trap \\"\\" TERM; echo \\$\\$ > \\"\\$0\\"; echo partial; while :; do sleep 1; done" "$0.child" & wait'
    args:
      - { name: pid_file, positional: true, required: true }
`;

const CONFIG = `
name: stubborn
command: sh -c
tools:
  - name: linger
    description: Start a grandchild that does not want to go, write its pid, and wait for it
    timeout: 60
    command: |
      '(trap "" TERM; echo $$ > "$0"; sh -c "trap \\"\\" TERM; echo \\$\\$ > \\"\\$0\\"; while :; do sleep 1; done" "$0.child") & wait'
    args:
      - { name: pid_file, positional: true, required: true }
${TIME_LIMITS.map(toShortTool).join("")}`;

let project: Project;
let files = 0;
beforeAll(async () => {
  project = await generateProject({ "stubborn.yaml": CONFIG });
});
afterAll(() => project.remove());

const expectGone = async (pid: number): Promise<void> => expect(await isGone(pid)).toBe(true);
const newPidFile = (): string => join(project.folder, `pid-${files++}`);

describe("no orphan process remains", () => {
  it("after a timeout, whose reply contains the partial output", async () => {
    const client = await connectModern(project.server);
    let pid_file = "";
    const { result, seconds } = await untilStarted(
      (limit) => {
        pid_file = newPidFile();
        return client.call("climax_call", { tool_name: `short_${limit}`, args: { pid_file } });
      },
      ({ texts }) => texts[0]?.startsWith("partial") === true,
    );
    const text = `partial\n\n[stderr]\nCommand timed out after ${seconds}s\n\n[exit code: -1]`;
    expect(result).toEqual({ texts: [text], isError: true });
    await expectGone(await readPid(`${pid_file}.child`));
    await client.close();
  });

  it.each(CLIENTS)("after %s cancels a call", async (_, connect) => {
    const client = await connect(project.server);
    const pid_file = newPidFile();
    const cancel = new AbortController();
    const call = client.call("climax_call", { tool_name: "linger", args: { pid_file } }, cancel.signal).catch(() => "cancelled");
    const pid = await readPid(`${pid_file}.child`);
    cancel.abort();
    expect(await call).toBe("cancelled");
    await expectGone(pid);
    expect((await client.listTools()).length).toBe(2);
    await client.close();
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("after %s to the server, which exits with status 0", async (signal) => {
    const { server, pid_file } = startRaw();
    const pid = await readPid(`${pid_file}.child`);
    server.kill(signal);
    await expectGone(pid);
    expect(await until(() => server.exitCode ?? undefined)).toBe(0);
  });
});

/** A server with a call of `linger` in flight, and a client that only writes lines. */
function startRaw() {
  const server = spawn(process.execPath, [project.server], { stdio: ["pipe", "pipe", "inherit"] });
  const pid_file = newPidFile();
  const send = (message: object): boolean => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "raw", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "climax_call", arguments: { tool_name: "linger", args: { pid_file } } } });
  return { server, pid_file };
}
