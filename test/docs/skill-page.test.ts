/** Runs the commands of docs/skill.md in one directory, and compares their output with the page. An ellipsis matches a number. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run, temporaryFolder } from "../e2e/project.ts";
import { hostCommands, type HostedCommands } from "../fixtures/hosted-commands.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const blocks = readBlocks(readPage("skill.md"));
const folder = temporaryFolder();
let hosted: HostedCommands;

beforeAll(async () => {
  mkdirSync(join(folder, "bin"));
  hosted = await hostCommands(join(folder, "bin"));
  for (const { mark, text } of blocks.filter((block) => block.mark.startsWith("yaml config ")))
    writeFileSync(join(folder, mark.slice("yaml config ".length)), text);
});
afterAll(() => {
  hosted.close();
  rmSync(folder, { recursive: true, force: true });
});

it("shows the output of its commands", async () => {
  const env = { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"] ?? ""}` };
  const runs = blocks.filter(({ mark }) => mark === "console run");
  expect(runs.length).toBeGreaterThan(3);
  for (const { text } of runs) {
    const printed: string[] = [];
    for (const line of text.split("\n").filter((each) => each.startsWith("$ "))) {
      const { stdout, stderr } = await run("sh", ["-c", line.slice(2)], { cwd: folder, env });
      printed.push(`${line}\n${stdout}${stderr}`.replace(/: \d+ files written/, ": … files written"));
    }
    expect(printed.join("")).toBe(text);
  }
});
