/** Checks docs/commands.md: its tables name every command and option of the help texts. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { climaxGen, run, temporaryFolder } from "../e2e/project.ts";
import { readPage, rowsBelow } from "./page-blocks.ts";

const page = readPage("commands.md");
const folder = temporaryFolder({
  "configs/hello.yaml": "name: hello\ncommand: echo\ntools:\n  - { name: hello, description: Say hello }\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the long options of a help text, without `--help` and `--version`. */
function optionsOf(help: string): readonly string[] {
  const options = Array.from(help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm), ([, option = ""]) => option);
  return options.filter((option) => option !== "--help" && option !== "--version").toSorted();
}

/** Returns the long options that open the rows of the tables below a heading. */
function listedOptions(heading: string): readonly string[] {
  return rowsBelow(page, heading)
    .flatMap(([cell = ""]) => /^`(?:-\w, )?(--[a-z-]+)/.exec(cell)?.[1] ?? [])
    .toSorted();
}

describe("docs/commands.md", () => {
  it("lists every command in the order of the help, and every option of generation", async () => {
    const { stdout } = await climaxGen(["--help"]);
    const [generation = "", others = ""] = stdout.split("\nCommands:\n");
    const commands = Array.from(others.matchAll(/^ {2}([a-z]+) /gm), ([, name = ""]) => name);
    const listed = rowsBelow(page, "Commands").flatMap(([cell = ""]) => /^`climax-gen ([a-z]+)/.exec(cell)?.[1] ?? []);
    expect(listed).toEqual(commands);
    expect(listedOptions("Options of generation")).toEqual(optionsOf(generation));
  });

  describe("a server", () => {
    let help = "";
    beforeAll(async () => {
      await climaxGen(["configs/", "-o", "out/"], { cwd: folder });
      ({ stdout: help } = await run(process.execPath, [join(folder, "out/dist/server.mjs"), "--help"]));
    });

    it("has exactly the listed options, in addition to the options of HTTP", () => {
      expect(listedOptions("Options of a server")).toEqual(optionsOf(help.split("\nServing over HTTP")[0] ?? ""));
    });

    it("reads only variables that this page, docs/http.md or docs/telemetry.md lists", () => {
      const variables = Array.from((help.split("\nEnvironment:\n")[1] ?? "").matchAll(/^ {2}([A-Z_]+)/gm), ([, name = ""]) => name);
      const pages = [page, readPage("http.md"), readPage("telemetry.md")].join("\n");
      expect(variables.length).toBeGreaterThan(4);
      expect(variables.filter((name) => !pages.includes(`| \`${name}\``))).toEqual([]);
    });
  });
});
