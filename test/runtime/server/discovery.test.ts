import { describe, expect, it } from "vitest";
import { describeClis, MAX_INSTRUCTIONS, MAX_OVERVIEW, writeInstructions } from "../../../runtime/server/discovery.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import type { ToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { listedTools } from "../../fixtures/listed-tools.ts";
import { toPart } from "../../fixtures/source-server.ts";

function indexOf(names: readonly string[]): ToolIndex {
  return createToolIndex(names.map((name, place) => toPart({ name, command: ["c"] }, { [`one_${place}`]: {}, [`two_${place}`]: {} })));
}

describe("the list of CLIs", () => {
  it("names each CLI with its number of tools", () => {
    expect(describeClis(indexOf(["docker", "git"]))).toBe("4 tools in 2 CLIs: docker (2), git (2).");
    expect(describeClis(createToolIndex([toPart({ name: "jq", command: ["jq"] }, { jq: {} })]))).toBe("1 tool in 1 CLI: jq (1).");
  });

  it("is empty for a server without tools", () => {
    expect(describeClis(createToolIndex([]))).toBe("");
  });

  it("has at most 600 characters, and says how many CLIs it leaves out", () => {
    const names = Array.from({ length: 400 }, (_, place) => `program-${place}`);
    const text = describeClis(indexOf(names));
    expect(text.length).toBeLessThanOrEqual(MAX_OVERVIEW);
    expect(text.length).toBeGreaterThan(MAX_OVERVIEW - 60);
    const shown = text.match(/program-/g)?.length ?? 0;
    expect(text).toMatch(new RegExp(`^800 tools in 400 CLIs: program-0 \\(2\\), .*, and ${400 - shown} more CLIs\\.$`));
  });

  it("leaves out names that are too long, and is one line", () => {
    expect(describeClis(indexOf(["x".repeat(1000)]))).toBe("2 tools in 1 CLI.");
    expect(describeClis(indexOf(["a\n\nb"]))).toBe("2 tools in 1 CLI: a b (2).");
  });
});

it("is the second paragraph of the description of climax_search, after the contract's text", () => {
  const [search, call] = listedTools(createRequestHandler(indexOf(["git"]), false));
  expect(search?.description).toBe(
    "Search for available CLI tools by keyword, category, or CLI name. Call with no filters to get a summary of all available CLIs." +
      "\n\n2 tools in 1 CLI: git (2).",
  );
  expect(call?.description).toBe(
    "Execute a CLI tool by name. Use climax_search first to discover available tools and their argument schemas.",
  );
});

it("lists the number of schemas as the default of the parameter", () => {
  const schemaOf = (searchSchemas?: number): unknown =>
    listedTools(createRequestHandler(indexOf(["git"]), false, searchSchemas === undefined ? {} : { searchSchemas }))[0]?.inputSchema
      .properties?.["schemas"];
  expect(schemaOf(3)).toMatchObject({ type: "integer", default: 3 });
  expect(schemaOf()).not.toHaveProperty("default");
});

describe("the instructions", () => {
  it("are one line that begins with the CLIs", () => {
    expect(writeInstructions(indexOf(["git"]), { classic: false })).toBe(
      "2 tools in 1 CLI: git (2). Find CLI tools with climax_search, then run one with climax_call.",
    );
    expect(writeInstructions(indexOf(["git"]), { classic: true })).toBe("2 tools in 1 CLI: git (2).");
    expect(writeInstructions(createToolIndex([]), { classic: false, splitCalls: true })).toBe(
      "Find CLI tools with climax_search, then run one with climax_call, or with climax_read if its risk is read.",
    );
    expect(writeInstructions(createToolIndex([]), { classic: true })).toBe("");
  });

  it.each([
    ["progressive", { classic: false, splitCalls: true }],
    ["classic", { classic: true }],
  ])("have at most 250 characters (%s)", (_mode, options) => {
    const names = Array.from({ length: 400 }, (_, place) => `program-${place}`);
    const text = writeInstructions(indexOf(names), options);
    expect(text).toMatch(/^800 tools in 400 CLIs: program-0 \(2\), .*, and \d+ more CLIs\./);
    expect(text.length).toBeLessThanOrEqual(MAX_INSTRUCTIONS);
    expect(text).not.toContain("\n");
  });
});
