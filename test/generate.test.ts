import { describe, expect, it } from "vitest";
import { templateNames } from "../generator/emit/project-files.ts";
import { generate } from "../generator/generate.ts";
import { readTemplates } from "../generator/host/own-package.ts";
import { parseManifest } from "../generator/write/manifest.ts";

const templates = readTemplates(templateNames);
const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
const git = file("configs/git.yaml", "command: git\ntools:\n  - {name: git_log, description: Show history, command: log}\n");

describe("generating", () => {
  it("generates no files if an input has an error, and reports the errors of every input", async () => {
    const wrong = ["a.yaml", "b.yaml"].map((path) => file(path, "command: x\ntools: nothing\n"));
    const { files, diagnostics } = await generate([git, ...wrong], { classic: false, templates });
    expect(files.size).toBe(0);
    expect(diagnostics.map(({ path }) => path)).toEqual(["a.yaml", "b.yaml"]);
  });

  it("generates files in spite of warnings", async () => {
    const { files, diagnostics } = await generate([git, { ...git, path: "configs/again.yaml" }], { classic: false, templates });
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
    expect(files.size).toBeGreaterThan(0);
  });

  it("generates the risk that is assumed for a tool of `risk: read` that writes or executes", async () => {
    const tools = "tools:\n  - { name: note_sort, description: Sort, risk: read, args: [{ name: a, flag: %s }] }\n";
    const risksOf = async (command: string, flag: string): Promise<readonly string[]> => {
      const { files } = await generate([file("a.yaml", `name: n\ncommand: ${command}\n${tools.replace("%s", flag)}`)], {
        classic: false,
        templates,
      });
      return [...files.values()].flatMap((text) => String(text).match(/risk: "\w+"/g) ?? []);
    };
    expect(await risksOf("sort", "-k")).toEqual(['risk: "read"']);
    expect(await risksOf("sort", "-o")).toEqual(['risk: "write"']);
    expect(await risksOf("sort", "--compress-program")).toEqual(['risk: "destructive"']);
  });

  it("lists every file in the manifest, and the files of dist/ in a separate manifest", async () => {
    const { files } = await generate([git], {
      classic: false,
      templates,
      bundle: (model) =>
        Promise.resolve(
          new Map<string, string | Uint8Array>([
            ["server.mjs", model.name],
            ["index/tools", new Uint8Array([1])],
          ]),
        ),
    });
    const listed = (path: string): readonly string[] => {
      const parsed = parseManifest(String(files.get(path)));
      return parsed.kind === "parsed" ? [...parsed.entries.keys()] : [parsed.reason];
    };
    expect([...files.keys()]).toEqual([...files.keys()].toSorted());
    expect(listed("dist/.climax-gen.json")).toEqual(["index/tools", "server.mjs", "sources.json"]);
    expect(listed(".climax-gen.json")).toEqual(
      [...files.keys()].filter((path) => !path.startsWith("dist/") && path !== ".climax-gen.json"),
    );
  });

  it("embeds a policy, and generates no policy module without one", async () => {
    const policed = await generate([git], {
      classic: false,
      templates,
      policies: [file("policy.yaml", "tools: {git_log: {confirm: true}}\n")],
    });
    expect(policed.diagnostics).toEqual([]);
    expect(policed.files.get("src/policy.ts")).toContain("confirm: true");
    expect(policed.files.get("src/main.ts")).toContain("policies }");
    const free = await generate([git], { classic: false, templates });
    expect([free.files.has("src/policy.ts"), String(free.files.get("src/main.ts")).includes("polic")]).toEqual([false, false]);
  });

  it("generates no files if the policy has an error", async () => {
    const { files, diagnostics } = await generate([git], {
      classic: false,
      templates,
      policies: [file("policy.yaml", "tools: [git_log]\n")],
    });
    expect([files.size, diagnostics.map(({ path, code }) => `${path} ${code}`)]).toEqual([0, ["policy.yaml wrong-type"]]);
  });

  it("reports its progress", async () => {
    const said: string[] = [];
    await generate([git], { classic: false, templates, bundle: () => Promise.resolve(new Map()), onProgress: (text) => said.push(text) });
    expect(said.slice(-2)).toEqual(["generating", "bundling"]);
  });
});
