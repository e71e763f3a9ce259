/** Runs the commands of docs/guard.md: a project with a guard, then command lines of git under it. Requires git. */
import { rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findProgram } from "../../generator/host/find-program.ts";
import { run, temporaryFolder } from "../e2e/project.ts";
import { hostCommands, type HostedCommands } from "../fixtures/hosted-commands.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const hasGit = findProgram("git") !== undefined;
if (!hasGit) console.log("skipped: git is not installed");

const blocks = readBlocks(readPage("guard.md"));
const folder = temporaryFolder({ "bin/.keep": "", "repository/.keep": "" });
const repository = join(folder, "repository");
const PATH = process.env["PATH"] ?? "";
let hosted: HostedCommands;

beforeAll(async () => {
  hosted = await hostCommands(join(folder, "bin"));
});
afterAll(() => {
  hosted.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a repository whose only commit has the same hash in every run. */
async function createRepository(): Promise<void> {
  const date = "2026-11-29T11:09:28Z";
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const author = ["-c", "user.name=test", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  await run("git", ["init", "-q", "-b", "main", repository], { env });
  await run("git", [...author, "-C", repository, "add", ".keep"], { env });
  await run("git", [...author, "-C", repository, "commit", "-q", "-m", "First commit"], { env });
}

it.skipIf(!hasGit)("shows the output of its commands", async () => {
  await createRepository();
  const setUp = blocks.find(({ mark }) => mark === "sh run");
  const made = await run("sh", ["-ec", setUp?.text ?? ""], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${PATH}` },
  });
  expect(made).toMatchObject({ status: 0 });
  const env = { ...process.env, PATH: `${join(folder, "guard/bin")}${delimiter}${PATH}` };
  const runs = blocks.filter(({ mark }) => mark === "console run");
  expect(runs.length).toBeGreaterThan(2);
  for (const { text } of runs) {
    const printed: string[] = [];
    for (const line of text.split("\n").filter((each) => each.startsWith("$ "))) {
      const { stdout, stderr } = await run("sh", ["-c", `${line.slice(2)} < /dev/null`], { cwd: repository, env });
      printed.push(`${line}\n${stdout}${stderr}`);
    }
    expect(withoutVersions(printed.join(""))).toBe(withoutVersions(text));
  }
});

/** The version of git differs between machines. */
function withoutVersions(text: string): string {
  return text.replaceAll(/git version \S+/g, "git version …");
}
