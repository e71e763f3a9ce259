/** Tests the extension `io.modelcontextprotocol/skills` (SEP-2640): its results, policies, and clients that do not declare it. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { McpServer } from "../../../runtime/index.ts";
import { start, useEmbeddedServers } from "../../fixtures/embedded-servers.ts";
import type { Answer } from "../../fixtures/modern-request.ts";
import { askModern } from "../../fixtures/modern-request.ts";

useEmbeddedServers();

const EXTENSION = "io.modelcontextprotocol/skills";

const ask = async (server: McpServer, method: string, params: object = {}, extensions: object = { [EXTENSION]: {} }): Promise<Answer> =>
  await askModern(server, { method, params, extensions });

interface Entry {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

async function listSkill(server: McpServer): Promise<Entry> {
  const { result } = await ask(server, "skills/list");
  expect(result).toMatchObject({ resultType: "complete", ttlMs: 0, cacheScope: "private" });
  const [entry, ...others] = result["skills"] as readonly [Entry, ...Entry[]];
  expect(others).toEqual([]);
  return entry;
}

async function readText(server: McpServer, uri: string): Promise<string> {
  const { result } = await ask(server, "resources/read", { uri });
  const [content] = result["contents"] as readonly [{ readonly mimeType: string; readonly text: string }];
  expect(content.mimeType).toBe("text/markdown");
  return content.text;
}

it("lists one skill, whose files have the listed sizes and digests, and whose front matter is that of SKILL.md", async () => {
  const server = start();
  const entry = await listSkill(server);
  expect(entry.uri).toBe(`skill://${entry.frontmatter.name}/SKILL.md`);
  expect(entry.resources.map(({ uri }) => uri)).toContain(entry.uri);
  for (const { uri, digest, size } of entry.resources) {
    const text = await readText(server, uri);
    expect({ size, digest }, uri).toEqual({
      size: Buffer.byteLength(text),
      digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
    });
  }
  const [, frontmatter = ""] = (await readText(server, entry.uri)).split("---\n");
  expect(parse(frontmatter)).toEqual(entry.frontmatter);
  expect((await ask(server, "skills/get", { uri: entry.uri })).result).toMatchObject({ skill: entry, resultType: "complete" });
  const { result } = await ask(server, "resources/list");
  expect((result["resources"] as readonly Entry[]).map(({ uri }) => uri)).toEqual(entry.resources.map(({ uri }) => uri));
});

it("names only the tools that the policy enables, and those that ask", async () => {
  const policy = { default: "disabled", tools: { weather: { confirm: true } } } as const;
  const server = start({ policy });
  const { resources } = await listSkill(server);
  const texts = await Promise.all(resources.map(({ uri }) => readText(server, uri)));
  expect(texts.join("")).not.toContain("`say`");
  expect(texts.join("")).toContain("The user confirms each call of `weather`.");
});

it("answers an unknown skill, file or cursor with invalid params", async () => {
  const server = start();
  const refused = [
    await ask(server, "skills/get", { uri: "skill://other/SKILL.md" }),
    await ask(server, "skills/get"),
    await ask(server, "resources/read", { uri: "skill://other/SKILL.md" }),
    await ask(server, "skills/list", { cursor: "2" }),
  ];
  expect(refused.map(({ error }) => error?.code)).toEqual([-32_602, -32_602, -32_602, -32_602]);
});

it("is stated only to clients that declare it; other clients get the capabilities of before and the error of an unknown method", async () => {
  const server = start();
  expect((await ask(server, "server/discover")).result).toMatchObject({
    capabilities: { tools: {}, resources: {}, extensions: { [EXTENSION]: {} } },
  });
  const others = { "com.example/other": {} };
  expect((await ask(server, "server/discover", {}, others)).result["capabilities"]).toEqual({ tools: {} });
  for (const method of ["skills/list", "skills/get", "resources/list", "no/such"])
    expect((await ask(server, method, {}, others)).error, method).toEqual({ code: -32_601, message: "Method not found" });
  expect(JSON.stringify(await ask(server, "tools/list", {}, others))).toBe(JSON.stringify(await ask(server, "tools/list")));
});

it("is not stated to clients of 2025-11-25", async () => {
  const server = start();
  const hello = {
    protocolVersion: "2025-11-25",
    capabilities: { extensions: { [EXTENSION]: {} } },
    clientInfo: { name: "test", version: "1" },
  };
  const response = await server.fetch(
    new Request("http://server.invalid/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello }),
    }),
  );
  expect(await response.text()).toContain('"capabilities":{"tools":{}}');
});
