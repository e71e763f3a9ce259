/** Tests discovery with clients of both eras: options of generation and of startup, and calls that only read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchTools } from "../../runtime/client.ts";
import type { Caller, Project } from "./project.ts";
import { climaxGen, CLIENTS, generateProject } from "./project.ts";

const CONFIG = `name: notes
command: echo
tools:
  - { name: note_show, description: Show a note, risk: read, args: [{ name: title, positional: true, required: true }] }
  - { name: note_drop, description: Drop a note, risk: destructive, args: [{ name: title, positional: true }, { name: dry_run, type: boolean }] }
  - { name: note_find, description: Find a note, risk: read, args: [{ name: word, positional: true }] }
`;

let project: Project;
beforeAll(async () => {
  project = await generateProject({ "notes.yaml": CONFIG }, ["--split-calls", "--search-schemas", "1"]);
});
afterAll(() => project.remove());

const toToolCaller = (client: Caller) => ({
  callTool: async ({ name, arguments: args }: { readonly name: string; readonly arguments?: Record<string, unknown> }) => {
    const { texts, isError } = await client.call(name, args);
    return { content: texts.map((text) => ({ type: "text", text })), isError };
  },
});

describe.each(CLIENTS)("%s", (_name, connect) => {
  let client: Caller;
  beforeAll(async () => {
    client = await connect(project.server);
  });
  afterAll(() => client.close());

  it("reads the CLIs in the instructions and in the description of climax_search", async () => {
    expect(client.instructions()).toMatch(/^3 tools in 1 CLI: notes \(3\)\. Find CLI tools with climax_search, .*climax_read.*$/);
    const tools = (await client.listTools()) as readonly {
      readonly name: string;
      readonly description?: string;
      readonly annotations?: object;
    }[];
    expect(tools.map(({ name }) => name)).toEqual(["climax_search", "climax_call", "climax_read"]);
    expect(tools[0]?.description).toMatch(/\n\n3 tools in 1 CLI: notes \(3\)\.$/);
    expect(tools[2]?.annotations).toEqual({ readOnlyHint: true });
  });

  it("finds tools with the generated number of schemas", async () => {
    const found = await searchTools(toToolCaller(client), { cli: "notes", limit: 2 });
    expect(found).toMatchObject({
      mode: "search",
      results: [
        { tool_name: "note_drop", input_schema: { type: "object" }, risk: "destructive", call_with: "climax_call" },
        { tool_name: "note_find", required_args: [], risk: "read", call_with: "climax_read" },
      ],
      total_matches: 3,
      offset: 0,
      returned: 2,
      has_more: true,
    });
  });

  it("calls with climax_read only the tools that read", async () => {
    expect(await client.call("climax_read", { tool_name: "note_show", args: { title: "a" } })).toEqual({ texts: ["a"], isError: false });
    const refused = await client.call("climax_read", { tool_name: "note_drop", args: { title: "a" } });
    expect(refused).toMatchObject({
      texts: ["Not run: the tool note_drop does not declare risk: read", "Call it through climax_call."],
      isError: true,
    });
    expect(await client.call("climax_call", { tool_name: "note_drop", args: '{"title": "a"}' })).toMatchObject({ texts: ["a"] });
  });

  it("reads output that exceeds a reply through climax_read, as the reply says", async () => {
    const { texts } = await client.call("climax_read", { tool_name: "note_show", args: { title: "long ".repeat(5000) } });
    const [, readTool = "", call = ""] = /call (\w+) with (\{.*?\}\})/.exec(texts[0] ?? "") ?? [];
    expect(readTool).toBe("climax_read");
    const page = await client.call(readTool, JSON.parse(call) as Record<string, unknown>);
    expect(page).toMatchObject({
      texts: [expect.stringMatching(/^[long ]+\n\n\n\[bytes \d+ to 25001 of 25001\]$/)],
      isError: false,
    });
  });

  it("gets an error for a misspelled argument of a tool that writes, and a second text for one that reads", async () => {
    expect(await client.call("climax_call", { tool_name: "note_drop", args: { title: "a", dryrun: true } })).toEqual({
      texts: ["Argument validation failed:\n  - unknown argument 'dryrun', did you mean 'dry_run'?"],
      isError: true,
    });
    expect(await client.call("climax_call", { tool_name: "note_find", args: { words: "a" } })).toEqual({
      texts: ["(no output)", "Ignored:\n  - unknown argument 'words', did you mean 'word'?"],
      isError: false,
    });
  });

  it("receives the way to call a tool that is not registered", async () => {
    const { texts } = await client.call("note_show", { title: "a" });
    expect(texts).toEqual(["Unknown tool: note_show", 'Call it through climax_read: {"tool_name":"note_show","args":{…}}']);
  });

  it("receives the number of schemas that startup sets, and no discovery in classic mode", async () => {
    const other = await connect(project.server, { flags: ["--search-schemas", "9"] });
    const found = await searchTools(toToolCaller(other), { cli: "notes" });
    await other.close();
    expect(found).toMatchObject({ results: Array.from({ length: 3 }, () => ({ input_schema: {} })) });
    const classic = await connect(project.server, { flags: ["--classic"] });
    expect(classic.instructions()).toBe("3 tools in 1 CLI: notes (3).");
    expect((await classic.listTools()).map(({ name }) => name)).toEqual(["note_drop", "note_find", "note_show"]);
    expect(await classic.call("note_drop", { title: "a", dryrun: true })).toMatchObject({ isError: true });
    await classic.close();
  });
});

describe("--discovery auto", () => {
  const small = { "notes.yaml": CONFIG };
  const long = "Describes at length what this tool does to a note. ".repeat(60);
  const large = {
    "notes.yaml": `${CONFIG}  - { name: note_long, description: "${long}", risk: read }\n  - { name: note_more, description: "${long}" }\n`,
  };

  it.each([
    [
      "every tool of a short list",
      small,
      ["note_drop", "note_find", "note_show"],
      "classic: every tool is listed, because the list of 3 tools has about",
    ],
    [
      "the meta-tools of a long list",
      large,
      ["climax_search", "climax_call"],
      "progressive: climax_search and climax_call are listed, because the list of 5 tools has about",
    ],
  ])("registers %s, and prints the choice", async (_title, files, want, printed) => {
    const generated = await generateProject(files, ["--discovery", "auto"]);
    const run = ["configs", "-o", "out", "--discovery", "auto"];
    for (const flags of [[], ["--check"]] as const) {
      const again = await climaxGen([...run, ...flags], { cwd: generated.folder });
      expect(again.status).toBe(0);
      if (flags.length === 0) expect(again.stderr).toContain(printed);
    }
    const [, connect] = CLIENTS[0];
    const client = await connect(generated.server);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(want);
    await client.close();
    const started = await connect(project.server, { flags: ["--discovery", "auto"] });
    expect((await started.listTools()).map(({ name }) => name)).toEqual(["note_drop", "note_find", "note_show"]);
    await started.close();
    generated.remove();
  });

  it("is compared: a list that grows changes the mode", async () => {
    const [old, now] = [await generateProject(small, ["--discovery", "auto"]), await generateProject(large, ["--discovery", "auto"])];
    const { stdout } = await climaxGen(["diff", join(old.folder, "out"), join(now.folder, "out")], { cwd: project.folder });
    expect(stdout).toMatch(/discovery-changed server: the list of tools grew from about \d+ to \d+ tokens/);
    const yaml = [join(old.folder, "configs"), join(now.folder, "configs")];
    expect((await climaxGen(["diff", ...yaml], { cwd: project.folder })).stdout).not.toContain("discovery-changed");
    expect((await climaxGen(["diff", ...yaml, "--discovery", "auto"], { cwd: project.folder })).stdout).toContain("discovery-changed");
    old.remove();
    now.remove();
  });
});

it("starts from the sources with the same options", () => {
  expect(readFileSync(join(project.folder, "out/src/main.ts"), "utf8")).toContain("splitCalls: true, searchSchemas: 1");
});

it.each([
  [["--classic", "--split-calls"], "cannot be used with"],
  [["--search-schemas", "few"], "help: use a whole number, 0 or more"],
])("rejects generation with %j", async (flags, want) => {
  const { status, stderr } = await climaxGen(["configs", "-o", "other", ...flags], { cwd: project.folder });
  expect(status).toBe(2);
  expect(stderr).toContain(want);
});
