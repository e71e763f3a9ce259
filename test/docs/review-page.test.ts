/**
 * Checks docs/review.md against the code. Blocks marked `yaml old FILE` are committed to a repository, then overwritten by the blocks marked
 * `yaml new FILE`. The transcript must match the output of the command, and the tables those of the code.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hazardMeanings } from "../../generator/diagnostics/codes-hazards.ts";
import { CLASS_MEANINGS } from "../../generator/review/report.ts";
import { CHANGE_CLASSES } from "../../generator/review/rule.ts";
import { CHANGE_CODES, changeRules } from "../../generator/review/rules.ts";
import { climaxGen, ROOT, temporaryFolder } from "../e2e/project.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("review.md");
const blocks = readBlocks(page);
const folder = temporaryFolder({});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeBlocks(kind: "old" | "new"): void {
  for (const { mark, text } of blocks.filter((block) => block.mark.startsWith(`yaml ${kind} `))) {
    const path = join(folder, mark.replace(`yaml ${kind} `, ""));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function git(...args: readonly string[]): void {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

/** Returns the rows of the table of codes, without padding. */
function codeRows(): readonly string[] {
  return CHANGE_CODES.map((code) => `| \`${code}\` | ${changeRules[code].class} | ${changeRules[code].means} |`);
}

const unpad = (text: string): string => text.replaceAll(/ +/g, " ");

describe("docs/review.md", () => {
  beforeAll(() => {
    writeBlocks("old");
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-q", "-m", "old");
    writeBlocks("new");
  });

  it("shows the output of a comparison with a revision", async () => {
    const [, words = "", shown] = /^```console\n\$ npx climax-gen (.*)\n([^]*?)^```/m.exec(page) ?? [];
    const { stdout, stderr, status } = await climaxGen(words.split(" "), { cwd: folder });
    expect({ stderr, status }).toEqual({ stderr: "", status: 1 });
    expect(stdout).toBe(shown);
  });

  it("starts with commands that work in the repository of its example, the first as in the README", async () => {
    await climaxGen(["configs", "-o", "out", "--policy", "policy.yaml"], { cwd: folder });
    const lines = (blocks.find(({ mark }) => mark === "sh steps")?.text ?? "").trimEnd().split("\n");
    expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(`\n${lines[0]}\n`);
    const statuses: (number | null)[] = [];
    for (const line of lines) {
      const words = Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
      statuses.push((await climaxGen(words.slice(2), { cwd: folder })).status);
    }
    // The example has a hazard, which is an error with --strict.
    expect(statuses).toEqual([0, 0, 1, 0]);
  });

  it("lists exactly the codes, with class and meaning", () => {
    const rows = unpad(page.split("\n## Codes of changes\n")[1] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    expect(rows).toEqual(codeRows());
  });

  it("lists every hazard with its meaning", () => {
    for (const [code, meaning] of Object.entries(hazardMeanings)) expect(unpad(page)).toContain(`| \`${code}\` | ${meaning} |`);
  });

  it("lists every class with its meaning", () => {
    for (const one of CHANGE_CLASSES) expect(unpad(page)).toContain(`| \`${one}\` | ${CLASS_MEANINGS[one]}`);
  });

  it("has no block with an unknown mark", () => {
    // test/docs/review-workflow.test.ts reads the blocks of other sections.
    const known = /^(?:yaml (?:old|new) |sh steps$|(?:yaml|ts|console) (?:hazard|explain|typecheck|pre-commit)\b)/;
    expect(blocks.filter(({ mark }) => !known.test(mark))).toEqual([]);
  });
});
