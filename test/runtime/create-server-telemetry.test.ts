/** Tests telemetry of a server inside another program. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createServer, defineTool } from "../../runtime/index.ts";
import type { Collector } from "../fixtures/collector.ts";
import { startCollector } from "../fixtures/collector.ts";
import type { Connect } from "../fixtures/embedded-clients.ts";
import { CONNECTS } from "../fixtures/embedded-clients.ts";

const connect = CONNECTS[1]?.[1] as Connect;
const greet = defineTool({
  name: "greet",
  description: "Greet",
  args: { name: { type: "string" } },
  run: ({ name = "" }) => `Hello ${name}`,
});

let collector: Collector | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  await collector?.close();
});

async function serve(endpoint: "collector" | "none"): Promise<Collector> {
  const started = await startCollector();
  collector = started;
  if (endpoint === "collector") vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", started.url);
  const server = createServer({ name: "ops", version: "1.4.0", tools: [greet], classic: true });
  const client = await connect(server);
  expect(await client.call("greet", { name: "Ann" })).toBe("Hello Ann");
  await client.close();
  await server.close();
  return started;
}

describe("a server in another program", () => {
  it("exports a span and metrics for a call of a function tool if a collector is configured", async () => {
    const { spans, metrics } = await serve("collector");
    const [span, ...others] = spans();
    expect(others).toEqual([]);
    expect(span).toMatchObject({
      name: "tools/call greet",
      attributes: { "gen_ai.tool.name": "greet", "climax.outcome": "returned" },
      resource: { "service.name": "ops", "service.version": "1.4.0" },
    });
    expect(span?.attributes).not.toHaveProperty(["network.transport"]);
    expect(JSON.stringify(span)).not.toContain("Ann");
    expect([...metrics().keys()]).toContain("mcp.server.operation.duration");
  });

  it("exports nothing without a collector", async () => {
    expect((await serve("none")).received).toEqual([]);
  });
});
