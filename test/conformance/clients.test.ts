import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller, Project } from "../e2e/project.ts";
import { CLIENTS, generateProject } from "../e2e/project.ts";

const CONFIG = `
name: shell-tools
description: Small things a shell can do
command: sh -c
category: shell
tags: [posix]
env: { GREETING: hello }
tools:
  - name: greet
    description: Say the greeting
    command: "'printf \\"%s %s\\" \\"$GREETING\\" \\"$0\\"'"
    args:
      - { name: who, description: Whom to greet, positional: true, required: true }
  - name: fail
    description: Write to standard error and fail
    command: "'echo out; echo oops >&2; exit 3'"
  - name: count
    description: Print a number
    command: "'echo \\"$@\\"'"
    args:
      - { name: n, type: integer, positional: true, required: true }
      - { name: style, flag: --style, enum: [plain, fancy] }
`;

let project: Project;
beforeAll(async () => {
  project = await generateProject({ "shell.yaml": CONFIG });
});
afterAll(() => project.remove());

const json = (texts: readonly string[]): unknown => JSON.parse(texts[0] ?? "");

describe.each(CLIENTS)("a generated server under %s", (_, connect) => {
  let client: Caller;
  beforeAll(async () => {
    client = await connect(project.server);
  });
  afterAll(() => client.close());

  it("lists exactly the two meta-tools", async () => {
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["climax_search", "climax_call"]);
  });

  it("finds a tool and calls it, in two calls", async () => {
    const search = await client.call("climax_search", { query: "greeting" });
    expect(json(search.texts)).toEqual({
      mode: "search",
      results: [
        {
          tool_name: "greet",
          description: "Say the greeting",
          cli_name: "shell-tools",
          category: "shell",
          tags: ["posix"],
          input_schema: { type: "object", properties: { who: { type: "string", description: "Whom to greet" } }, required: ["who"] },
        },
      ],
      total_matches: 1,
      offset: 0,
      returned: 1,
      has_more: false,
    });
    const call = await client.call("climax_call", { tool_name: "greet", args: { who: "world; rm -rf $HOME" } });
    expect(call).toEqual({ texts: ["hello world; rm -rf $HOME"], isError: false });
  });

  it("returns a summary without a filter", async () => {
    expect(json((await client.call("climax_search", {})).texts)).toEqual({
      mode: "summary",
      summary: [{ name: "shell-tools", description: "Small things a shell can do", tool_count: 3, category: "shell", tags: ["posix"] }],
      total_matches: 1,
      offset: 0,
      returned: 1,
      has_more: false,
    });
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ["a failing command", "climax_call", { tool_name: "fail" }, "out\n\n[stderr]\noops\n\n[exit code: 3]"],
    ["an unknown tool, with a near name", "climax_call", { tool_name: "great" }, "Unknown tool: great. Did you mean greet?"],
    ["a missing argument", "climax_call", { tool_name: "greet" }, "Argument validation failed:\n  - Missing required argument 'who'"],
    [
      "several problems, which are all reported",
      "climax_call",
      { tool_name: "count", args: { n: "many", style: "bold" } },
      "Argument validation failed:\n  - Argument 'n': cannot convert 'many' to integer\n  - Argument 'style' must be one of: plain, fancy",
    ],
    ["no tool name", "climax_call", {}, "Missing required argument 'tool_name'"],
    [
      "a limit that is not an integer",
      "climax_search",
      { query: "x", limit: 1.5 },
      "Argument validation failed:\n  - Argument 'limit': cannot convert '1.5' to integer",
    ],
  ])("returns an error for %s", async (_title, name, args, text) => {
    expect(await client.call(name, args)).toEqual({ texts: [text], isError: true });
  });
});

describe.each(CLIENTS)("a direct call in progressive mode under %s", (_, connect) => {
  it("has the reply of the contract, and a second text with the way to call the tool", async () => {
    const client = await connect(project.server);
    const texts = ["Unknown tool: greet", 'Call it through climax_call: {"tool_name":"greet","args":{…}}'];
    expect(await client.call("greet", { who: "x" })).toEqual({ texts, isError: true });
    await client.close();
  });
});

describe("classic mode", () => {
  it.each(CLIENTS)("lists every tool and no meta-tool, and calls it directly, under %s", async (_, connect) => {
    const client = await connect(project.server, { flags: ["--classic"] });
    try {
      const _meta = { "anthropic/maxResultSizeChars": 200_000 };
      expect(await client.listTools()).toEqual([
        expect.objectContaining({ name: "count" }),
        { _meta, name: "fail", description: "Write to standard error and fail", inputSchema: { type: "object", properties: {} } },
        {
          _meta,
          name: "greet",
          description: "Say the greeting",
          inputSchema: { type: "object", properties: { who: { type: "string", description: "Whom to greet" } }, required: ["who"] },
        },
      ]);
      expect(await client.call("greet", { who: "you" })).toEqual({ texts: ["hello you"], isError: false });
      expect(await client.call("climax_call", { tool_name: "greet" })).toMatchObject({ isError: true });
    } finally {
      await client.close();
    }
  });

  it("is the default of a project generated with --classic, until --progressive", async () => {
    const classic = await generateProject({ "shell.yaml": CONFIG }, ["--classic"]);
    try {
      for (const [flags, count] of [
        [[], 3],
        [["--progressive"], 2],
      ] as const) {
        const client = await CLIENTS[1][1](classic.server, { flags });
        expect(await client.listTools()).toHaveLength(count);
        await client.close();
      }
    } finally {
      classic.remove();
    }
  });
});
