/** Tests a program whose output exceeds a reply: the output is kept outside the server's memory, and a line of it can be found. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import type { AttackedServer } from "./attacked-server.ts";
import { attack } from "./attacked-server.ts";

/** 2,000,001 lines of 100 bytes, one of which is searched for. */
const LOG = `line='2026-01-02T03:04:05Z INFO request served in 12 ms, status 200, cache hit, nothing else to report__'
{ yes "$line" | head -n 1400000; echo 'ERROR disk full on /dev/sdb1'; yes "$line" | head -n 600000; } 2>/dev/null`;

const TOOLS = {
  read_log: { command: ["sh", "-c", LOG], timeout: 500 },
  print_secret: {
    command: ["sh", "-c", 'yes "key $0" | head -n 20000'],
    args: { key: { type: "string", secret: true, positional: true } },
  },
} as const;

const MAX_MEMORY = 150;

let servers: SourceServers;
let server: AttackedServer;

beforeAll(async () => {
  servers = await bundleSourceServer();
  server = attack(servers, { parts: [toPart({ command: ["env"] }, TOOLS)] });
});
afterAll(async () => {
  await server.client.close();
  servers.remove();
});

const idOf = (text: string): string => /"id":"([\w-]+)"/.exec(text)?.[1] ?? "";

describe("a log of 200 MB", () => {
  it("is searched for one line in three calls, without the log in the server's memory", async () => {
    const [, before] = [await server.call("output_read"), server.peakMemory() ?? 0];
    const log = await server.call("read_log");
    expect(Buffer.byteLength(JSON.stringify(log.text))).toBeLessThanOrEqual(19_000);
    expect(log.text).toMatch(/\n\[… lines \d+ to \d+ of 2000001 …\]\n/);
    const found = await server.call("output_read", { id: idOf(log.text), match: "ERROR", lines: 0 });
    expect(found.text).toBe('1400001: ERROR disk full on /dev/sdb1\n\n[1 match of "ERROR" in 2000001 lines]');
    const around = await server.call("output_read", { id: idOf(log.text), from_line: 1_400_000, lines: 3 });
    expect(around.text.split("\n")[1]).toBe("ERROR disk full on /dev/sdb1");
    const peak = server.peakMemory() ?? 0;
    expect(peak).toBeLessThan(MAX_MEMORY);
    // docs/results.md states these numbers.
    console.log(
      `200 MB in three calls: ${[log, found, around].map(({ text }) => text.length).join(", ")} characters, peak memory ${before} MiB before and ${peak} MiB after`,
    );
  });

  it("has its secrets masked before it is written", async () => {
    const { text } = await server.call("print_secret", { key: "hunter2222" });
    expect(text).toContain("key ***\n");
    expect((await server.call("output_read", { id: idOf(text), match: "hunter2222" })).text).toContain("[0 matches");
    expect((await server.call("output_read", { id: idOf(text), from_line: 2500, lines: 1 })).text).toMatch(/^key \*\*\*\n/);
  });
});

describe("output_read", () => {
  it.each<[string, object, string]>([
    ["without an id", {}, "Argument validation failed:\n  - Missing required argument 'id'"],
    ["with an unknown id", { id: "x" }, "No output has this id: it was removed after 15 minutes or to make room, or the id is wrong."],
    [
      "with an id of another replica",
      { id: "00000000-aaaaaaaaaaaaaaaaaaaaaa" },
      "This id is from another replica or an earlier run of the server",
    ],
    [
      "with numbers out of range",
      { id: "x", from_line: 0, match: "" },
      "Argument validation failed:\n  - Argument 'from_line' must be at least 1",
    ],
  ])("%s is an error with a remedy", async (_title, args, want) => {
    const { text, isError } = await server.call("output_read", args);
    expect([text.slice(0, want.length), isError]).toEqual([want, true]);
  });
});
