/** Tests that a server built from `src/` returns the same results as the generated server in `dist/`. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleConfigPaths } from "../fixtures/example-configs.ts";
import type { ToolCaller, TypedTools } from "../../runtime/client.ts";
import type { Caller } from "./project.ts";
import { buildFromSources, climaxGen, connectModern, temporaryFolder } from "./project.ts";

const folder = temporaryFolder({
  "redefines.yaml": "name: redefines\ncommand: echo\ntools:\n  - { name: wc_file, description: Another one, command: redefined }\n",
});
let fromSources: Caller;
let fromIndex: Caller;
let fromSourcesClassic: Caller;
let fromIndexClassic: Caller;

beforeAll(async () => {
  const generated = await climaxGen([...exampleConfigPaths, join(folder, "redefines.yaml"), "-o", "out"], { cwd: folder });
  expect(generated.stderr).toContain("files written");
  const built = await buildFromSources(join(folder, "out"));
  const server = join(folder, "out/dist/server.mjs");
  fromSources = await connectModern(built);
  fromIndex = await connectModern(server);
  fromSourcesClassic = await connectModern(built, { flags: ["--classic"] });
  fromIndexClassic = await connectModern(server, { flags: ["--classic"] });
});
afterAll(async () => {
  for (const client of [fromSources, fromIndex, fromSourcesClassic, fromIndexClassic]) await client.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a server built from the sources returns the same results as the generated one", () => {
  it("for tools/list, in both modes and in the same order", async () => {
    expect(await fromSources.listTools()).toEqual(await fromIndex.listTools());
    const listed = await fromIndexClassic.listTools();
    expect(await fromSourcesClassic.listTools()).toEqual(listed);
    expect(listed.length).toBeGreaterThan(50);
  });

  it.each([
    {},
    { limit: 3 },
    { query: "", limit: 1000 },
    { query: "commit" },
    { query: "CoUnT", limit: 50 },
    { category: "files", limit: 50 },
    { cli: "git-tools", query: "show" },
    { query: "nothing has this" },
  ])("for climax_search %j", async (args) => {
    expect(await fromSources.call("climax_search", args)).toEqual(await fromIndex.call("climax_search", args));
  });

  it.each([
    { tool_name: "wc_file" },
    { tool_name: "git_log", args: { max_count: "x" } },
    { tool_name: "git_lgo" },
    { tool_name: "wc_text", args: { text: "a b" } },
  ])("for climax_call %j", async (args) => {
    expect(await fromSources.call("climax_call", args)).toEqual(await fromIndex.call("climax_call", args));
  });
});

describe("the generated client", () => {
  it("calls tools by name through any MCP client", async () => {
    const built = await buildFromSources(join(folder, "out"), "client.ts");
    const { createTools } = (await import(built)) as { createTools: (client: ToolCaller) => TypedTools<{ wc_text: { text: string } }> };
    const tools = createTools({
      async callTool({ name, arguments: args }) {
        const { texts, isError } = await fromIndex.call(name, args);
        return { content: texts.map((text) => ({ type: "text", text })), isError };
      },
    });
    expect(await tools.wc_text({ text: "one two" })).toEqual({ text: expect.stringMatching(/\b2\b/) as string, isError: false });
  });
});
