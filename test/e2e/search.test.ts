/** Tests `climax-gen search` on a terminal and in pipelines, and compares it with the server generated from the same configs. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { climaxGen, connectModern, temporaryFolder } from "./project.ts";

const CONFIG = `name: files
command: echo
category: storage
tools:
  - { name: copy_files, description: Copy files to another folder }
  - { name: remove_files, description: Remove files for good, keywords: [purge] }
  - { name: list_folder, description: List what is in a folder }
`;
const GOLDEN = `queries:
  - { query: duplicate a file, tool: copy_files }
  - { query: purge, tool: remove_files }
  - { query: folder, tool: copy_files }
  - { query: upload, tool: copy_files }
`;

/** 17 of 25 queries find their tool: a recall of exactly 0.68. */
const MOSTLY_FOUND = `queries:\n${"  - { query: purge, tool: remove_files }\n".repeat(17)}${"  - { query: upload, tool: copy_files }\n".repeat(8)}`;

const folder = temporaryFolder({
  "configs/files.yaml": CONFIG,
  "golden.yaml": GOLDEN,
  "mostly-found.yaml": MOSTLY_FOUND,
  "broken.yaml": "queries:\n  - { query: copy, tool: copy_file }\n",
  "bare.yaml": "- { query: copy, tool: copy_files }\n",
  "empty.yaml": "",
  "policy.yaml": "tools: { list_folder: {} }\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const search = (...args: readonly string[]) => climaxGen(["search", "configs/", ...args], { cwd: folder });

interface Found {
  readonly name: string;
}
const names = (stdout: string): readonly string[] => (JSON.parse(stdout) as readonly Found[]).map(({ name }) => name);

describe("climax-gen search", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["by words", ["delete files"], ["remove_files", "copy_files", "list_folder"]],
    ["up to a limit", ["folder", "--limit", "1"], ["list_folder"]],
    ["within a CLI", ["folder", "--cli", "FILES"], ["list_folder", "copy_files"]],
    ["within an unknown CLI", ["folder", "--cli", "nope"], []],
    ["within a category", ["purge", "--category", "storage"], ["remove_files"]],
    ["enabled by a policy", ["folder", "--policy", "policy.yaml"], ["list_folder"]],
  ])("finds tools: %s", async (_title, args, want) => {
    const { status, stdout } = await search(...args, "--json");
    expect({ status, found: names(stdout) }).toEqual({ status: 0, found: want });
  });

  it("returns the reasons as JSON", async () => {
    const [best] = JSON.parse((await search("purge", "--explain", "--json")).stdout) as readonly object[];
    expect(best).toMatchObject({
      name: "remove_files",
      terms: [{ word: "purge", kind: "exact", isFaint: false, fields: [{ field: "keywords", weight: 3.2 }] }],
    });
  });

  it("reports low-weight terms of the query", async () => {
    const { stdout } = await search("another folder", "--explain", "--limit", "1");
    expect(stdout).toMatch(/another → anoth, low weight: 0\.\d\d \(description [\d.]+\)/);
    expect(stdout).toMatch(/folder: 0\.\d\d \(description [\d.]+\)/);
  });

  it("prints how many tools match, and skips results", async () => {
    const first = await search("folder", "--limit", "1");
    expect(first.stdout).toMatch(/\nlist_folder .*\n1 of 2 tools\n$/);
    const second = await search("folder", "--limit", "1", "--offset", "1");
    expect(second.stdout).toMatch(/\ncopy_files .*\n1 of 2 tools\n$/);
    expect((await search("folder")).stdout).toMatch(/\n2 tools\n$/);
    expect((await search("folder", "--offset", "9")).stdout).toBe("0 of 2 tools\n");
    expect((await search("folder", "--limit", "1", "--offset", "1", "--explain")).stdout).toMatch(
      /^2\. copy_files [^]*\n\n1 of 2 tools\n$/,
    );
  });

  it("reports that nothing was found, with status 0", async () => {
    expect(await search("xylophone")).toEqual({ status: 0, stdout: "no tools found\n", stderr: "" });
  });

  it.each([
    ["--cli", "fils", 'warning: no input has the name "fils"\nhelp: did you mean "files"?\n'],
    ["--category", "xylophones", 'warning: no input has the category "xylophones"\nhelp: use the `category` of a config\n'],
    ["--category", "STORAGE", ""],
    ["--cli", "", ""],
  ])("reports whether %s %j exists", async (flag, name, want) => {
    const { status, stderr } = await search("xylophone", flag, name);
    expect({ status, stderr }).toEqual({ status: 0, stderr: want });
  });

  it.each<[string, readonly string[], number]>([
    ["all queries by default", [], 1],
    ["half of the queries", ["--min-recall", "0.5"], 0],
    ["more queries than are found", ["--min-recall", "0.8"], 1],
  ])("exits with the status for the required recall: %s", async (_title, args, status) => {
    const ran = await search("--golden", "golden.yaml", "--limit", "1", ...args);
    expect(ran.status).toBe(status);
    expect(ran.stdout).toContain('miss "folder": copy_files at rank 2, first list_folder, copy_files\n');
    expect(ran.stdout).toContain('miss "upload": copy_files not found, no results\n');
    expect(ran.stdout).toContain("recall 0.500 within 1: 2 of 4 queries\n");
  });

  it("accepts a recall equal to --min-recall", async () => {
    const { status, stdout } = await search("--golden", "mostly-found.yaml", "--min-recall", "0.68", "--json");
    expect({ status, recall: (JSON.parse(stdout) as { readonly recall: number }).recall }).toEqual({ status: 0, recall: 0.68 });
  });

  it("reports on a list of queries as JSON", async () => {
    const { stdout } = await search("--golden", "golden.yaml", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ recall: 0.75, limit: 5, queries: 4, misses: [{ query: "upload", tools: ["copy_files"] }] });
  });

  it.each([
    ["an unknown tool", "broken.yaml", "broken.yaml:2:26: error[unknown-query-tool]"],
    ["queries without the key `queries`", "bare.yaml", "bare.yaml:1:1: error[not-a-mapping]: the file contains a list, not a mapping"],
    ["nothing", "empty.yaml", "empty.yaml:1:1: error[empty-file]: the file contains no YAML"],
    ["a missing file", "nope.yaml", "nope.yaml: error[file-not-found]"],
  ])("rejects a list with %s", async (_title, file, message) => {
    const { status, stdout, stderr } = await search("--golden", file);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(message);
  });

  it.each([
    ["without a query", []],
    ["with a limit of 0", ["query", "--limit", "0"]],
    ["with a recall above 1", ["--golden", "golden.yaml", "--min-recall", "90"]],
    ["with a recall for one query", ["purge", "--min-recall", "0.9"]],
    ["with a CLI for a list of queries, because each query names its own", ["--golden", "golden.yaml", "--cli", "files"]],
    ["with a category for a list of queries", ["--golden", "golden.yaml", "--category", "storage"]],
    ["with reasons for a list of queries", ["--golden", "golden.yaml", "--explain"]],
  ])("exits with 2: %s", async (_title, args) => {
    const { status, stdout, stderr } = await search(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("error: ");
  });
});

describe("the generated server", () => {
  beforeAll(async () => {
    await climaxGen(["configs/", "-o", "out"], { cwd: folder });
  });

  it.each(["delete files", "folder", "duplicat", "upload", "", "files purge"])(
    "returns the results of the command for %j",
    async (query) => {
      const client = await connectModern(join(folder, "out/dist/server.mjs"));
      const { texts } = await client.call("climax_search", { query });
      await client.close();
      const { results } = JSON.parse(texts[0] ?? "") as { readonly results: readonly { readonly tool_name: string }[] };
      expect(results.map(({ tool_name }) => tool_name)).toEqual(names((await search(query, "--json")).stdout));
    },
  );
});
