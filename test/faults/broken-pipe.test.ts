/** Tests a client that no longer reads: its server exits, and the commands of its calls end. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isGone, readPid } from "../fixtures/programs.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";

let servers: SourceServers;
beforeAll(async () => {
  servers = await bundleSourceServer();
});
afterAll(() => servers.remove());

it("a broken pipe to the client stops the server, terminates running commands, and is in the audit", async () => {
  const pid_file = { type: "string", positional: true, required: true } as const;
  const tools = {
    linger: { command: ["-c", 'echo $$ > "$0"; sleep 60 & wait'], timeout: 100, args: { pid_file } },
    greet: { command: ["-c", "echo hello"] },
  };
  const audit = join(servers.folder, "audit.jsonl");
  const env = { PATH: process.env["PATH"], CLIMAX_AUDIT_FILE: audit, ...servers.serving({ parts: [toPart({ command: ["sh"] }, tools)] }) };
  const client = connectRaw(servers.script, { env });
  const path = join(servers.folder, "pid");
  const callTool = (tool_name: string, args: object) =>
    client.request("tools/call", { name: "climax_call", arguments: { tool_name, args } });
  void callTool("linger", { pid_file: path });
  const pid = await readPid(path);
  client.server.stdout?.destroy();
  void callTool("greet", {});
  expect(await client.ended).toBe(0);
  expect(await isGone(pid)).toBe(true);
  const outcomes = readFileSync(audit, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly event?: string; readonly tool: string; readonly outcome?: string })
    .filter(({ event, tool }) => event !== "started" && tool === "linger")
    .map(({ outcome }) => outcome);
  expect(outcomes).toEqual(["cancelled"]);
});
