/**
 * Checks the guides in docs/guides: runs their commands in order and compares the output.
 *
 * A block marked `yaml file FILE`, or with another language, is a file, and `console run` a transcript. Each guide has its own directory.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findProgram } from "../../generator/host/find-program.ts";
import { findSandbox } from "../../generator/host/run-program.ts";
import { ROOT, run, temporaryFolder } from "../e2e/project.ts";
import { hostCommands } from "../fixtures/hosted-commands.ts";
import { type Block, readBlocks, readPage } from "./page-blocks.ts";

const GUIDES = join(ROOT, "docs/guides");
const guides = readdirSync(GUIDES).filter((name) => name.endsWith(".md"));

// `npx climax-gen` runs the build of this checkout.
const bin = temporaryFolder();
const hosted = await hostCommands(bin);
afterAll(() => {
  hosted.close();
  rmSync(bin, { recursive: true, force: true });
});

/** Returns the reason why the commands of a guide cannot run here, or undefined. */
async function findObstacle(guide: string): Promise<string | undefined> {
  if (guide !== "draft-to-safe-tools.md") return undefined;
  const missing = ["make", "man"].find((program) => findProgram(program) === undefined);
  if (missing !== undefined) return `${missing} is not installed`;
  return (await findSandbox()) ? undefined : "bubblewrap is missing or does not work here";
}

/** Runs one command line of a guide and returns both output streams, standard output first. */
async function runLine(line: string, cwd: string): Promise<string> {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`, NO_COLOR: "1" };
  const { stdout, stderr } = await run("sh", ["-c", line], { cwd, env });
  return stdout + stderr;
}

/** Returns the transcript of the commands in a block. */
async function rerun({ text }: Block, cwd: string): Promise<string> {
  const printed: string[] = [];
  for (const line of text.split("\n").filter((one) => one.startsWith("$ "))) printed.push(`${line}\n${await runLine(line.slice(2), cwd)}`);
  return printed.join("");
}

describe.each(guides)("docs/guides/%s", (name) => {
  const page = readPage(`guides/${name}`);
  const blocks = readBlocks(page);

  it("has only blocks with known marks", () => {
    expect(blocks.filter(({ mark }) => !/^((?:yaml|sh|make|text) file \S+|console run)$/.test(mark))).toEqual([]);
    expect(blocks.some(({ mark }) => mark === "console run")).toBe(true);
  });

  it("shows the output of its commands", async ({ skip }) => {
    const obstacle = await findObstacle(name);
    skip(obstacle !== undefined, obstacle);
    const folder = temporaryFolder();
    try {
      for (const block of blocks) {
        const [, kind, value = ""] = /^(?:\w+) (file|run)(?: (\S+))?$/.exec(block.mark) ?? [];
        if (kind === "file") {
          mkdirSync(dirname(join(folder, value)), { recursive: true });
          writeFileSync(join(folder, value), block.text);
        } else if (kind === "run") {
          expect(await rerun(block, folder)).toBe(block.text);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("links only to existing files", () => {
    const links = Array.from(page.matchAll(/\]\((?!http)([^)#]+)/g), ([, path = ""]) => path);
    expect(links.filter((path) => !existsSync(join(GUIDES, path)))).toEqual([]);
    expect(links).not.toEqual([]);
  });
});
