/** Checks docs/import.md and docs/verify.md against the options of the commands and the codes of the diagnostics. */
import { describe, expect, it } from "vitest";
import { verifyCodes } from "../../generator/diagnostics/codes-verify.ts";
import { canSandbox } from "../../generator/host/run-program.ts";
import { climaxGen } from "../e2e/project.ts";
import { readPage } from "./page-blocks.ts";

/** The first cells of the table below a heading. */
function firstCells(page: string, heading: string): readonly string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return Array.from(section.matchAll(/^\| `([^`]+)`/gm), ([, cell = ""]) => cell);
}

describe.each(["import", "verify"])("docs/%s.md", (command) => {
  const page = readPage(`${command}.md`);

  it("has a row for every option", async () => {
    const { stdout } = await climaxGen([command, "--help"]);
    const options = Array.from(stdout.matchAll(/^ {2}((?:-\w, )?--[\w-]+)/gm), ([, option = ""]) => option).filter(
      (option) => !option.includes("--help"),
    );
    expect(options.length).toBeGreaterThan(3);
    expect(firstCells(page, "Options")).toEqual(options);
  });
});

describe("docs/import.md", () => {
  it("shows the last lines of its first command, up to the numbers", { timeout: 60_000 }, async ({ skip }) => {
    skip(!(await canSandbox()), "bubblewrap is missing or does not work here");
    const [, words = "", shown = ""] =
      /^```sh\nnpx climax-gen (import .*) -o .*\n```\n[^]*?^```text\n([^]*?)^```/m.exec(readPage("import.md")) ?? [];
    const { stderr } = await climaxGen(words.split(" "));
    const toLines = (text: string): readonly string[] => text.replaceAll(/\d+/g, "0").trimEnd().split("\n");
    expect(toLines(shown).length).toBeGreaterThan(2);
    expect(toLines(stderr)).toEqual(expect.arrayContaining([...toLines(shown)]));
  });
});

describe("docs/verify.md", () => {
  it("has a row for every finding, with its severity", () => {
    const rows = Array.from(readPage("verify.md").matchAll(/^\| `(verify-[\w-]+)` +\| (\w+)/gm), ([, code, severity]) => [code, severity]);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(Object.entries(verifyCodes).map(([code, { severity }]) => [code, severity])),
    );
  });
});
