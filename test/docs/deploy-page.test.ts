/**
 * Checks docs/deploy.md against the code. A block marked `yaml config FILE` is a file; the blocks `console run` are run in their order in
 * one directory, and their output is compared with the page.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Document, parse, type YAMLSeq } from "yaml";
import { climaxGen, ROOT, run, temporaryFolder } from "../e2e/project.ts";
import { FORMATS_OF_OPTION, PACKAGE_FORMATS } from "../../generator/package/package-format.ts";
import { readLaunch } from "../../runtime/launch/launch.ts";
import { hostCommands, type HostedCommands } from "../fixtures/hosted-commands.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("deploy.md");
const blocks = readBlocks(page);
const folder = temporaryFolder();
let hosted: HostedCommands;
afterAll(() => {
  hosted.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Patch {
  readonly target: { readonly kind: string; readonly name: string };
  readonly patch: string;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

interface Resource {
  readonly kind: string;
  readonly metadata?: { readonly name: string };
}

/** Runs a command line of the page. `npx climax-gen` is the built command. */
async function runLine(line: string): Promise<string> {
  const env = { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"] ?? ""}` };
  const { stdout, stderr } = await run("sh", ["-c", line], { cwd: folder, env });
  return stdout + stderr;
}

/** Packages the project for Kubernetes, and returns the manifests. */
async function readResources(): Promise<readonly Resource[]> {
  await climaxGen(["package", "out", "--format", "k8s", "-o", "base"], { cwd: folder });
  const files = readdirSync(join(folder, "base")).filter((path) => path.endsWith(".yaml"));
  return files.map((path) => parse(readFileSync(join(folder, "base", path), "utf8")) as Resource);
}

describe("the containers of docs/deploy.md", () => {
  it("have a first process that reaps orphan processes, in every command, file and registry entry", () => {
    const commands = page.match(/`docker run [^`]*`/g) ?? [];
    expect(commands.filter((command) => !command.includes("--init "))).toEqual([]);
    expect(commands).not.toEqual([]);
    expect(readFileSync(join(ROOT, "templates/docker/Dockerfile"), "utf8")).toContain("docker run --init");
  });
});

describe("docs/deploy.md", () => {
  beforeAll(async () => {
    mkdirSync(join(folder, "bin"));
    hosted = await hostCommands(join(folder, "bin"));
    for (const { mark, text } of blocks.filter((block) => block.mark.startsWith("yaml config ")))
      writeFileSync(join(folder, mark.slice("yaml config ".length)), text);
  });

  it("has no block with an unknown mark", () => {
    expect(blocks.filter(({ mark }) => !/^(yaml config \S+|yaml overlay|console run)$/.test(mark))).toEqual([]);
  });

  it("shows the output of its commands", async () => {
    const runs = blocks.filter(({ mark }) => mark === "console run");
    expect(runs.length).toBeGreaterThan(4);
    for (const { text } of runs) {
      const lines = text.split("\n").filter((line) => line.startsWith("$ "));
      const printed: string[] = [];
      for (const line of lines) printed.push(`${line}\n${await runLine(line.slice(2))}`);
      expect(printed.join("")).toBe(text);
    }
  });

  it("has a row for every flag, and no other rows", async () => {
    const { stdout } = await climaxGen(["package", "--help"]);
    const flags = Array.from(stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm), ([, flag = ""]) => flag).filter((flag) => flag !== "--help");
    const rows = Array.from(page.matchAll(/^\| .*?`(--[a-z-]+)/gm), ([, flag = ""]) => flag);
    expect(flags.length).toBeGreaterThan(10);
    expect(rows.toSorted()).toEqual(flags.toSorted());
  });

  it("lists the formats of every flag that does not apply to all", async () => {
    const rows = Array.from(page.matchAll(/^\| `--([a-z-]+)[^|]*\| ([a-z0-9, -]+?) +\|/gm), ([, flag = "", formats = ""]) => [
      flag,
      formats,
    ]);
    const known = Object.entries(FORMATS_OF_OPTION).map(([option, formats]) => [
      option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      formats.length === PACKAGE_FORMATS.length ? "all" : formats.join(", "),
    ]);
    expect(rows).toEqual(expect.arrayContaining(known));
    const { stdout } = await climaxGen(["package", "--help"]);
    for (const [flag, formats = ""] of known.filter(([, listed]) => listed !== "all"))
      expect(stdout.replaceAll(/\n +/g, " ")).toMatch(
        new RegExp(`--${flag}(?: <\\w+>)? +for ${formats.replace(/, (?=[\w-]+$)/, " and ")}:`),
      );
  });

  it("shows overlays that change only existing parts of resources", async () => {
    const resources = await readResources();
    const patches = blocks
      .filter(({ mark }) => mark === "yaml overlay")
      .flatMap(({ text }) => (parse(text) as { patches: readonly Patch[] }).patches);
    for (const { target, patch } of patches) {
      const found = resources.find(({ kind, metadata }) => kind === target.kind && metadata?.name === target.name);
      for (const { op, path, value } of parse(patch) as readonly Operation[]) {
        const steps = path
          .split("/")
          .slice(1)
          .filter((step) => step !== "-");
        const now: unknown = new Document(found).getIn(steps);
        expect([target.name, path, now]).not.toEqual([target.name, path, undefined]);
        if (op === "test") expect([path, now]).toEqual([path, value]);
      }
    }
    expect(patches.length).toBeGreaterThan(3);
  });

  it("shows an overlay with which the server accepts access tokens", async () => {
    const deployment = (await readResources()).find(({ kind }) => kind === "Deployment");
    const args = (new Document(deployment).getIn(["spec", "template", "spec", "containers", 0, "args"]) as YAMLSeq).toJSON() as string[];
    const [, section = ""] = page.split("\n### OAuth on Kubernetes\n");
    const added = Array.from(section.matchAll(/value: (--\S+) }/g), ([, value = ""]) => value);
    const words = [...args, ...added].map((word) => word.replace("$(POD_NAMESPACE)", "default").replace("$(POD_IP)", "10.0.0.5"));
    expect(readLaunch(words, { name: "greetings", version: "1.4.0", classic: false })).toMatchObject({
      kind: "serve",
      http: { oauth: { issuer: "https://login.example.com", audience: "https://tools.example.com/mcp" } },
    });
  });

  it("has a row for every file of the Kubernetes package", async () => {
    const rows = Array.from(page.matchAll(/^\| `([a-z-]+\.yaml)` /gm), ([, file = ""]) => file);
    const { stdout } = await climaxGen(["package", "out", "--format", "k8s", "-o", "again", "--json"], { cwd: folder });
    const { files } = JSON.parse(stdout) as { files: { created: readonly string[] } };
    expect(rows.toSorted()).toEqual(files.created.filter((path) => path.endsWith(".yaml")));
  });
});
