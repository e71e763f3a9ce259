/** Tests the acceptance criteria of the Directive tools, through MCP clients of a generated server. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TemporaryFolder } from "../fixtures/directive-folders.ts";
import { makeFolder, NEWER, OLDER } from "../fixtures/directive-folders.ts";
import { askLegacy, INITIALIZE, type LegacyRequest } from "../fixtures/legacy-lines.ts";
import { REPLY_META } from "../../runtime/tool/tool-listing.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { Caller, Project } from "./project.ts";
import { climaxGen, CLIENTS, connectModern, ROOT } from "./project.ts";

const NOTHING = { type: "object", additionalProperties: false, properties: {} };

/** Spec 004, "Requirements", word for word. */
const FIVE_TOOLS = [
  {
    name: "directive/file.get",
    title: "Read Directive File",
    description: "Read a file under `directive/` by path and return its full contents verbatim.",
    inputSchema: {
      type: "object",
      additionalProperties: false,
      properties: { path: { type: "string", description: "Path under directive/ (e.g., directive/agent_context.md)" } },
      required: ["path"],
    },
  },
  {
    name: "directive/files.list",
    title: "List Directive Files",
    description: "List all files under the repository’s `directive/` directory (context and templates).",
    inputSchema: NOTHING,
  },
  {
    name: "directive/impact.template",
    title: "Impact Template Bundle",
    description:
      "Return Agent Operating Procedure, Agent Context, and the Impact template, plus a concise Primer for drafting an Impact analysis.",
    inputSchema: NOTHING,
  },
  {
    name: "directive/spec.template",
    title: "Spec Template Bundle",
    description: "Return Agent Operating Procedure, Agent Context, and the Spec template, plus a concise Primer for drafting a new Spec.",
    inputSchema: NOTHING,
  },
  {
    name: "directive/tdr.template",
    title: "TDR Template Bundle",
    description:
      "Return Agent Operating Procedure, Agent Context, and the TDR template, plus a concise Primer for drafting a Technical Design Review.",
    inputSchema: NOTHING,
  },
];

const text = (directory: string, path: string): string => readFileSync(join(directory, path), "utf8");
const file = (directory: string, path: string): object => ({ path, content: text(directory, path) });

function bundleOf(directory: string, layout: string, template: string, primer: string): object {
  const paths = ["agent_operating_procedure.md", "agent_context.md", `templates/${template}`].map((name) => `directive/${layout}${name}`);
  const [procedure = "", context = "", path = ""] = paths;
  return {
    primer,
    agentOperatingProcedure: file(directory, procedure),
    agentContext: file(directory, context),
    template: file(directory, path),
    resources: paths.map((one) => ({ path: one })),
  };
}

const NEWER_PRIMER = "2. Do not write code before the design of a change is approved.";
const DEFAULT_PRIMER = "Do not write code before TDR approval. Follow Spec → Impact → TDR → TDD.";

let project: Project;
beforeAll(async () => {
  const { path, remove } = makeFolder({});
  const { status, stderr } = await climaxGen([join(ROOT, "examples/directive.yaml"), "-o", "out"], { cwd: path });
  if (status !== 0) throw new Error(stderr);
  project = { folder: path, server: join(path, "out/dist/server.mjs"), remove };
});
afterAll(() => project.remove());

