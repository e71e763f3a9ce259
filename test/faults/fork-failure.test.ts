/** Tests a server that cannot start processes (EAGAIN): calls fail with that reason, and succeed again below the limit. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RawClient } from "../fixtures/raw-client.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";

const [PRLIMIT, SETPRIV] = ["/usr/bin/prlimit", "/usr/bin/setpriv"];
const isRoot = process.getuid?.() === 0;

/** The limit does not apply to root. */
const AS_NOBODY = [SETPRIV, "--reuid", "65534", "--regid", "65534", "--clear-groups"];

let servers: SourceServers;
beforeAll(async () => {
  servers = await bundleSourceServer();
  chmodSync(servers.folder, 0o755);
});
afterAll(() => servers.remove());

async function callTool(client: RawClient, name: string): Promise<string> {
  const { result } = await client.request("tools/call", { name: "climax_call", arguments: { tool_name: name } });
  return (result as { content: { text: string }[] }).content.map(({ text }) => text).join("");
}

const isPossible = existsSync(PRLIMIT) && (!isRoot || existsSync(SETPRIV));
if (!isPossible) console.log("skipped: prlimit or setpriv is not installed");

describe.runIf(isPossible)("a server at the limit of processes", () => {
  it("reports the limit in each call, keeps serving, and runs calls again below the limit", async () => {
    const spec = { parts: [toPart({ command: ["sh"] }, { greet: { command: ["-c", "echo hello"] } })] };
    const env = { PATH: process.env["PATH"], ...servers.serving(spec) };
    const prefix = isRoot ? AS_NOBODY : [];
    const client = connectRaw(servers.script, { env, prefix });
    const limitProcesses = (soft: string): void => {
      const [command, ...words] = [...prefix, PRLIMIT, "--pid", String(client.server.pid), `--nproc=${soft}:`];
      execFileSync(command, words);
    };
    expect(await callTool(client, "greet")).toBe("hello");
    // The server has more threads than that.
    limitProcesses("1");
    for (let round = 0; round < 3; round += 1) {
      expect(await callTool(client, "greet")).toContain("[stderr]\nToo many processes: sh could not be started\n\n[exit code: -1]");
    }
    const { result } = await client.request("tools/call", { name: "climax_search", arguments: { query: "greet" } });
    expect(JSON.stringify(result)).toContain("greet");
    limitProcesses("4096");
    expect(await callTool(client, "greet")).toBe("hello");
    expect(await client.close()).toBe(0);
  });
});
