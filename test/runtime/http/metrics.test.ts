/** Tests `/metrics` of a complete server, and its export to a collector over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCollector } from "../../fixtures/collector.ts";
import type { Project } from "../../e2e/project.ts";
import { generateProject } from "../../e2e/project.ts";
import { connectModern, startHttp, TOKEN } from "./http-server.ts";

const CONFIG = "name: hello\ncommand: echo\ntools:\n  - name: say_hello\n    description: Say hello\n    command: hello\n";

let project: Project;
beforeAll(async () => {
  project = await generateProject({ "hello.yaml": CONFIG });
});
afterAll(() => project.remove());

async function call(origin: string): Promise<void> {
  const client = await connectModern(origin);
  await client.call("climax_call", { tool_name: "say_hello" });
  await client.call("climax_call", { tool_name: "say_hullo" });
  await client.close();
}

describe("/metrics", () => {
  it("returns the call counts to clients with the token", async () => {
    const server = await startHttp(project.server);
    await call(server.origin);
    const response = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const refused = await fetch(`${server.origin}/metrics`);
    const text = await response.text();
    await server.stop();
    expect(refused.status).toBe(401);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    expect(text.split("\n")).toEqual(
      expect.arrayContaining([
        'climax_server_info{name="hello",version="1.0.0"} 1',
        'climax_calls_total{tool="say_hello",verdict="ran",outcome="exited"} 1',
        'climax_calls_total{tool="_OTHER",verdict="refused",outcome="unknown_tool"} 1',
        'climax_output_bytes_total{tool="say_hello",stream="stdout"} 6',
        "climax_calls_running 0",
      ]),
    );
    expect(text).not.toContain("say_hullo");
    // Every line is a comment, or a name, labels and a number.
    expect(text.split("\n").filter((line) => !/^(#.*|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [\d.e+-]+|)$/.test(line))).toEqual([]);
  });
});

describe("a collector", () => {
  it("receives the calls when the server shuts down", async () => {
    const collector = await startCollector();
    const server = await startHttp(project.server, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    await call(server.origin);
    expect(await server.stop("SIGTERM")).toBe(0);
    await collector.close();
    expect(collector.spans().map(({ name, attributes }) => [name, attributes["network.transport"]])).toEqual([
      ["tools/call say_hello", "tcp"],
      ["tools/call", "tcp"],
    ]);
    expect(collector.metrics().get("climax.calls")?.points).toHaveLength(2);
  });
});
