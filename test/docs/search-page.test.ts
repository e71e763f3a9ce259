/**
 * Checks docs/search.md against the code. A block `yaml config FILE` or `yaml queries FILE` defines a file. A block `console run` shows a
 * command that runs in the directory of these files, with its complete standard output.
 */
import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { querySchema } from "../../generator/check/keys/queries-schema.ts";
import { FIELDS, MAX_QUERY_WORDS } from "../../runtime/search/weights.ts";
import { MAX_SEARCH_TEXT, SEARCH_ARGS } from "../../runtime/server/answer-search.ts";
import { MAX_OVERVIEW } from "../../runtime/server/discovery.ts";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("search.md");
const blocks = readBlocks(page);
const FILE = /^yaml (?:config|queries) /;

const files = blocks.filter(({ mark }) => FILE.test(mark)).map(({ mark, text }) => [mark.replace(FILE, ""), text] as const);
const folder = temporaryFolder(Object.fromEntries(files));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the words of a command line with double quotes. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? "");
}

describe("docs/search.md", () => {
  it("has no block with an unknown mark", () => {
    expect(blocks.filter(({ mark }) => !FILE.test(mark) && mark !== "console run")).toEqual([]);
    expect(blocks.some(({ mark }) => mark === "console run")).toBe(true);
  });

  it.each(blocks.filter(({ mark }) => mark === "console run").map((block) => [`line ${block.line}`, block.text]))(
    "shows the output of the commands in %s",
    async (_, text) => {
      const [, command = "", printed] = /^\$ npx climax-gen (.*)\n([^]*)$/.exec(text) ?? [];
      expect((await climaxGen(wordsOf(command), { cwd: folder })).stdout).toBe(printed);
    },
  );

  it("lists the parameters of a search with their defaults", () => {
    const section = page.split("\n## Discovery\n")[1]?.split("\n## ")[0] ?? "";
    const rows = Array.from(section.matchAll(/^\| `(\w+)` +\| ([^|]*?) +\|/gm), ([, name, value]) => [name, value] as const);
    expect(rows.map(([name]) => name)).toEqual(SEARCH_ARGS.map(({ name }) => name));
    const numbers = SEARCH_ARGS.filter((arg) => arg.default !== undefined).map((arg) => [arg.name, JSON.stringify(arg.default)]);
    expect(rows.filter(([, value = ""]) => /^\d+$/.test(value))).toEqual(numbers);
  });

  it("states the limits of a query and of the overview", () => {
    expect(page).toContain(`more than ${MAX_SEARCH_TEXT} characters`);
    expect(page).toContain(`first ${MAX_QUERY_WORDS} words`);
    expect(page).toContain(`at most ${MAX_OVERVIEW} characters`);
  });

  it("has a row for every key of a query", () => {
    const keys = Array.from(page.matchAll(/^\| `(\w+)` +\| (?:text|list)/gm), ([, key = ""]) => key);
    expect(keys.toSorted()).toEqual(Object.keys(querySchema.shape).toSorted());
  });

  it("shows the current weights", () => {
    const shown = Array.from(page.matchAll(/^\| [^|]+ \| +(\d\.\d+) \|/gm), ([, weight]) => Number(weight));
    expect(new Set(shown)).toEqual(new Set(FIELDS.map(({ weight }) => weight)));
  });
});
