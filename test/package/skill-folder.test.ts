/** Tests the formats skill, claude-plugin and gemini-extension: valid for any names, within the limits of the format, deterministic. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makePackage } from "../../generator/package/make-package.ts";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import type { GeneratedProject } from "../../generator/package/project.ts";
import type { FileContent } from "../../generator/write/manifest.ts";
import type { SkillFacts } from "../../runtime/skill/skill-facts.ts";
import { toSkillName } from "../../runtime/skill/skill-facts.ts";
import { HOSTILE_NAMES, options, project, skillFacts } from "./projects.ts";

type SkillFormat = "skill" | "claude-plugin" | "gemini-extension";

function filesOf(said: GeneratedProject, format: SkillFormat, flags: Partial<PackageFlags> = {}): ReadonlyMap<string, FileContent> {
  const all = { format, ...flags };
  return makePackage({ project: said, options: options(said, all), flags: all, templates: new Map() });
}

const textOf = (files: ReadonlyMap<string, FileContent>, path: string): string => String(files.get(path) ?? `no ${path}`);

interface Frontmatter {
  readonly name: string;
  readonly description: string;
}

/** Returns the front matter and the body of a SKILL.md. */
function readSkill(text: string): { readonly frontmatter: Frontmatter; readonly body: string } {
  const [, yaml = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  return { frontmatter: parse(yaml) as Frontmatter, body };
}

/** Returns facts with many CLIs of these names. */
function manyTools(clis: number, tools: number, nameOf: (number: number) => string): SkillFacts {
  const tool = skillFacts().clis[0]?.tools[0];
  if (tool === undefined) throw new Error("no tool");
  return skillFacts({
    clis: Array.from({ length: clis }, (_, cli) => ({
      name: nameOf(cli),
      description: nameOf(cli),
      tools: Array.from({ length: tools }, (__, number) => ({ ...tool, name: `${nameOf(cli)}_${number}`, asks: true })),
    })),
  });
}

const skillOf = (facts: SkillFacts): string => textOf(filesOf(project({ skill: facts }), "skill"), `${facts.name}/SKILL.md`);

describe("SKILL.md", () => {
  it("has a valid name, which is that of its directory, and a valid description, for any names", () => {
    const faults = HOSTILE_NAMES.flatMap((name) => {
      const facts = skillFacts({ name: toSkillName(name), title: name, clis: [{ name, description: name, tools: [] }] });
      const { frontmatter, body } = readSkill(skillOf(facts));
      const isNamed = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(frontmatter.name) && frontmatter.name.length <= 64 && frontmatter.name === facts.name;
      // Some hosts refuse angle brackets, because they could be tags.
      const isDescribed = /^[^<>]{1,1024}$/.test(frontmatter.description);
      const isPlain = !body.includes("<script") && body.split("\n").filter((line) => line.startsWith("# ")).length === 1;
      return isNamed && isDescribed && isPlain ? [] : [{ name, frontmatter }];
    });
    expect(faults).toEqual([]);
  });

  it("takes at most 400 tokens of every session, for any number of tools and any names", () => {
    const sets: readonly SkillFacts[] = [
      manyTools(1, 1, () => "git"),
      manyTools(100, 100, (number) => `program-${number}`),
      manyTools(300, 1, () => "🦆".repeat(30)),
      manyTools(300, 1, (number) => `数据库${number}`),
      { ...manyTools(50, 1, (number) => `x${number}~!@^%`), name: "a1-b2-c3-".repeat(7) + "z" },
    ];
    const tokens = sets.map((facts) => {
      const { name, description } = readSkill(skillOf(facts)).frontmatter;
      return countTokens(`${name}: ${description}`);
    });
    expect(tokens.filter((count) => count > 400)).toEqual([]);
  });

  it("stays short for 10,000 tools, and points to at most 512 files", () => {
    const facts = manyTools(1000, 10, (number) => `program-${number}`);
    const files = filesOf(project({ skill: facts }), "skill");
    expect(countTokens(readSkill(textOf(files, "hello/SKILL.md")).body)).toBeLessThan(1500);
    expect(files.size).toBeLessThan(512);
    const references = [...files].filter(([path]) => path.startsWith("hello/references/")).map(([, text]) => String(text));
    expect(references.join("").match(/^## /gm)).toHaveLength(10_000);
  });

  it("names the search, the way to call, and the tools that ask", () => {
    const tool = {
      name: "git_push",
      description: "Send commits",
      risk: "write",
      asks: true,
      args: [{ name: "remote", required: true }],
    } as const;
    const facts = skillFacts({ clis: [{ name: "git", description: "Version control.", tools: [tool] }] });
    const files = filesOf(project({ skill: facts }), "skill");
    const { frontmatter, body } = readSkill(textOf(files, "hello/SKILL.md"));
    expect(frontmatter.description).toBe(
      "Runs git (Version control) with checked arguments, under a policy. Use for any task with these programs, instead of a shell.",
    );
    for (const text of ["`climax_search`", "`climax_call`", "confirms each call of `git_push`", "[git](references/git.md): 1 tool"])
      expect(body).toContain(text);
    expect(textOf(files, "hello/references/git.md")).toContain(
      "## `git_push` (risk: write, asks the user before each call)\n\nSend commits\n\nArguments: **`remote`**.",
    );
  });

  it("contains the command line of the server as a script, and says how to use it, if the server has one", () => {
    const files = new Map([...project().files, ["cli.mjs", Buffer.from("#!/usr/bin/env node\n")] as const]);
    const skill = filesOf(project({ files }), "skill");
    expect([...skill.keys()]).toEqual(expect.arrayContaining(["hello/scripts/cli.mjs", "hello/scripts/server.mjs"]));
    expect(textOf(skill, "hello/SKILL.md")).toContain("    node SKILL/scripts/cli.mjs search WORDS\n");
    expect([...filesOf(project(), "skill").keys()].filter((path) => path.includes("scripts"))).toEqual([]);
    expect(textOf(filesOf(project(), "skill"), "hello/SKILL.md")).not.toContain("cli.mjs");
  });
});

it("gives the same bytes for the same project in every format", () => {
  for (const format of ["skill", "claude-plugin", "gemini-extension"] as const)
    expect([...filesOf(project(), format)], format).toEqual([...filesOf(project(), format)]);
});

it("makes a plugin of Claude Code: manifest, marketplace, server below the plugin, skill", () => {
  const files = filesOf(project(), "claude-plugin", { license: "MIT", author: "Me" });
  expect(JSON.parse(textOf(files, ".claude-plugin/plugin.json"))).toEqual({
    name: "hello",
    version: "1.0.0",
    description: "Greets people",
    author: { name: "Me" },
    license: "MIT",
  });
  expect(JSON.parse(textOf(files, ".claude-plugin/marketplace.json"))).toMatchObject({
    name: "hello",
    description: "Greets people",
    plugins: [{ name: "hello", source: "./" }],
  });
  expect(JSON.parse(textOf(files, ".mcp.json"))).toEqual({
    mcpServers: { tools: { command: "node", args: ["${CLAUDE_PLUGIN_ROOT}/dist/server.mjs"] } },
  });
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["README.md", "skills/hello/SKILL.md", "skills/hello/references/hello.md", "dist/server.mjs"]),
  );
  // Claude Code's plugin directory requires 40 words.
  expect(textOf(files, "README.md").split(/\s+/).length).toBeGreaterThan(40);
});

it("makes an extension of Gemini CLI: manifest, server below the extension, context file, skill", () => {
  const files = filesOf(project(), "gemini-extension");
  expect(JSON.parse(textOf(files, "gemini-extension.json"))).toEqual({
    name: "hello",
    version: "1.0.0",
    description: "Greets people",
    mcpServers: { hello: { command: "node", args: ["${extensionPath}${/}dist${/}server.mjs"] } },
    contextFileName: "GEMINI.md",
  });
  expect([...files.keys()]).toEqual(expect.arrayContaining(["skills/hello/SKILL.md", "dist/server.mjs"]));
  const { name, description } = readSkill(textOf(files, "skills/hello/SKILL.md")).frontmatter;
  expect(countTokens(`${textOf(files, "GEMINI.md")}${name}: ${description}`)).toBeLessThan(400);
});
