import { describe, expect, expectTypeOf, it } from "vitest";
import { createTypedTools, searchTools } from "../../runtime/client.ts";

interface Args {
  git_log: { max_count?: number };
  git_add: { path: string };
}

function recorder(result: unknown) {
  const seen: unknown[] = [];
  return { seen, client: { callTool: async (params: unknown) => (seen.push(params), result) } };
}

describe("the typed client", () => {
  it("calls through climax_call by default", async () => {
    const { seen, client } = recorder({ content: [{ type: "text", text: "a" }] });
    expect(await createTypedTools<Args>(client).git_log({ max_count: 3 })).toEqual({ text: "a", isError: false });
    expect(seen).toEqual([{ name: "climax_call", arguments: { tool_name: "git_log", args: { max_count: 3 } } }]);
  });

  it("calls the tool itself in classic mode, and needs no arguments if none is required", async () => {
    const { seen, client } = recorder({ content: [], isError: true });
    expect(await createTypedTools<Args>(client, { classic: true }).git_log()).toEqual({ text: "", isError: true });
    expect(seen).toEqual([{ name: "git_log", arguments: {} }]);
  });

  it("joins the text of a reply and its hint", async () => {
    const { client } = recorder({ content: [{ type: "text", text: "a" }, { type: "image" }, { type: "text", text: "b" }] });
    expect((await createTypedTools<Args>(client).git_log()).text).toBe("a\nb");
  });

  it("removes the line feed with which each further text starts", async () => {
    const { client } = recorder({ content: ["a", "\nb", "\n\nc"].map((text) => ({ type: "text", text })) });
    expect((await createTypedTools<Args>(client).git_log()).text).toBe("a\nb\n\nc");
  });

  it("reads structured content that the server sends only as text beside other texts", async () => {
    const content = ['{"a":1}', "\n[stderr]\nwarn"].map((text) => ({ type: "text", text }));
    const { client } = recorder({ content, _meta: { "climax-gen/json": true } });
    const result = await createTypedTools<Args>(client).git_log();
    expect(result).toEqual({ text: '{"a":1}\n[stderr]\nwarn', structured: { a: 1 }, isError: false });
  });

  it("follows a command that runs on after its first reply, or returns its id", async () => {
    const running = { content: [{ type: "text", text: "so far" }], _meta: { "climax-gen/running": "id-1" } };
    const replies = [running, running, { content: [{ type: "text", text: "all" }], structuredContent: { done: true } }];
    const seen: unknown[] = [];
    const client = { callTool: async (params: unknown) => (seen.push(params), replies[seen.length - 1]) };
    const read = { name: "climax_call", arguments: { tool_name: "output_read", args: { id: "id-1", whole: true } } };
    expect(await createTypedTools<Args>(client).git_log()).toEqual({ text: "all", structured: { done: true }, isError: false });
    expect(seen.slice(1)).toEqual([read, read]);
    const first = await createTypedTools<Args>(recorder(running).client, { follow: false }).git_log();
    expect(first).toEqual({ text: "so far", running: "id-1", isError: false });
  });

  it("is not a promise, so that an async function can return it", async () => {
    const { client } = recorder({});
    const tools = await Promise.resolve(createTypedTools<Args>(client));
    expect(typeof tools.git_add).toBe("function");
  });

  it("has the argument types of the tools", () => {
    const tools = createTypedTools<Args>(recorder({}).client);
    expectTypeOf(tools.git_add).parameter(0).toEqualTypeOf<{ path: string }>();
    expectTypeOf(tools.git_log).parameter(0).toEqualTypeOf<{ max_count?: number } | undefined>();
  });
});

describe("a search by the typed client", () => {
  const answer = { mode: "search", results: [], total_matches: 0, offset: 0, returned: 0, has_more: false };

  it("returns the reply of climax_search, without its hint", async () => {
    const texts = [JSON.stringify(answer), "No tool matches."].map((text) => ({ type: "text", text }));
    const { seen, client } = recorder({ content: texts });
    expect(await searchTools(client, { query: "log", offset: 10, schemas: 3 })).toEqual(answer);
    expect(await searchTools(client)).toEqual(answer);
    expect(seen).toEqual([
      { name: "climax_search", arguments: { query: "log", offset: 10, schemas: 3 } },
      { name: "climax_search", arguments: {} },
    ]);
  });

  it("rejects with the text of an error", async () => {
    const { client } = recorder({ content: [{ type: "text", text: "Argument validation failed:" }], isError: true });
    await expect(searchTools(client, { limit: 1.5 })).rejects.toThrow("Argument validation failed:");
  });
});
