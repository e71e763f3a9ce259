import { describe, expect, expectTypeOf, it } from "vitest";
import { createTypedTools } from "../../runtime/client.ts";

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