describe.each(CLIENTS)("%s of a server with the five tools", (_name, connect) => {
  let newer: Caller;
  let older: Caller;
  beforeAll(async () => {
    newer = await connect(project.server, { cwd: NEWER });
    older = await connect(project.server, { flags: ["--root", OLDER] });
  });
  afterAll(async () => {
    await newer.close();
    await older.close();
  });

  it("lists exactly these tools, with their names, titles, descriptions and input schemas, as reading", async () => {
    const listed = (await newer.listTools()).map((tool) => JSON.parse(JSON.stringify(tool)) as object);
    expect(listed).toEqual(FIVE_TOOLS.map((tool) => ({ ...tool, annotations: { readOnlyHint: true }, _meta: REPLY_META })));
  });

  it.each([
    ["directive/spec.template", "spec_template.md"],
    ["directive/impact.template", "impact_template.md"],
    ["directive/tdr.template", "tdr_template.md"],
  ])("receives the bundle of %s with empty and with omitted arguments", async (name, template) => {
    const bundle = bundleOf(NEWER, "reference/", template, NEWER_PRIMER);
    for (const answer of [await newer.call(name, {}), await newer.call(name)]) {
      expect(answer).toEqual({ texts: [JSON.stringify(bundle)], isError: false, structured: bundle });
    }
  });

  it("receives a bundle of the older layout, from --root", async () => {
    const bundle = bundleOf(OLDER, "", "impact_template.md", DEFAULT_PRIMER);
    expect(await older.call("directive/impact.template")).toMatchObject({ isError: false, structured: bundle });
  });

  it("receives the list of files", async () => {
    const files = ["agent_context.md", "agent_operating_procedure.md", "templates/impact_template.md", "templates/spec_template.md"];
    expect(await older.call("directive/files.list", {})).toMatchObject({ structured: { files: files.map((path) => `directive/${path}`) } });
  });

  it.each(["directive/specs/green-tea/spec.md", "specs/green-tea/spec.md"])("reads %s verbatim", async (path) => {
    const content = text(NEWER, "directive/specs/green-tea/spec.md");
    expect(await newer.call("directive/file.get", { path })).toMatchObject({ isError: false, structured: { path, content } });
  });

  it.each<[string, Record<string, unknown> | undefined, string]>([
    ["is missing", {}, "Argument validation failed:\n  - Missing required argument 'path'"],
    ["is missing with all arguments", undefined, "Argument validation failed:\n  - Missing required argument 'path'"],
    ["is not a string", { path: 5 }, "Argument validation failed:\n  - Argument 'path' must be a string, not 5"],
    ["is null", { path: null }, "Argument validation failed:\n  - Argument 'path' must be a string, not null"],
    ["is not the only argument", { path: "a", mode: "w" }, "Argument validation failed:\n  - Unknown argument 'mode'"],
  ])("receives an error if the path %s", async (_title, given, message) => {
    expect(await newer.call("directive/file.get", given)).toEqual({ texts: [message], isError: true });
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    [
      "the template is missing",
      "directive/tdr.template",
      {},
      "Missing template: directive/templates/tdr_template.md. Run 'directive update' or choose an existing template. Existing templates: directive/templates/impact_template.md, directive/templates/spec_template.md",
    ],
    [
      "the file is missing",
      "directive/file.get",
      { path: "directive/nothing.md" },
      "File not found under directive/: directive/nothing.md",
    ],
    [
      "the path leaves the folder",
      "directive/file.get",
      { path: "../secret" },
      "Path refused: '../secret' does not stay under directive/. Use a path from the list of files.",
    ],
    ["the tool does not exist", "directive/file.gt", {}, "Unknown tool: directive/file.gt. Did you mean directive/file.get?"],
    ["the tool never existed", "write", {}, "Unknown tool: write"],
  ])("receives the error that %s", async (_title, name, given, message) => {
    expect(await older.call(name, given)).toEqual({ texts: [message], isError: true });
  });

  it("receives instructions to create a missing directory", async () => {
    const nowhere = await connect(project.server, { cwd: project.folder });
    const answer = await nowhere.call("directive/spec.template").finally(nowhere.close);
    expect(answer).toEqual({ texts: ["directive/ directory not found. Run 'directive init' to create it."], isError: true });
  });
});

