/**
 * Checks docs/deploy.md against the code. A block marked `yaml config FILE` is a file; the blocks `console run` are run in their order in
 * one directory, and their output is compared with the page.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Document, parse } from "yaml";
import { climaxGen, ROOT, run, temporaryFolder } from "../e2e/project.ts";
import { FORMATS_OF_OPTION } from "../../generator/package/package-format.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("deploy.md");
const blocks = readBlocks(page);
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Patch {
  readonly target: { readonly kind: string; readonly name: string };
  readonly patch: string;
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

describe("docs/deploy.md", () => {
  beforeAll(() => {
    mkdirSync(join(folder, "bin"));
    const npx = `#!/bin/sh\nshift\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(join(ROOT, "bin/climax-gen.cjs"))} "$@"\n`;
    writeFileSync(join(folder, "bin/npx"), npx, { mode: 0o755 });
    for (const { mark, text } of blocks.filter((block) => block.mark.startsWith("yaml config ")))
      writeFileSync(join(folder, mark.slice("yaml config ".length)), text);
  });

  it("has no block with an unknown mark", () => {
    expect(blocks.filter(({ mark }) => !/^(yaml config \S+|yaml overlay|console run)$/.test(mark))).toEqual([]);
  });

  it("shows the output of its commands", { timeout: 60_000 }, async () => {
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
    const rows = Array.from(page.matchAll(/^\| `--([a-z-]+)[^|]*\| ([a-z0-9, ]+?) +\|/gm), ([, flag = "", formats = ""]) => [
      flag,
      formats,
    ]);
    const known = Object.entries(FORMATS_OF_OPTION).map(([option, formats]) => [
      option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      formats.length === 5 ? "all" : formats.join(", "),
    ]);
    expect(rows).toEqual(expect.arrayContaining(known));
    const { stdout } = await climaxGen(["package", "--help"]);
    for (const [flag, formats = ""] of known.filter(([, listed]) => listed !== "all"))
      expect(stdout.replaceAll(/\n +/g, " ")).toMatch(new RegExp(`--${flag} <\\w+> +for ${formats.replace(/, (?=\w+$)/, " and ")}:`));
  });

  it("shows an overlay that changes only existing resources", async () => {
    await climaxGen(["package", "out", "--format", "k8s", "-o", "base"], { cwd: folder });
    const overlay = blocks.find(({ mark }) => mark === "yaml overlay");
    const { patches } = parse(overlay?.text ?? "") as { patches: readonly Patch[] };
    const files = readdirSync(join(folder, "base")).filter((path) => path.endsWith(".yaml"));
    const resources = files.map((path) => parse(readFileSync(join(folder, "base", path), "utf8")) as Resource);
    for (const { target, patch } of patches) {
      const found = resources.find(({ kind, metadata }) => kind === target.kind && metadata?.name === target.name);
      for (const { path } of parse(patch) as readonly { path: string }[]) {
        const steps = path
          .split("/")
          .slice(1)
          .filter((step) => step !== "-");
        expect([target.name, path, new Document(found).getIn(steps)]).not.toEqual([target.name, path, undefined]);
      }
    }
    expect(patches.length).toBeGreaterThan(1);
  });

  it("has a row for every file of the Kubernetes package", async () => {
    const rows = Array.from(page.matchAll(/^\| `([a-z-]+\.yaml)` /gm), ([, file = ""]) => file);
    const { stdout } = await climaxGen(["package", "out", "--format", "k8s", "-o", "again", "--json"], { cwd: folder });
    const { files } = JSON.parse(stdout) as { files: { created: readonly string[] } };
    expect(rows.toSorted()).toEqual(files.created.filter((path) => path.endsWith(".yaml")));
  });
});
