import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { annotationsOf, annotationsOfAll, annotationsOfTool } from "../../../runtime/tool/annotations.ts";
import type { ClaimedRisk, ToolAnnotations } from "../../../runtime/tool/annotations.ts";
import { compileIndex } from "../../../runtime/tool-index/compiled/compile.ts";
import { openCompiledIndex } from "../../../runtime/tool-index/compiled/read.ts";
import { createListReader } from "../../../runtime/tool-index/index-reader.ts";
import type { IndexReader } from "../../../runtime/search/reader.ts";
import { deniesNetwork } from "../../../runtime/executor/denies-network.ts";
import type { ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import { createIndexOver } from "../../../runtime/tool-index/tool-index.ts";
import type { Risk } from "../../../runtime/tool/tool-spec.ts";
import type { Cli, Tool } from "../../../runtime/tool/tool.ts";
import { listedTools } from "../../fixtures/listed-tools.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-annotations-"));
afterAll(() => rmSync(folder, { recursive: true }));

const READ = { readOnlyHint: true };
const WRITE = { readOnlyHint: false, destructiveHint: false };
const DESTROY = { readOnlyHint: false, destructiveHint: true };

describe("annotationsOf", () => {
  it.each<[Risk | undefined, ToolAnnotations | undefined]>([
    ["read", READ],
    ["write", WRITE],
    ["destructive", DESTROY],
    [undefined, undefined],
  ])("converts %s to MCP annotations", (risk, want) => {
    expect(annotationsOf(risk)).toEqual(want);
  });
});

describe("annotations of tools that cannot reach the network", () => {
  it("state it, also without a risk", () => {
    expect(annotationsOf("write", true)).toEqual({ ...WRITE, openWorldHint: false });
    expect(annotationsOf(undefined, true)).toEqual({ openWorldHint: false });
    expect(annotationsOfAll(new Set(["read", "none"]), true)).toEqual({ ...DESTROY, openWorldHint: false });
    expect(annotationsOfAll(new Set(), true)).toBeUndefined();
  });

  it.each<[ExecutorSpec, boolean]>([
    [{ type: "local" }, false],
    [{ type: "docker", image: "i" }, false],
    [{ type: "docker", image: "i", network: "bridge" }, false],
    [{ type: "docker", image: "i", network: "none" }, true],
    [{ type: "bubblewrap" }, true],
    [{ type: "bubblewrap", network: "none" }, true],
    [{ type: "bubblewrap", network: "host" }, false],
    [{ type: "bubblewrap", network: { hosts: ["a.example"] } }, false],
  ])("are stated for the executor %j: %s", (executor, want) => {
    expect(deniesNetwork(executor)).toBe(want);
  });

  it("are those of each tool in classic mode, and of climax_call unless a function is among the tools", () => {
    const index = createIndexOver(
      inMemory([toolOf("w", "write"), { ...toolOf("f", "write"), handler: { kind: "function", run: () => "" } }]),
    );
    const closed = { ...WRITE, openWorldHint: false };
    const annotationsIn = (classic: boolean, hasFunctions: boolean): readonly unknown[] =>
      createRequestHandler(index, classic, { isOffline: true, hasFunctions })
        .listTools()
        .map(({ annotations }) => annotations);
    expect(annotationsIn(true, true)).toEqual([closed, WRITE]);
    expect(annotationsIn(false, true)).toEqual([READ, WRITE]);
    expect(annotationsIn(false, false)).toEqual([READ, closed]);
  });

  it("depend on the executor of each tool", () => {
    const index = createIndexOver(inMemory([toolOf("a", "write"), toolOf("b", "write")]));
    const closed = { ...WRITE, openWorldHint: false };
    const annotationsIn = (classic: boolean, isOffline: boolean, offline: boolean): readonly unknown[] =>
      createRequestHandler(index, classic, { isOffline, offlineTools: new Map([["a", offline]]) })
        .listTools()
        .map(({ annotations }) => annotations);
    expect(annotationsIn(true, false, true)).toEqual([closed, WRITE]);
    expect(annotationsIn(true, true, false)).toEqual([WRITE, closed]);
    expect(annotationsIn(false, true, false)).toEqual([READ, WRITE]);
    expect(annotationsIn(false, false, true)).toEqual([READ, WRITE]);
    expect(annotationsIn(false, true, true)).toEqual([READ, closed]);
  });
});

