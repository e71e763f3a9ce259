/** Tests the example of docs/embedding.md with clients of both SDKs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOpsServer } from "../../examples/embedding/server.ts";
import type { Caller } from "../e2e/project.ts";
import { CLIENTS, ROOT } from "../e2e/project.ts";
import { CONNECTS } from "../fixtures/embedded-clients.ts";

describe.each(CONNECTS)("the embedding example, for %s", (title, connect) => {
  it("runs commands and functions under its policy and hooks", async () => {
    const server = createOpsServer();
    const client = await connect(server);
    const call = (tool_name: string, args: object) => client.call("climax_call", { tool_name, args });
    expect(JSON.parse(await client.call("climax_search", { query: "forecast" }))).toMatchObject({ results: [{ tool_name: "weather" }] });
    expect(await call("weather", { city: "Oslo" })).toBe("Oslo: 17 degrees celsius, sun");
    expect(await call("weather", { city: "Oslo", unit: "fahrenheit" })).toBe("Oslo: 63 degrees fahrenheit, sun");
    expect(await call("weather", { city: "Rome" })).toBe("!No forecast for Rome. Known cities: Bergen, Oslo");
    expect(await call("weather", { city: "Atlantis" })).toBe("!Not run: Atlantis is off limits");
    expect(await call("disk_usage", {})).toMatch(/^Filesystem/);
    expect(await call("disk_usage", { path: "/etc" })).toMatch(/^!Policy validation failed:/);
    await client.close();
    await server.close();
    const name = title === "a client of 2025-11-25 over fetch" ? "unknown" : "test";
    expect(server.history).toEqual(
      ["weather returned", "weather returned", "weather returned", "weather forbidden", "disk_usage exited", "disk_usage policy"].map(
        (line) => `${name}: ${line}`,
      ),
    );
  });
});

describe("the program of the embedding example", () => {
  const folder = mkdtempSync(join(tmpdir(), "climax-embedding-"));
  const script = join(folder, "main.cjs");
  beforeAll(async () => {
    const entry = join(ROOT, "examples/embedding/main.ts");
    await build({ entryPoints: [entry], outfile: script, bundle: true, platform: "node", format: "cjs", logLevel: "warning" });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(CLIENTS)("serves %s over standard input and output, and exits with it", async (_title, connect) => {
    const client: Caller = await connect(script);
    expect(await client.call("climax_call", { tool_name: "weather", args: { city: "Bergen" } })).toEqual({
      texts: ["Bergen: 11 degrees celsius, rain"],
      isError: false,
    });
    const pid = client.pid() ?? 0;
    await client.close();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // ESRCH: no such process.
    return false;
  }
}
