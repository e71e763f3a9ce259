/** Tests a server whose policy requires an executor that this machine lacks. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
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

  it.each<[ExecutorSpec, string, string, RegExp]>([
    [
      { type: "bubblewrap" },
      "bwrap",
      "bwrap: Creating new namespace failed: Operation not permitted",
      /^cannot start: executor bubblewrap: no sandbox can be created here: bwrap: Creating new namespace failed[^\n]*\nhelp: .*user namespaces/,
    ],
    [
      { type: "docker", image: "img" },
      "docker",
      "Cannot connect to the Docker daemon",
      /^cannot start: executor docker: the daemon does not answer: Cannot connect to the Docker daemon\nhelp: start the daemon/,
    ],
  ])("does not start if the executor is installed but cannot run commands: %j", async (executor, engine, complaint, message) => {
    const bin = join(servers.folder, `broken-${engine}`);
    mkdirSync(bin);
    writeFileSync(join(bin, engine), `#!/bin/sh\necho "${complaint}" >&2\nexit 1\n`, { mode: 0o755 });
    const parts = [toPart({ command: ["touch"] }, { make: { command: [join(servers.folder, "made")] } })];
    const client = connectRaw(servers.script, {
      env: { PATH: `${bin}:${servers.folder}`, ...servers.serving({ parts, policy: { default: "enabled", tools: {}, executor } }) },
    });
    void client.request("tools/call", { name: "climax_call", arguments: { tool_name: "make" } });
    expect(await client.ended).toBe(1);
    expect(client.stderr()).toMatch(message);
    expect(existsSync(join(servers.folder, "made"))).toBe(false);
  });
});
