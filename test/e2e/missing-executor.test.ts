/** Tests a server whose policy requires an executor that this machine lacks. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExecutorSpec } from "../../runtime/policy/policy-spec.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";

let servers: SourceServers;
beforeAll(async () => {
  servers = await bundleSourceServer();
});
afterAll(() => servers.remove());

describe("a server whose executor is missing", () => {
  it.each<[ExecutorSpec, RegExp]>([
    [{ type: "docker", image: "img" }, /^cannot start: .*docker, which is not on the server's PATH/],
    [{ type: "bubblewrap" }, /^cannot start: .*bwrap, which is not on the server's PATH/],
    [{ type: "bubblewrap", writable: ["/no/such/folder"] }, /^cannot start: executor\.writable: \/no\/such\/folder/],
  ])("does not start, and runs nothing locally: %j", async (executor, message) => {
    const parts = [toPart({ command: ["touch"] }, { make: { command: [join(servers.folder, "made")] } })];
    const env = { PATH: servers.folder, ...servers.serving({ parts, policy: { default: "enabled", tools: {}, executor } }) };
    const client = connectRaw(servers.script, { env });
    void client.request("tools/call", { name: "climax_call", arguments: { tool_name: "make" } });
    expect(await client.ended).toBe(1);
    expect(client.stderr()).toMatch(message);
    expect(existsSync(join(servers.folder, "made"))).toBe(false);
  });
});