describe("annotationsOfTool", () => {
  it.each<[Parameters<typeof annotationsOfTool>[0], boolean, ToolAnnotations | undefined]>([
    [{}, false, undefined],
    [{ risk: "read" }, false, READ],
    [{ network: true }, false, { openWorldHint: true }],
    [{ network: false, risk: "read" }, false, { ...READ, openWorldHint: false }],
    // The executor denies the network, so the tool cannot reach it.
    [{ network: true }, true, { openWorldHint: false }],
    [{ idempotent: true, risk: "write" }, false, { ...WRITE, idempotentHint: true }],
    [{ idempotent: false }, true, { idempotentHint: false, openWorldHint: false }],
  ])("converts the facts %j, in a closed sandbox: %j", (facts, isClosed, want) => {
    expect(annotationsOfTool(facts, isClosed)).toEqual(want);
  });
});

describe("annotationsOfAll", () => {
  it.each<[string, readonly ClaimedRisk[], ToolAnnotations | undefined]>([
    ["nothing without tools", [], undefined],
    ["nothing if no tool declares a risk", ["none"], undefined],
    ["read-only if every tool is", ["read"], READ],
    ["not destructive if a tool writes", ["write"], WRITE],
    ["write for tools that read and write", ["read", "write"], WRITE],
    ["destructive for tools of all risks", ["read", "write", "destructive"], DESTROY],
    ["destructive for destructive tools", ["destructive"], DESTROY],
    ["destructive if a tool declares no risk and the others read", ["read", "none"], DESTROY],
    ["destructive if a tool declares no risk and the others write", ["write", "none"], DESTROY],
  ])("returns %s", (_title, risks, want) => {
    expect(annotationsOfAll(new Set(risks))).toEqual(want);
  });
});

const PROGRAM = { command: ["c"], global_args: [] };
const CLI: Cli = { name: "c", description: "", program: PROGRAM, tool_count: 1 };

const toolOf = (name: string, risk: Risk | undefined): Tool => ({
  name,
  description: name,
  args: [],
  cli: CLI,
  handler: { kind: "command", program: PROGRAM, command: [] },
  ...(risk && { risk }),
});

function inMemory(tools: readonly Tool[]): IndexReader {
  return createListReader([{ cli: CLI, first: 0, count: tools.length }], tools);
}

function onDisk(tools: readonly Tool[]): IndexReader {
  const into = mkdtempSync(join(folder, "index-"));
  const files = compileIndex({ name: "s", version: "1", classic: false, clis: [{ cli: CLI, tools }] });
  for (const [name, content] of files) writeFileSync(join(into, name), content);
  return openCompiledIndex(into).reader;
}

describe.each([
  ["specs in memory", inMemory],
  ["the compiled index", onDisk],
])("tools/list over %s", (_, open) => {
  const listed = (tools: readonly Tool[], classic: boolean, enabled?: readonly string[]): readonly unknown[] => {
    const policies = enabled === undefined ? [] : [toPolicy({ tools: Object.fromEntries(enabled.map((name) => [name, {}])) })];
    const list = listedTools(createRequestHandler(createIndexOver(open(tools)).narrow(policies), classic));
    return list.map(({ name, annotations }) => [name, annotations]);
  };
  const mixed = [toolOf("r", "read"), toolOf("w", "write"), toolOf("d", "destructive"), toolOf("n", undefined)];

  it("annotates each tool that declares a risk in classic mode", () => {
    expect(listed(mixed, true)).toEqual([
      ["r", READ],
      ["w", WRITE],
      ["d", DESTROY],
      ["n", undefined],
    ]);
  });

  it("annotates climax_search as reading, and climax_call with the highest risk of all tools", () => {
    expect(listed(mixed, false)).toEqual([
      ["climax_search", READ],
      ["climax_call", DESTROY],
    ]);
    expect(listed([toolOf("r", "read")], false)).toEqual([
      ["climax_search", READ],
      ["climax_call", READ],
    ]);
  });

  it("annotates climax_call by the tools that a policy enables", () => {
    expect(listed(mixed, false, ["r"])).toEqual([
      ["climax_search", READ],
      ["climax_call", READ],
    ]);
    expect(listed(mixed, false, ["r", "w"])).toEqual([
      ["climax_search", READ],
      ["climax_call", WRITE],
    ]);
    expect(listed(mixed, false, ["n"])).toEqual([
      ["climax_search", undefined],
      ["climax_call", undefined],
    ]);
    expect(listed(mixed, false, [])).toEqual([
      ["climax_search", undefined],
      ["climax_call", undefined],
    ]);
  });

  it.each([true, false])("adds nothing if no tool declares a risk (classic: %s)", (classic) => {
    const list = listedTools(createRequestHandler(createIndexOver(open([toolOf("n", undefined)])), classic));
    expect(JSON.stringify(list)).not.toContain("annotations");
    expect(list.every((tool) => !("annotations" in tool))).toBe(true);
  });
});
