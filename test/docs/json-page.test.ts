/** Checks docs/json.md: runs its example, and each command of its table, whose keys it compares. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSandbox } from "../../generator/host/run-program.ts";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("json.md");
const folder = temporaryFolder({
  "a.yaml": "name: a\ncommand: echo\ntools:\n  - { name: say_hello, description: Say hello, command: hello, risk: read }\n",
  "b.yaml": "name: b\ncommand: echo\ntools: [{ name: say, description: Say hello, examples: [{ args: {} }] }]\n",
  "golden.yaml": "kind: queries\nqueries:\n  - { query: hello, tool: say_hello }\n",
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (...args: readonly string[]): Promise<string> => (await climaxGen(args, { cwd: folder })).stdout;

/** Rows of the table: the command, and the keys in code. Keys after a semicolon are not part of the value. */
const rows = new Map(
  Array.from(page.matchAll(/^\| (`[^|]*?) +\| (.*?) +\|$/gm), ([, command = "", value = ""]) => {
    const [keys = ""] = value.replace(/^.*: (?=`)/, "").split(";");
    return [command.replaceAll("`", ""), Array.from(keys.matchAll(/`(\w+)`/g), ([, key]) => key)] as const;
  }),
);

beforeAll(async () => {
  expect(await climaxGen(["a.yaml", "-o", "out"], { cwd: folder })).toMatchObject({ status: 0 });
});

const hasSandbox = (await findSandbox()) !== undefined;

describe("docs/json.md", () => {
  it("shows the output of its example", async () => {
    const [, line = "", printed = ""] =
      /^\$ climax-gen (.*)\n([^]*)$/.exec(readBlocks(page).find(({ mark }) => mark === "console run")?.text ?? "") ?? [];
    expect(await run(...line.split(" "))).toBe(printed);
  });

  it.each<[command: string, args: readonly string[]]>([
    ["climax-gen", ["a.yaml", "-o", "out"]],
    ["climax-gen with --check", ["a.yaml", "-o", "out", "--check"]],
    ["validate", ["validate", "a.yaml"]],
    ["list", ["list", "a.yaml"]],
    ["search", ["search", "a.yaml", "hello"]],
    ["search with --explain", ["search", "a.yaml", "hello", "--explain"]],
    ["search with --golden", ["search", "a.yaml", "--golden", "golden.yaml"]],
    ["explain, call with --dry-run", ["call", "a.yaml", "say_hello", "--dry-run"]],
    ["call", ["call", "a.yaml", "say_hello"]],
    ["diff", ["diff", "a.yaml", "a.yaml"]],
    ["package", ["package", "out", "--format", "npm"]],
    ["verify", ["verify", "--no-sandbox", "a.yaml"]],
    ...(!hasSandbox ? [] : [["try", ["try", "b.yaml", "--project", "."]] as [string, readonly string[]]]),
  ])("lists the keys of %s", async (command, args) => {
    const value = JSON.parse(await run(...args, "--json")) as object | readonly object[];
    const optional = new Set(["argv", "phrase", "results", "surroundings", ...(command === "search with --explain" ? ["command"] : [])]);
    const keys = Object.keys(Array.isArray(value) ? (value[0] as object) : value).filter((key) => !optional.has(key));
    expect(rows.get(command)).toEqual(keys);
  });

  it("has a row for each command with --json", async () => {
    const help = await run("--help");
    const names = Array.from(
      help
        .split("\nCommands:\n")[1]
        ?.split("\n\n")[0]
        ?.matchAll(/^ {2}(\w+)/gm) ?? [],
      ([, name = ""]) => name,
    );
    const helps = await Promise.all(names.map(async (name) => [name, await run(name, "--help")] as const));
    const listed = new Set([...rows.keys()].flatMap((row) => row.split(", ").map((one) => one.split(" ", 1)[0])));
    expect(new Set(["climax-gen", ...helps.flatMap(([name, text]) => (/^ {2}--json /m.test(text) ? [name] : []))])).toEqual(listed);
  });

  it("describes every error of the inputs and of a project in the same form", async () => {
    for (const args of [
      ["missing", "-o", "new"],
      ["validate", "missing"],
      ["list", "missing"],
      ["search", "missing", "q"],
      ["explain", "missing", "t"],
      ["call", "missing", "t"],
      ["diff", "missing", "a.yaml"],
      ["verify", "missing"],
      ["try", "missing", "--project", "."],
      ["package", "missing", "--format", "npm"],
    ]) {
      const { status, stdout, stderr } = await climaxGen([...args, "--json"], { cwd: folder });
      expect({ status, stderr }, args.join(" ")).toEqual({ status: 1, stderr: "" });
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, diagnostics: [{ code: "file-not-found", path: "missing" }] });
    }
  });
});
