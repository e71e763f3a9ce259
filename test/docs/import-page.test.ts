/**
 * Checks docs/import.md, docs/verify.md and docs/page.md against the options of the commands, the codes of the diagnostics and the addresses
 * of the page.
 */
import { describe, expect, it } from "vitest";
import { verifyCodes } from "../../generator/diagnostics/codes-verify.ts";
import { parseRoute } from "../../generator/page/addresses.ts";
import { findSandbox } from "../../generator/host/run-program.ts";
import { climaxGen } from "../e2e/project.ts";
import { readPage } from "./page-blocks.ts";

/** Returns the first cells of the table below a heading. */
function firstCells(page: string, heading: string): readonly string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return Array.from(section.matchAll(/^\| `([^`]+)`/gm), ([, cell = ""]) => cell);
}

describe.each(["import", "verify", "page"])("docs/%s.md", (command) => {
  const page = readPage(`${command}.md`);

  it("has a row for every option", async () => {
    const { stdout } = await climaxGen([command, "--help"]);
    const options = Array.from(stdout.matchAll(/^ {2}((?:-\w, )?--[\w-]+)/gm), ([, option = ""]) => option).filter(
      (option) => !option.includes("--help"),
    );
    expect(options.length).toBeGreaterThan(2);
    expect(firstCells(page, "Options")).toEqual(options);
  });
});

describe("docs/import.md", () => {
  it("shows the last lines of its first command, up to the numbers", async ({ skip }) => {
    skip(!(await findSandbox()), "bubblewrap is missing or does not work here");
    const [, words = "", shown = ""] =
      /^```sh\nnpx climax-gen (import .*) -o .*\n```\n[^]*?^```text\n([^]*?)^```/m.exec(readPage("import.md")) ?? [];
    const { stderr } = await climaxGen(words.split(" "));
    const toLines = (text: string): readonly string[] => text.replaceAll(/\d+/g, "0").trimEnd().split("\n");
    expect(toLines(shown).length).toBeGreaterThan(2);
    expect(toLines(stderr)).toEqual(expect.arrayContaining([...toLines(shown)]));
  });
});

describe("docs/page.md", () => {
  it("lists addresses that the page reads", () => {
    const routes = firstCells(readPage("page.md"), "Links").map((address) => parseRoute(address));
    expect(routes).toEqual([
      { kind: "list" },
      { kind: "tool", tool: "NAME" },
      { kind: "tool", tool: "NAME", arg: "ARG" },
      { kind: "list", cli: "NAME" },
      { kind: "list", risk: "RISK" },
      { kind: "search", query: "QUERY" },
    ]);
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
