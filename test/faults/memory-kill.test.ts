/**
 * Tests a command that the kernel kills because it exceeds the memory of its group: its reply reports that, and the server keeps running.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";

/** The first path is of version 1 of control groups, the second of version 2. */
const HIERARCHIES = [
  ["/sys/fs/cgroup/memory", "memory.limit_in_bytes"],
  ["/sys/fs/cgroup", "memory.max"],
] as const;
const LIMIT = 32 * 1024 * 1024;

/** Creates a control group with little memory. Returns undefined if this user or system cannot. */
function createGroup(): string | undefined {
  for (const [parent, limit] of HIERARCHIES) {
    const group = join(parent, `climax-test-${process.pid}`);
    try {
      mkdirSync(group);
      writeFileSync(join(group, limit), String(LIMIT), { flag: "r+" });
      return group;
    } catch {
      if (existsSync(group)) rmdirSync(group);
    }
  }
  return undefined;
}

let servers: SourceServers;
const group = createGroup();
beforeAll(async () => {
  servers = await bundleSourceServer();
});
afterAll(() => {
  servers.remove();
  if (group !== undefined) rmdirSync(group);
});

/** `tail` keeps a line without an end in memory. */
const CONSUME = 'echo "$$" > "$0/cgroup.procs" && echo before && tail /dev/zero; echo unreachable';
const CONSUME_ITSELF = 'echo "$$" > "$0/cgroup.procs" && echo before && exec tail /dev/zero';

describe("a command that is killed for its memory", () => {
  it.runIf(group !== undefined)("has its output so far and the signal in the reply, and the server continues", async () => {
    const folder = { type: "string", positional: true, required: true } as const;
    const tools = {
      consume: { command: ["-c", CONSUME_ITSELF], args: { folder } },
      start: { command: ["-c", CONSUME], args: { folder } },
      greet: { command: ["-c", "echo hello"] },
    };
    const env = { PATH: process.env["PATH"], ...servers.serving({ parts: [toPart({ command: ["sh"] }, tools)] }) };
    const client = connectRaw(servers.script, { env });
    const callTool = async (tool_name: string, args: object): Promise<string> => {
      const { result } = await client.request("tools/call", { name: "climax_call", arguments: { tool_name, args } });
      return (result as { content: { text: string }[] }).content.map(({ text }) => text).join("");
    };
    expect(await callTool("consume", { folder: group })).toMatch(
      /^before\n\n\[exit code: -9\]\nSIGKILL killed the program, which often means that memory ran out/,
    );
    expect(await callTool("start", { folder: group })).toMatch(/^before\nunreachable/);
    expect(await callTool("greet", {})).toBe("hello");
    expect(await client.close()).toBe(0);
  });

  it.runIf(group === undefined)("is not tested, because this system has no memory limit for groups", () =>
    console.log("skipped: this user cannot create a control group with a memory limit"),
  );
});
