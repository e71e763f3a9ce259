/** Tests requests of the maximum size with a server of little memory: the replies are short, and the server continues. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DirectiveToolSpec } from "../../runtime/tool/directive-spec.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import type { AttackedServer } from "./attacked-server.ts";
import { attack } from "./attacked-server.ts";

const LIST = { positional: true, repeat: true } as const;

const TOOLS = {
  add: { risk: "read", args: { number: { ...LIST, type: "integer" }, word: { ...LIST, type: "string" }, one: { type: "string" } } },
  pick: { args: { mode: { ...LIST, type: "string", enum: Array.from({ length: 20 }, (_, place) => `mode-${place}`) } } },
} as const;

/** A program that prints its standard input. */
const PRINTING = { repeat_secret: { args: { text: { type: "string", stdin: true, secret: true } } } } as const;

const POLICY = {
  tools: { add: { args: { word: { pattern: "[a-z]+", max_length: 3 } } }, pick: {}, read_files: {}, repeat_secret: {} },
} as const;

const FILES = {
  name: "read_files",
  description: "",
  inputSchema: {
    type: "object",
    properties: { names: { type: "array", items: { type: "string" } }, tree: { $ref: "#/$defs/tree" } },
    $defs: { tree: { items: { $ref: "#/$defs/tree" } } },
  },
  handler: "files.list",
} satisfies DirectiveToolSpec;

const MIB = 1024 * 1024;

/** Maximum length of a reply, in UTF-16 units. */
const SHORT = 30_000;

let servers: SourceServers;
let server: AttackedServer;
let audit: string;

beforeAll(async () => {
  servers = await bundleSourceServer();
  audit = join(servers.folder, "audit.jsonl");
  const directive = { name: "reading", description: "", tool_count: 1, root: "directive" };
  const printing = toPart({ name: "printing", command: ["cat"] }, PRINTING);
  const parts = [toPart({ command: ["true"] }, TOOLS), printing, { directive, tools: { read_files: FILES } }];
  const env = { NODE_OPTIONS: "--max-old-space-size=256", CLIMAX_AUDIT_FILE: audit };
  server = attack(servers, { parts, policy: POLICY }, env);
});
afterEach(() => server.expectUnharmed());
afterAll(async () => {
  await server.client.close();
  servers.remove();
});

/** A JSON list of `count` items. */
function list(item: string, count: number): string {
  return `[${`${item},`.repeat(count - 1)}${item}]`;
}

function nest(depth: number): string {
  return `${"[".repeat(depth)}${"]".repeat(depth)}`;
}

function auditLines(): readonly string[] {
  return !existsSync(audit) ? [] : readFileSync(audit, "utf8").split("\n").slice(0, -1);
}

describe("a server with a heap of 256 MiB", () => {
  // Created when a test runs, because the runner would include them in titles.
  it.each<[title: string, tool: string, args: () => string, part: string]>([
    ["two million integers", "add", () => `{"number":${list("1", 2_000_000)}}`, "at most 10000 items, and this one has 2000000"],
    ["a line of empty objects", "add", () => `{"number":${list("{}", 3 * MIB)}}`, "a list may have at most 10000 items"],
    ["two million items for an argument that takes one value", "add", () => `{"one":${list("1", 2_000_000)}}`, "cannot convert '[1,1,"],
    ["a list that is nested a million levels deep", "add", () => `{"one":${nest(1_000_000)}}`, "cannot convert 'object'"],
    ["the maximum number of invalid items", "pick", () => `{"mode":${list("9", 10_000)}}`, "\n  - and 9950 more"],
    ["the maximum number of items that the policy rejects", "add", () => `{"word":${list('"1234"', 10_000)}}`, "\n  - and 19950 more"],
    ["an argument that exceeds the limit of the system", "add", () => `{"one":"${"x".repeat(9 * MIB)}"}`, "Argument list too long: true"],
    ["a list for a Directive tool", "read_files", () => `{"names":${list("1", 2_000_000)}}`, "at most 10000 values"],
    ["a JSON text with many objects instead of arguments", "add", () => JSON.stringify(`{"one":${list("{}", MIB)}}`), "must be an object"],
    ["a deep list for a Directive tool", "read_files", () => `{"tree":${nest(1000)}}`, "nested at most 100 levels"],
  ])("returns a short reply for %s, and writes an audit record", async (_title, tool, args, part) => {
    const before = auditLines().length;
    const { text, isError } = await server.callWith(tool, args());
    expect(isError).toBe(true);
    expect(text).toContain(part);
    expect(text.length).toBeLessThan(SHORT);
    expect(auditLines().length).toBeGreaterThan(before);
  });

  it("masks a secret of 4 MiB", async () => {
    const { text } = await server.callWith("repeat_secret", `{"text":"${"x".repeat(4 * MIB)}y"}`);
    expect(text).toBe("***");
  });

  it("ignores a million unknown arguments", async () => {
    const names = Array.from({ length: 900_000 }, (_, place) => `"${place.toString(36)}":1`);
    const { text, isError } = await server.callWith("add", `{${names.join()}}`);
    expect(isError).toBe(false);
    expect(text).toMatch(/^\(no output\)\nIgnored:\n(?: {2}- unknown argument '.'.*\n){10} {2}- and 899989 more$/);
    expect(text.length).toBeLessThan(SHORT);
  });

  it("returns a short reply for a tool name of 9 MiB", async () => {
    const { text, isError } = await server.call("x".repeat(9 * MIB));
    expect(isError).toBe(true);
    expect(text.length).toBeLessThan(SHORT);
  });

  it.each(["query", "category", "cli"])("rejects a search with a %s of 9.5 MB", async (name) => {
    const { result } = await server.client.request("tools/call", {
      name: "climax_search",
      arguments: { [name]: "add ".repeat(2_400_000) },
    });
    const [{ text }] = (result as { content: [{ text: string }] }).content;
    expect(text).toBe(`Argument validation failed:\n  - Argument '${name}' must have at most 1000 characters; search for a few words`);
  });
});
