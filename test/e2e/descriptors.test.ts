/** Tests a server with a low limit on open files: calls above the limit fail with that reason, and no file descriptor leaks. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";

const PRLIMIT = "/usr/bin/prlimit";

let servers: SourceServers;
let rounds = 0;
beforeAll(async () => {
  servers = await bundleSourceServer();
});
afterAll(() => servers.remove());

describe.runIf(existsSync("/proc/self/fd") && existsSync(PRLIMIT))("a server with a low limit on open files", () => {
  it("reports the limit in calls that exceed it, and leaks no file descriptors", async () => {
    // Runs until it is released. Otherwise, the first calls may end before the last ones fail.
    const nap = {
      command: ["-c", 'until [ -e "$0" ]; do sleep 0.05; done; echo done'],
      args: { released: { type: "string", positional: true, required: true } },
    } as const;
    const env = { PATH: process.env["PATH"], ...servers.serving({ parts: [toPart({ command: ["sh"] }, { nap })] }) };
    const client = connectRaw(servers.script, { env });
    const callNap = async (released: string): Promise<string> => {
      const { result } = await client.request("tools/call", { name: "climax_call", arguments: { tool_name: "nap", args: { released } } });
      return (result as { content: { text: string }[] }).content[0]?.text ?? "";
    };
    /** The calls end after the first result: of the only call, or of the one that found no free descriptor. */
    const callAtOnce = async (count: number): Promise<readonly string[]> => {
      const released = join(servers.folder, `released-${rounds++}`);
      if (count === 1) writeFileSync(released, "");
      const calls = Array.from({ length: count }, () => callNap(released));
      await Promise.race(calls);
      writeFileSync(released, "");
      return await Promise.all(calls);
    };
    const openFiles = (): number => readdirSync(`/proc/${client.server.pid}/fd`).length;
    expect(await callAtOnce(1)).toEqual(["done"]);
    execFileSync(PRLIMIT, ["--pid", String(client.server.pid), "--nofile=48:48"]);
    const before = openFiles();
    for (let round = 0; round < 5; round++) {
      const replies = new Set(await callAtOnce(30));
      expect(replies).toEqual(new Set(["done", "[stderr]\nToo many open files: sh could not be started\n\n[exit code: -1]"]));
    }
    // The calls that first reached the limit may have lost a few descriptors.
    expect(openFiles()).toBeLessThanOrEqual(before + 3);
    expect(await callAtOnce(1)).toEqual(["done"]);
    await client.close();
  });
});
