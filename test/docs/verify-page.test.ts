/** Checks docs/verify.md against the code: the example runs with the installed `sort`, and the tables have the findings and options. */
import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { verifyCodes } from "../../generator/diagnostics/codes-verify.ts";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";
import { findBubblewrap } from "../fixtures/engines.ts";
import { codesOf, readBlocks, readPage, rowsBelow } from "./page-blocks.ts";

const page = readPage("verify.md");
const blocks = readBlocks(page);
const textOf = (mark: string): string => blocks.find((block) => block.mark === mark)?.text ?? "";

const folder = temporaryFolder({ "configs/sort.yaml": textOf("yaml file configs/sort.yaml") });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bubblewrap = findBubblewrap();

/** Replaces what depends on the version of `sort`: the line of its help, and the number of its columns. */
const withoutHelp = (text: string): string => text.replace(/^sort --help:\d+[^]*?\n(?=\d+ flags)/m, "…\n");

describe("docs/verify.md", () => {
  it("shows the output of a comparison", async ({ skip }) => {
    skip("missing" in bubblewrap, "missing" in bubblewrap ? bubblewrap.missing : "");
    const [, words = "", shown = ""] = /^\$ npx climax-gen (.*)\n([^]*)$/.exec(textOf("console run")) ?? [];
    const { stdout, stderr, status } = await climaxGen(words.split(" "), { cwd: folder });
    expect({ printed: withoutHelp(stdout + stderr), status }).toEqual({ printed: withoutHelp(shown), status: 1 });
  });

  it("lists every finding with its severity", () => {
    const found = Object.entries(verifyCodes).map(([code, { severity }]) => [code, severity]);
    expect(rowsBelow(page, "Findings").map(([code = "", severity]) => [codesOf(code)[0], severity])).toEqual(found);
  });

  it("lists every option", async () => {
    const { stdout } = await climaxGen(["verify", "--help"], { cwd: folder });
    const options = Array.from(stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm), ([, option = ""]) => option);
    expect(rowsBelow(page, "Options").map(([option = ""]) => codesOf(option)[0])).toEqual(options.filter((option) => option !== "--help"));
  });
});
