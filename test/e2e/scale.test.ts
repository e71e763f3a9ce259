/** Tests a thousand tools in forty configs, from generation to a call. `npm run bench -- scale` measures a hundred thousand. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST_TOOL, syntheticConfigs } from "../../bench/synthetic.ts";
import type { Caller, Project } from "./project.ts";
import { connectModern, generateProject } from "./project.ts";

describe("a server with a thousand tools", () => {
  let project: Project;
  let client: Caller;
  beforeAll(async () => {
    project = await generateProject(Object.fromEntries(syntheticConfigs({ tools: 1000, configs: 40, seed: 1, command: "echo" })));
    client = await connectModern(project.server);
  });
  afterAll(async () => {
    await client.close();
    project.remove();
  });

  const search = async (args: Record<string, unknown>): Promise<{ results: { tool_name: string }[] }> =>
    JSON.parse((await client.call("climax_search", args)).texts[0] ?? "") as { results: { tool_name: string }[] };

  it("finds tools of the first and the last config by name", async () => {
    for (const name of [FIRST_TOOL, "c39_first"]) {
      expect((await search({ query: name })).results.map(({ tool_name }) => tool_name)).toContain(name);
    }
  });

  it("counts every CLI in the summary", async () => {
    const { texts } = await client.call("climax_search", { limit: 1000, max_bytes: 16_000 });
    const { summary } = JSON.parse(texts[0] ?? "") as { summary: { tool_count: number }[] };
    expect(summary).toHaveLength(40);
    expect(summary.reduce((sum, { tool_count }) => sum + tool_count, 0)).toBe(1000);
  });

  it("calls a tool of the last config", async () => {
    const { texts, isError } = await client.call("climax_call", { tool_name: "c39_first" });
    expect(isError).toBe(false);
    expect(texts[0]).not.toBe("");
  });

  it("lists all tools in classic mode", async () => {
    const classic = await connectModern(project.server, { flags: ["--classic"] });
    const tools = await classic.listTools();
    await classic.close();
    expect(new Set(tools.map(({ name }) => name)).size).toBe(1000);
  });
});
