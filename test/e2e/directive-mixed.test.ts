/** Tests a server of commands and Directive tools: search, summary, calls in both modes, and policies. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OLDER } from "../fixtures/directive-folders.ts";
import { askLegacy } from "../fixtures/legacy-lines.ts";
import type { Answer, Project } from "./project.ts";
import { CLIENTS, climaxGen, connectModern, generateProject } from "./project.ts";

const NOTES = `name: notes
description: Notes in a folder
category: text
command: printf
tools:
  - { name: note_say, description: Say something, risk: read, command: "%s", args: [{ name: text, positional: true, required: true }] }
`;
const HANDBOOK = `kind: directive
name: handbook
description: The team's handbook
tools:
  - name: handbook_read
    description: Read a page of the handbook
    inputSchema:
      type: object
      properties:
        path: { type: string, minLength: 1 }
        count: { type: integer, maximum: 50 }
        filter: { $ref: "#/$defs/filter" }
      required: [path]
      additionalProperties: false
      $defs:
        filter:
          oneOf:
            - { type: object, properties: { word: { type: string } }, required: [word], additionalProperties: false }
            - { type: object, properties: { all: { type: array, items: { $ref: "#/$defs/filter" } } }, required: [all], additionalProperties: false }
    handler: file.get
    method: handbook.read
  - { name: handbook_files, description: List the pages, inputSchema: { type: object }, handler: files.list, method: handbook.files }
`;

const READ = { path: "directive/agent_context.md", content: "# What an agent should know\n\nA library that lends tools.\n" };

let project: Project;
beforeAll(async () => {
  project = await generateProject({ "notes.yaml": NOTES, "handbook.yaml": HANDBOOK });
});
afterAll(() => project.remove());

const parse = ({ texts }: Answer): { readonly results: readonly object[]; readonly summary: readonly object[] } =>
  JSON.parse(texts[0] ?? "") as never;

describe.each(CLIENTS)("%s of a server with commands and Directive tools", (_name, connect) => {
  it("finds and calls both through the two meta-tools", async () => {
    const client = await connect(project.server, { cwd: OLDER });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["climax_search", "climax_call"]);
    expect(parse(await client.call("climax_search", {})).summary).toEqual([
      { name: "handbook", description: "The team's handbook", tool_count: 2, category: null, tags: [] },
      { name: "notes", description: "Notes in a folder", tool_count: 1, category: "text", tags: [] },
    ]);
    expect(parse(await client.call("climax_search", { query: "pages" })).results).toEqual([
      {
        tool_name: "handbook_files",
        description: "List the pages",
        cli_name: "handbook",
        category: null,
        tags: [],
        risk: "read",
        input_schema: { type: "object" },
      },
    ]);
    expect(await client.call("climax_call", { tool_name: "note_say", args: { text: "hi" } })).toEqual({ texts: ["hi"], isError: false });
    const answer = await client.call("climax_call", { tool_name: "handbook_read", args: { path: "agent_context.md" } });
    expect(answer).toMatchObject({ isError: false, structured: { ...READ, path: "agent_context.md" } });
    await client.close();
  });

  it("lists both in classic mode, and receives the errors in nested arguments", async () => {
    const client = await connect(project.server, { cwd: OLDER, flags: ["--classic"] });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["handbook_files", "handbook_read", "note_say"]);
    const filter = { all: [{ word: "a" }, { all: [{ wrod: 1 }] }] };
    expect((await client.call("handbook_read", { path: "", count: 99, filter })).texts).toEqual([
      [
        "Argument validation failed:",
        "  - Argument 'path' must have at least 1 character",
        "  - Argument 'count' must be at most 50",
        "  - Argument 'filter.all[1].all[0]' must fit one of 2 forms (Missing required argument 'filter.all[1].all[0].word'; or: Missing required argument 'filter.all[1].all[0].all')",
      ].join("\n"),
    ]);
    expect(await client.call("note_say", { text: "hi" })).toEqual({ texts: ["hi"], isError: false });
    await client.close();
  });
});

describe("a policy", () => {
  const BAKED = `kind: policy
tools:
  handbook_read:
    description: Read a page, with care
    args: { path: { pattern: 'directive/agent_.*\\.md', max_length: 40 }, count: { max: 10 } }
  note_say: {}
`;

  it.each(["at generation", "at launch"])("given %s enables the listed tools with its descriptions and constraints", async (time) => {
    const policy = join(project.folder, "policy.yaml");
    writeFileSync(policy, BAKED);
    const isBaked = time === "at generation";
    const generated = await climaxGen(["configs", "-o", "policed", ...(isBaked ? ["--policy", policy] : [])], { cwd: project.folder });
    expect(generated.stderr).not.toContain("error");
    const server = join(project.folder, "policed/dist/server.mjs");
    const flags = isBaked ? [] : ["--policy", policy];
    const client = await connectModern(server, { cwd: OLDER, flags: ["--classic", ...flags] });
    const tools = JSON.parse(JSON.stringify(await client.listTools())) as {
      name: string;
      description: string;
      inputSchema: { properties: object };
    }[];
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ["handbook_read", "Read a page, with care"],
      ["note_say", "Say something"],
    ]);
    expect(tools[0]?.inputSchema.properties).toMatchObject({
      path: { type: "string", minLength: 1, maxLength: 40, pattern: "^directive/agent_.*\\.md$" },
      count: { allOf: [{ type: "integer", maximum: 50 }, { maximum: 10 }] },
    });
    expect(await client.call("handbook_read", { path: READ.path })).toMatchObject({ structured: READ });
    expect((await client.call("handbook_read", { path: "agent_context.md", count: 11 })).texts).toEqual([
      "Policy validation failed:\n" +
        "  - Argument 'path': value 'agent_context.md' does not match pattern 'directive/agent_.*\\.md'\n" +
        "  - Argument 'count': value 11 exceeds maximum 10",
    ]);
    expect((await client.call("handbook_files", {})).texts).toEqual(["Unknown tool: handbook_files"]);
    await client.close();
    // The JSON-RPC methods do not bypass the policy.
    const requests = [{ method: "handbook.files" }, { method: "handbook.read", params: { path: "templates/spec_template.md" } }];
    const answers = await askLegacy(server, requests, { cwd: OLDER, args: flags });
    expect(answers.map(({ error }) => error?.code)).toEqual([-32601, -32000]);
  });

  it("requires confirmation for a tool, and rejects its JSON-RPC method, which cannot prompt", async () => {
    const policy = join(project.folder, "asking.yaml");
    writeFileSync(policy, "kind: policy\ndefault: enabled\ntools: { handbook_files: { confirm: true } }\n");
    const client = await connectModern(project.server, { cwd: OLDER, flags: ["--classic", "--policy", policy] });
    expect((await client.call("handbook_files", {})).texts[0]).toMatch(/^Not run: the policy requires the user to confirm this call/);
    await client.close();
    const [answer] = await askLegacy(project.server, [{ method: "handbook.files" }], { cwd: OLDER, args: ["--policy", policy] });
    expect(answer?.error).toMatchObject({ code: -32000 });
  });

  it("is rejected if it constrains an unknown or untyped property", async () => {
    const policy = join(project.folder, "wrong.yaml");
    writeFileSync(
      policy,
      "kind: policy\ntools: { handbook_read: { args: { pth: { pattern: a }, count: { pattern: a }, filter: { pattern: a } } } }\n",
    );
    const { stderr, status } = await climaxGen(["validate", "configs", "--policy", policy], { cwd: project.folder });
    expect(status).toBe(1);
    expect(stderr).toContain('[policy-unknown-argument]: the tool "handbook_read" has no argument "pth"');
    expect(stderr).toContain('[constraint-type]: `pattern` does not apply to "count" of "handbook_read", which has the type integer');
    expect(stderr).toContain(
      '[constraint-type]: `pattern` does not apply to "filter" of "handbook_read", which has the type object, or several types',
    );
  });
});

describe("the command", () => {
  it("lists both with their handlers", async () => {
    const { stdout } = await climaxGen(["list", "configs", "--json"], { cwd: project.folder });
    expect(JSON.parse(stdout)).toMatchObject([
      { name: "handbook_files", handler: "files.list", input_schema: { type: "object" } },
      { name: "handbook_read", handler: "file.get", command: [], input_schema: { required: ["path"] } },
      { name: "note_say", command: ["printf", "%s"] },
    ]);
    const table = await climaxGen(["list", "configs"], { cwd: project.folder });
    expect(table.stdout).toMatch(/handbook_read\s+file\.get/);
  });

  it("reports no missing program for a definition", async () => {
    const { stderr } = await climaxGen(["validate", "configs/handbook.yaml"], { cwd: project.folder });
    expect(stderr).toBe("2 tools in 1 file, no problems\n");
  });

  it("includes both modes in the command that updates the output", async () => {
    const { stderr } = await climaxGen(["configs", "-o", "nothing", "--no-bundle", "--check", "--progressive"], { cwd: project.folder });
    expect(stderr).toContain("climax-gen configs -o nothing --progressive");
  });
});
