/** Checks README.md: generates its configs and compares its transcripts with the actual output. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostCommands } from "../fixtures/hosted-commands.ts";
import { exampleConfigPaths } from "../fixtures/example-configs.ts";
import { clientFacts, clientIds } from "../../generator/install/clients.ts";
import { findSandbox } from "../../generator/host/run-program.ts";
import { climaxGen, connectModern, ROOT, run, temporaryFolder } from "../e2e/project.ts";
import { readPage } from "./page-blocks.ts";
import { runFirstScreen } from "./transcript.ts";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");

/** Returns the code blocks of one language below a heading, or above the first heading if `heading` is "". */
function blocks(heading: string, language: string): readonly string[] {
  const section = heading === "" ? (readme.split("\n## ")[0] ?? "") : (readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "");
  return Array.from(section.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms")), ([, text = ""]) => text);
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly scripts: Readonly<Record<string, string>> };
const [config = ""] = blocks("Quick start", "yaml");
const [faulty = ""] = blocks("Diagnostics", "yaml");
const folder = temporaryFolder({ "configs/git.yaml": config, "faulty/configs/git.yaml": faulty });
const bin = join(folder, "bin");
mkdirSync(bin);
const hosted = await hostCommands(bin);
afterAll(() => {
  hosted.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs the first command of a script of `package.json` with another output directory, and with two programs in place of the whole catalog,
 * whose warnings and page test/catalog/entries.test.ts checks. Returns its diagnostics and messages.
 */
async function runFirstCommand(script = ""): Promise<string> {
  const [first = ""] = script.split(" && ");
  const command = first.replace("scripts/catalog/configs.mjs)", "scripts/catalog/configs.mjs git jq)");
  expect(command).toMatch(/^node bin\/climax-gen\.cjs .* -o \S+/);
  const { stderr, status } = await run("sh", ["-c", command.replace(/ -o \S+/, ' -o "$OUT"')], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, OUT: join(folder, "script"), NO_COLOR: "1" },
  });
  expect(status).toBe(0);
  return stderr;
}

/** The queries that the README shows. */
const [, sentence = ""] = /^Search is ranked, and tolerates typos and paraphrases: ([^]*?) return the intended\s/m.exec(readme) ?? [];
const shownQueries = Array.from(sentence.matchAll(/`([^`]+)`/g), ([, query = ""]) => query);

/** These queries and the tools that they are for. */
const FOUND = [
  ["restrat contianer", "docker_restart"],
  ["git history", "git_log"],
  ["how full is my disk", "df_space"],
] as const;

describe("the README", () => {
  let generated: Awaited<ReturnType<typeof climaxGen>>;
  beforeAll(async () => {
    generated = await climaxGen(["configs/", "-o", "out/"], { cwd: folder });
  });

  it("shows the output of generating its config", () => {
    expect(generated.status).toBe(0);
    expect(blocks("Quick start", "console")[0]).toContain(`$ npx climax-gen configs/ -o out/\n${generated.stderr}`);
  });

  it("shows the generated code of its tool", () => {
    const source = readFileSync(join(folder, "out/src/clis/git.ts"), "utf8");
    const [shown = ""] = blocks("Generated code", "ts");
    expect(shown).not.toBe("");
    expect(source).toContain(shown);
  });

  it("shows the diagnostics of its faulty config", async () => {
    const { stderr, status } = await climaxGen(["configs/", "-o", "out/"], { cwd: join(folder, "faulty") });
    expect(status).toBe(1);
    expect(blocks("Diagnostics", "console")[0]).toBe(`$ npx climax-gen configs/ -o out/\n${stderr}`);
  });

  it("shows a call that its policy rejects", async () => {
    const [policy = ""] = blocks("Policies", "yaml");
    writeFileSync(join(folder, "policy.yaml"), policy);
    const { status, stderr } = await climaxGen(["configs/", "-o", "guarded", "--policy", "policy.yaml", "--strict"], { cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("files written") as string });
    const [, request = "", reply] = /^> climax_call (.*)\n([^]*)\n$/.exec(blocks("Policies", "console")[0] ?? "") ?? [];
    const client = await connectModern(join(folder, "guarded/dist/server.mjs"));
    const answer = await client.call("climax_call", JSON.parse(request) as Record<string, unknown>);
    await client.close();
    expect(answer).toEqual({ texts: [reply], isError: true });
  });

  it("shows the commands from a program to its tools in a client", async ({ skip }) => {
    skip(!(await findSandbox()), "bubblewrap is missing or does not work here");
    mkdirSync(join(folder, "clone"));
    const program = `"${hosted.node}" "${join(ROOT, "bin/climax-gen.cjs")}"`;
    await runFirstScreen({ folder: join(folder, "clone"), program, home: folder });
  });

  describe("the project of all examples", () => {
    beforeAll(async () => {
      await climaxGen([...exampleConfigPaths, "-o", "demo"], { cwd: folder });
    });

    it("is the demo, which finds and calls a tool", async () => {
      const { stdout } = await run(process.execPath, [join(ROOT, "scripts/demo.mjs"), join(folder, "demo")]);
      expect(stdout).toMatch(/> climax_search [^]*"tool_name": "git_log"[^]*> climax_call /);
    });

    it("is generated without diagnostics by the script", async () => {
      expect(await runFirstCommand(scripts["demo"])).toMatch(/^\S+: \d+ files written, 0 unchanged, 0 removed\n$/);
    });

    it("has a page with the warnings that the README counts", async () => {
      const stderr = await runFirstCommand(scripts["demo:page"]);
      expect(readme).toContain("Its five warnings are about the names of\nthe Directive tools");
      expect(Array.from(stderr.matchAll(/: (?:warning|error|note)\[([a-z-]+)\]/g), ([, code]) => code)).toEqual(
        Array(5).fill("name-characters"),
      );
    });

    it("finds the intended tools with the queries that the README shows", async () => {
      const client = await connectModern(join(folder, "demo/dist/server.mjs"));
      const found: (readonly [query: string, tool: string | undefined])[] = [];
      for (const query of shownQueries) {
        const { texts } = await client.call("climax_search", { query, limit: 1 });
        const { results } = JSON.parse(texts[0] ?? "") as { readonly results: readonly { readonly tool_name: string }[] };
        found.push([query, results[0]?.tool_name]);
      }
      await client.close();
      expect(found).toEqual(FOUND);
    });

    it("finds the same tools among those of the whole catalog", async () => {
      const { stdout } = await run(process.execPath, [join(ROOT, "scripts/catalog/configs.mjs")], { cwd: ROOT });
      const configs = stdout.split(/\s+/).filter(Boolean);
      const queries = `kind: queries\nqueries: ${JSON.stringify(FOUND.map(([query, tool]) => ({ query, tool })))}\n`;
      writeFileSync(join(folder, "queries.yaml"), queries);
      const golden = ["--golden", join(folder, "queries.yaml"), "--limit", "1"];
      expect(await climaxGen(["search", ...configs, ...golden], { cwd: ROOT })).toMatchObject({ status: 0 });
    });
  });

  it("has the figures of docs/performance.md", () => {
    const row = (name: string) => {
      const [line = ""] = performance.match(new RegExp(`^\\| ${name} .*$`, "m")) ?? [];
      return line.split("|").map((cell) => Number(cell.replaceAll(",", "")));
    };
    const performance = readPage("performance.md");
    const [tools = 0, , , first = 0, , classic = 0] = row("examples").slice(2);
    const text = readme.replaceAll(/\s+/g, " ");
    const about = (Math.round(first / 100) * 100).toLocaleString("en");
    const above = (Math.floor(classic / 1000) * 1000).toLocaleString("en");
    expect(text).toContain(`For ${tools} tools of the [catalog](catalog), the list, a search and a call take about ${about} tokens.`);
    expect(text).toContain(`A list of every tool takes more than ${above}`);
    expect(text).toContain(
      "A server starts in less than a quarter of the time that servers of openapi-mcp-generator 4.0 and CLImax 0.5 take",
    );
    for (const peer of ["openapi-mcp-generator 4.0.1", "CLImax 0.5.0"]) expect(row(peer)[4]).toBeLessThan(0.25);
    expect(text).toContain("responds to `tools/list` in about twice the time that `node -e 0` takes, and uses about 50 MB of memory.");
    expect(Math.round(row("10,000")[2] ?? 0)).toBe(2);
    expect(Math.round((row("10,000 tools")[2] ?? 0) / 10) * 10).toBe(50);
  });

  it("names every client of `install`", () => {
    const [, section = ""] = readme.split("\n## Install in a client\n");
    const text = (section.split("\n## ")[0] ?? "").replaceAll(/\s+/g, " ");
    expect(clientIds.map((id) => clientFacts(id).title).filter((title) => !text.includes(title))).toEqual([]);
  });

  it("of generated projects names every client of `install`", () => {
    const template = readFileSync(join(ROOT, "templates/README.md"), "utf8");
    expect(clientIds.filter((id) => !template.includes(`\`${id}\``))).toEqual([]);
  });

  it("names only existing scripts", () => {
    for (const [, script = ""] of readme.matchAll(/npm run ([a-z:]+)/g)) expect(Object.keys(scripts)).toContain(script);
  });
});
