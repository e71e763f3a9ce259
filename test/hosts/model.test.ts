/** Tests the scripted model of `npm run hosts`: each API carries a call to a host, and the result of the call back. */
import { describe, expect, it } from "vitest";
import { anthropic } from "../../hosts/model/anthropic.ts";
import { chat } from "../../hosts/model/chat.ts";
import type { Dialect } from "../../hosts/model/dialect.ts";
import { gemini } from "../../hosts/model/gemini.ts";
import { responses } from "../../hosts/model/responses.ts";
import { createScript, findTool } from "../../hosts/model/script.ts";

/** A request with a tool and the result of a call, as a host sends it. */
const REQUESTS: readonly [name: string, dialect: Dialect, body: Readonly<Record<string, unknown>>][] = [
  [
    "Anthropic",
    anthropic,
    {
      system: "be brief",
      tools: [{ name: "mcp__demo__show" }],
      messages: [
        { role: "user", content: "go" },
        { role: "assistant", content: [{ type: "tool_use" }] },
        { role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: "shown" }] }] },
      ],
    },
  ],
  [
    "chat completions",
    chat,
    {
      tools: [{ type: "function", function: { name: "mcp__demo__show" } }],
      messages: [
        { role: "system", content: "be brief" },
        { role: "user", content: "go" },
        { role: "assistant", tool_calls: [{}] },
        { role: "tool", content: "shown" },
      ],
    },
  ],
  [
    "responses",
    responses,
    {
      instructions: "be brief",
      tools: [{ type: "namespace", name: "mcp__demo", description: "go", tools: [{ type: "function", name: "show" }] }],
      input: [{ type: "function_call" }, { type: "function_call_output", output: "shown" }],
    },
  ],
  [
    "Gemini",
    gemini,
    {
      systemInstruction: { parts: [{ text: "be brief" }] },
      tools: [{ functionDeclarations: [{ name: "mcp__demo__show" }] }],
      contents: [
        { role: "user", parts: [{ text: "go" }] },
        { role: "model", parts: [{ functionCall: {} }] },
        { role: "user", parts: [{ functionResponse: { response: { output: "shown" } } }] },
      ],
    },
  ],
];

describe("a model API", () => {
  it.each(REQUESTS)("reads tools, prompt and results: %s", (_, dialect, body) => {
    const read = dialect.read(body, "/");
    expect(read.results).toEqual(["shown"]);
    expect(read.prompt).toMatch(/be brief\n[^]*go/);
    expect(findTool(read.tools, "show")).toBeDefined();
  });

  it.each(REQUESTS)("writes a call with its arguments, whole and as a stream: %s", (_, dialect) => {
    const call = { kind: "call", id: "call_1", name: "show", args: { text: "a" } } as const;
    for (const isStream of [false, true]) {
      const { body, type } = dialect.write(call, isStream);
      expect(type).toBe(isStream ? "text/event-stream" : "application/json");
      expect(body).toMatch(/"name":"show"/);
      expect(body.replaceAll("\\", "")).toContain('{"text":"a"}');
    }
  });
});

describe("the script", () => {
  const steps = [
    { id: "a", tool: "climax_search", args: { query: "x" } },
    { id: "b", tool: "climax_call", args: {} },
  ];
  const tools = [
    { name: "mcp__demo__climax_search", text: "{}" },
    { name: "other", text: "{}" },
  ];
  const request = { tools, prompt: "", results: [] as string[], isStream: false };

  it("calls one tool after the other, and keeps each result", () => {
    const script = createScript(steps, ({ tool, args }) => ({ name: `hidden_${tool}`, args }));
    expect(script.answer({ ...request, tools: [] })).toMatchObject({ kind: "text" });
    expect(script.answer(request)).toMatchObject({ name: "mcp__demo__climax_search", args: { query: "x" } });
    expect(script.answer({ ...request, results: ["found"] })).toMatchObject({ name: "hidden_climax_call" });
    expect(script.answer({ ...request, results: ["called"] })).toEqual({ kind: "text", text: "Done." });
    expect([...script.heard.results]).toEqual([
      ["a", "found"],
      ["b", "called"],
    ]);
  });
});