describe("a file that exceeds a reply", () => {
  const content = Array.from({ length: 40_000 }, (_, place) => `line ${place + 1}`).join("\n");
  let folder: TemporaryFolder;
  beforeAll(() => {
    folder = makeFolder({ "directive/long.md": content });
  });
  afterAll(() => folder.remove());
  const path = "directive/long.md";

  it.each(CLIENTS)("is cut for %s in classic mode, with the setting that allows longer replies", async (_name, connect) => {
    const client = await connect(project.server, { cwd: folder.path });
    const { texts, ...rest } = await client.call("directive/file.get", { path }).finally(client.close);
    expect(rest).toEqual({ isError: false });
    expect(texts[0]).toMatch(
      /^\[… missing: [^\n]*\n\nline 1\nline 2\n[^]*\nline 40000\n\n\[… missing: lines \d+ to \d+ of 40000 .*limits\.max_reply_bytes/,
    );
    expect(Buffer.byteLength(JSON.stringify(texts))).toBeLessThan(66_000);
  });

  it.each(CLIENTS)("can be read on with output_read by %s in progressive mode", async (_name, connect) => {
    const client = await connect(project.server, { cwd: folder.path, flags: ["--progressive"] });
    try {
      const { texts } = await client.call("climax_call", { tool_name: "directive/file.get", args: { path } });
      const [, id] = /"id":"([\w-]+)"/.exec(texts[0] ?? "") ?? [];
      const page = await client.call("climax_call", { tool_name: "output_read", args: { id, from_line: 20_000, lines: 1 } });
      expect(page.texts).toEqual(["line 20000\n\n[lines 20000 to 20000 of 40000; next: from_line 20001]"]);
    } finally {
      await client.close();
    }
  });

  it("is complete in the result of a JSON-RPC method", async () => {
    const [answer] = await askLegacy(project.server, [{ method: "directive.file.get", params: { path } }], { cwd: folder.path });
    expect(answer?.result?.["content"] === content).toBe(true);
  });
});

describe("the handshake", () => {
  it("declares that the list of tools does not change", async () => {
    const [answer] = await askLegacy(project.server, [INITIALIZE], { cwd: NEWER });
    expect(answer?.result?.["capabilities"]).toEqual({ tools: {} });
  });
});

describe("a JSON-RPC method of the protocol before tools", () => {
  it("returns the unwrapped result, with and without a handshake", async () => {
    const path = "reference/agent_context.md";
    const calls: readonly (readonly [LegacyRequest, object])[] = [
      [{ method: "spec.template", params: {} }, bundleOf(NEWER, "reference/", "spec_template.md", NEWER_PRIMER)],
      [{ method: "impact.template" }, bundleOf(NEWER, "reference/", "impact_template.md", NEWER_PRIMER)],
      [{ method: "tdr.template", params: {} }, bundleOf(NEWER, "reference/", "tdr_template.md", NEWER_PRIMER)],
      [
        { method: "directive.file.get", params: { path } },
        { path, content: text(NEWER, `directive/${path}`) },
      ],
    ];
    const requests = calls.map(([request]) => request);
    const results = calls.map(([, result]) => ({ result }));
    expect(await askLegacy(project.server, requests, { cwd: NEWER })).toEqual(results);
    expect((await askLegacy(project.server, [INITIALIZE, ...requests], { cwd: NEWER })).slice(1)).toEqual(results);
  });

  it("lists the files", async () => {
    const [answer] = await askLegacy(project.server, [{ method: "directive.files.list" }], { cwd: "/", args: ["--root", OLDER] });
    expect(answer?.result?.["files"]).toContain("directive/templates/spec_template.md");
  });

  it("returns an error for a missing file or template, a refused path, wrong arguments and an unknown method", async () => {
    const calls: readonly (readonly [LegacyRequest, object])[] = [
      [
        { method: "directive.file.get", params: { path: "x" } },
        { code: 1001, message: "File not found under directive/: x" },
      ],
      [
        { method: "tdr.template", params: {} },
        { code: 1001, message: expect.stringMatching(/^Missing template: .*Run 'directive update'/) as string },
      ],
      [
        { method: "directive.file.get", params: { path: "/etc/passwd" } },
        { code: -32000, message: "Server error", data: { details: expect.stringMatching(/^Path refused/) as string } },
      ],
      [
        { method: "directive.file.get", params: {} },
        { code: -32000, message: "Server error", data: { details: "Argument validation failed:\n  - Missing required argument 'path'" } },
      ],
      [
        { method: "directive.file.put", params: {} },
        { code: -32601, message: "Method not found" },
      ],
    ];
    const answers = await askLegacy(
      project.server,
      calls.map(([request]) => request),
      { cwd: OLDER },
    );
    expect(answers).toEqual(calls.map(([, error]) => ({ error })));
  });

  it("works in progressive mode too, but not in protocol version 2026-07-28", async () => {
    const [legacy] = await askLegacy(project.server, [{ method: "directive.files.list" }], { cwd: OLDER, args: ["--progressive"] });
    expect(legacy?.result?.["files"]).toHaveLength(4);
    const raw = connectRaw(project.server, { cwd: OLDER });
    expect((await raw.request("directive.files.list", {})).error).toMatchObject({ code: -32601 });
    await raw.close();
  });
});

describe("the mode", () => {
  const namesOf = async (flags: readonly string[]): Promise<readonly string[]> => {
    const client = await connectModern(project.server, { cwd: NEWER, flags });
    const names = (await client.listTools()).map(({ name }) => name);
    await client.close();
    return names;
  };

  it("is classic if all inputs are definitions, unless set at startup", async () => {
    expect(await namesOf([])).toEqual(FIVE_TOOLS.map(({ name }) => name));
    expect(await namesOf(["--progressive"])).toEqual(["climax_search", "climax_call"]);
  });

  it.each([
    [["--progressive"], ["climax_search", "climax_call"]],
    [["--classic"], FIVE_TOOLS.map(({ name }) => name)],
  ])("is set at generation: %s", async (flags, names) => {
    const out = `out${flags.join("")}`;
    await climaxGen([join(ROOT, "examples/directive.yaml"), "-o", out, ...flags], { cwd: project.folder });
    const client = await connectModern(join(project.folder, out, "dist/server.mjs"), { cwd: NEWER });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(names);
    await client.close();
    rmSync(join(project.folder, out), { recursive: true });
  });

  it("is rejected if both classic and progressive are set", async () => {
    const result = await climaxGen(["x.yaml", "-o", "x", "--classic", "--progressive"], { cwd: project.folder });
    expect([result.status, result.stderr]).toEqual([2, expect.stringContaining("cannot be used with option")]);
  });
});
