/** Checks docs/try.md against the code: the example runs with the installed `git`, and the tables have the findings and options. */
import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { tryCodes } from "../../generator/diagnostics/codes-try.ts";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";
import { findBubblewrap } from "../fixtures/engines.ts";
import { codesOf, readBlocks, readPage, rowsBelow } from "./page-blocks.ts";

const page = readPage("try.md");
const blocks = readBlocks(page);
const textOf = (mark: string): string => blocks.find((block) => block.mark === mark)?.text ?? "";

const folder = temporaryFolder({
  "configs/git.yaml": textOf("yaml file configs/git.yaml"),
  "project/setup.sh": textOf("sh file project/setup.sh"),
  "project/notes.md": "- [ ] a note\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bubblewrap = findBubblewrap();

describe("docs/try.md", () => {
  it("shows the output of its command", async ({ skip }) => {
    skip("missing" in bubblewrap, "missing" in bubblewrap ? bubblewrap.missing : "");
    const [, words = "", shown = ""] = /^\$ npx climax-gen (.*)\n([^]*)$/.exec(textOf("console run")) ?? [];
    const { stdout, stderr, status } = await climaxGen(words.split(" "), { cwd: folder });
    const printed = (stdout + stderr).replace(/^note: the network was not observed.*\n/m, "");
    expect({ printed, status }).toEqual({ printed: shown, status: 1 });
  });

  it("lists every finding with its severity", () => {
    const found = Object.entries(tryCodes).map(([code, { severity }]) => [code, severity]);
    expect(rowsBelow(page, "Findings").map(([code = "", severity]) => [codesOf(code)[0], severity])).toEqual(found);
  });

  it("lists every option", async () => {
    const { stdout } = await climaxGen(["try", "--help"], { cwd: folder });
    const options = Array.from(stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm), ([, option = ""]) => option);
    expect(rowsBelow(page, "Options").map(([option = ""]) => codesOf(option)[0])).toEqual(options.filter((option) => option !== "--help"));
  });
});
