/** Tests a server whose system clock jumps: calls, sessions and kept output are timed by the monotonic clock. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectModern, startHttp } from "../runtime/http/http-server.ts";
import { connectOld } from "../runtime/http/session-clients.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";

/** Loaded before the server: its system clock differs from the real one by the milliseconds in a file. */
const CLOCK = `
import { readFileSync } from "node:fs";
const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
globalThis.Date = class extends RealDate {
  constructor(...args) { args.length === 0 ? super(now()) : super(...args); }
  static now() { return now(); }
};`;
const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(CLOCK)}`;

const DAY_MS = 86_400_000;

let servers: SourceServers;
beforeAll(async () => {
  servers = await bundleSourceServer();
});
afterAll(() => servers.remove());

let clocks = 0;
async function startWithClock() {
  const word = { type: "string", positional: true, required: true } as const;
  const tools = {
    greet: { command: ["-c", "echo hello"], risk: "read" as const },
    noise: { command: ["-c", "seq 1 50000"], risk: "read" as const },
    nap: {
      command: ["-c", 'touch "$0.started"; until [ -e "$0" ]; do sleep 0.05; done; echo done'],
      timeout: 30,
      args: { released: word },
    },
    late: { command: ["-c", 'touch "$0.started"; sleep 60'], timeout: 1, args: { released: word } },
    touch: { command: ["-c", "echo touched"], risk: "write" as const },
  };
  const clock = join(servers.folder, `clock-${clocks++}`);
  writeFileSync(clock, "0");
  const policy = { default: "enabled" as const, tools: { touch: { confirm: true } } };
  const spec = servers.serving({ parts: [toPart({ command: ["sh"] }, tools)], policy });
  const server = await startHttp(servers.script, { env: { ...spec, CLOCK_FILE: clock, NODE_OPTIONS }, args: ["--drain", "0"] });
  return { server, jump: (ms: number): void => writeFileSync(clock, String(ms)) };
}

describe.each([
  ["a day ahead", DAY_MS],
  ["a day back", -DAY_MS],
])("a jump of the system clock %s", (_, ms) => {
  it("ends no call, no session and no kept output", async () => {
    const { server, jump } = await startWithClock();
    const client = await connectOld(server.origin, { answer: "accept" });
    const call = (tool_name: string, args: object = {}): Promise<string> => client.call("climax_call", { tool_name, args });
    const [, id] = /"id":"([\w-]+)"/.exec(await call("noise")) ?? [];
    const released = join(servers.folder, `released-${ms}`);
    const nap = call("nap", { released });
    const late = call("late", { released: `${released}-late` });
    jump(ms);
    const session = client.sessionId();
    expect(await call("output_read", { id, from_line: 50_000 })).toContain("50000");
    expect(await call("touch")).toBe("touched");
    writeFileSync(released, "");
    expect(await nap).toBe("done");
    // A timeout takes as long as before.
    expect(await late).toContain("timed out after 1s");
    expect(await call("greet")).toBe("hello");
    expect(client.sessionId()).toBe(session);
    await client.close();
    expect(await server.stop()).toBe(0);
  });

  it("does not disturb clients of 2026-07-28", async () => {
    const { server, jump } = await startWithClock();
    const client = await connectModern(server.origin);
    jump(ms);
    expect(await client.call("climax_call", { tool_name: "greet" })).toBe("hello");
    await client.close();
    expect(await server.stop()).toBe(0);
  });
});
