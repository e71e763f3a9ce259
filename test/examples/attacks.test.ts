/**
 * Calls of the examples' tools that try to read or change more than the tool's description allows. The inputs are harmless: they name
 * files of a temporary directory, and programs that only create a file.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { validateArguments } from "../../runtime/arguments/arguments.ts";
import { findLimitProblems } from "../../runtime/arguments/value-limits.ts";
import { commandOf } from "../fixtures/tools.ts";
import { EXAMPLE_ENV, prepareFiles, runIn } from "./example-files.ts";
import { createExampleRunner, exampleTool, findMissingProgram } from "./example-tools.ts";

const runner = createExampleRunner();
const ownDirectory = process.cwd();
const folders: string[] = [];
afterEach(() => process.chdir(ownDirectory));
afterAll(async () => {
  await runner.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Returns the names of the arguments whose values are rejected. */
async function rejected(name: string, given: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const { args } = exampleTool(name);
  const { values, problems } = validateArguments(args, given);
  return [...problems, ...(await findLimitProblems(args, values))].map(({ arg }) => arg);
}

/** Returns the calls that are not rejected because of one argument, or with `undefined`, the calls that are rejected. */
async function unexpected(
  name: string,
  arg: string | undefined,
  calls: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly unknown[]> {
  const found = await Promise.all(calls.map(async (given) => ({ name, given, rejected: await rejected(name, given) })));
  return found.filter((call) => call.rejected.join() !== (arg ?? ""));
}

/** Changes to a copy of the files of a config. */
function enter(prepare: () => string): string {
  const folder = prepare();
  folders.push(folder);
  process.chdir(folder);
  return folder;
}

const call = async (name: string, given: Readonly<Record<string, unknown>>, env: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await runner.run(name, given, { ...EXAMPLE_ENV, ...env })).text;

/** Adds a test that runs the program of a tool. It is skipped if the program is not installed. */
function itRuns(tool: string, title: string, test: () => Promise<void>): void {
  const missing = findMissingProgram(tool);
  if (missing === undefined) it(title, test);
  else it.skip(`${title} (${missing} is not installed)`);
}

describe("sqlite3", () => {
  const REJECTED = [
    ".tables",
    "\n.tables",
    "SELECT 1; .tables",
    "SELECT 1; SELECT 2",
    "SELECT readfile('lines.txt')",
    "SELECT readfile ('lines.txt')",
    "SELECT ReadFile/**/('lines.txt')",
    "SELECT -- '\nreadfile('lines.txt') -- '",
    "SELECT \"readfile\"('lines.txt')",
    "SELECT [readfile]('lines.txt')",
    "SELECT 1, (readfile('lines.txt'))",
    "SELECT name FROM fsdx('.')",
    "SELECT name FROM FSDX WHERE path = '.'",
    "SELECT name FROM main.fsdx WHERE path = '.'",
    "SELECT name FROM\nfsdx WHERE path = '.'",
    "SELECT name FROM 'a',fsdx WHERE path = '.'",
    "SELECT name FROM \"fsdx\" WHERE path = '.'",
    "SELECT name FROM `fsdx`",
    "WITH a AS (SELECT * FROM fsdx WHERE path = '.') SELECT * FROM a",
    "SELECT 'a' 'b', writefile('new.txt', 'x')",
    "SELECT edit('x')",
    "SELECT load_extension('x')",
    "SELECT * FROM zipfile('x')",
    "VACUUM INTO 'copy.db'",
    "ATTACH 'other.db' AS other",
    "PRAGMA writable_schema = 1",
    "EXPLAIN SELECT 1",
    "INSERT INTO product VALUES ('a', 1)",
  ];

  const toCalls = (statements: readonly string[]) => statements.map((sql) => ({ database: "shop.db", sql }));

  it("rejects SQL that could read or write other files", async () => {
    const changes = [
      ...REJECTED.slice(0, -1),
      "DELETE FROM product; .tables",
      "DELETE FROM product; SELECT readfile('lines.txt')",
      "UPDATE product SET name = readfile('lines.txt')",
      "CREATE TABLE a AS SELECT * FROM fsdx WHERE path = '.'",
      "CREATE VIRTUAL TABLE a USING fsdx",
      "CREATE TEMP TRIGGER a AFTER INSERT ON product BEGIN SELECT 1; END",
    ];
    expect(await unexpected("sqlite_query", "sql", toCalls(REJECTED))).toEqual([]);
    expect(await unexpected("sqlite_execute", "sql", toCalls(changes))).toEqual([]);
  });

  it("accepts statements with names, strings, joins and common functions", async () => {
    const queries = [
      "SELECT name, price FROM product ORDER BY price DESC LIMIT 1;",
      "select p.name, count(*) as n from product p join sale s on (p.id = s.product) where s.day >= date('now', '-7 days') group by p.name",
      "WITH a AS (SELECT max(price) AS m FROM product) SELECT * FROM product, a WHERE price = a.m AND name <> 'it''s; .tables (x)'",
      "SELECT name, rank() OVER (PARTITION BY kind ORDER BY price) FROM product WHERE kind IN ('a', 'b') AND fs IS NOT NULL",
      "VALUES (1, -2), (3 - 1, 4 / 2)",
      "SELECT data ->> '$.a', first, fsync FROM t",
    ];
    expect(await unexpected("sqlite_query", undefined, toCalls(queries))).toEqual([]);
    const changes = [
      "UPDATE product SET price = price + 1 WHERE name = 'pen';",
      "INSERT INTO product (name, price) VALUES ('a;b', 1); DELETE FROM product WHERE price > 5",
      "CREATE TABLE sale (id INTEGER PRIMARY KEY, product TEXT NOT NULL REFERENCES product (name), price DECIMAL(10, 2) CHECK (price > 0))",
      "CREATE UNIQUE INDEX IF NOT EXISTS names ON product (name, price); DROP TABLE old; ALTER TABLE sale RENAME TO sales",
      "INSERT OR REPLACE INTO product SELECT name, max(price) FROM old GROUP BY name",
      "CREATE VIEW cheap AS SELECT name FROM product WHERE price < 3",
    ];
    expect(await unexpected("sqlite_execute", undefined, toCalls(changes))).toEqual([]);
  });

  it("takes no address as a database", async () => {
    expect(await rejected("sqlite_query", { database: "file:/srv/other.db", sql: "SELECT 1" })).toEqual(["database"]);
  });
});

describe("git", () => {
  it("rejects paths with another meaning than a path", async () => {
    const words = [":/", ":(top)a", ":!a", ":^a"];
    const lists = words.map((path) => ({ paths: ["a", path] }));
    for (const name of ["status", "log", "diff", "show", "ls_files", "add", "unstage", "discard"]) {
      expect(await unexpected(`git_${name}`, "paths", lists)).toEqual([]);
    }
    const files = words.map((file) => ({ file }));
    expect(await unexpected("git_blame", "file", files)).toEqual([]);
    const searches = lists.map((given) => ({ ...given, pattern: "a" }));
    expect(await unexpected("git_grep", "paths", searches)).toEqual([]);
    const commits = lists.map((given) => ({ ...given, message: "m" }));
    expect(await unexpected("git_commit", "paths", commits)).toEqual([]);
    expect(await rejected("git_add", { paths: ["./:a", "*.ts", "a:b", "."] })).toEqual([]);
  });

  itRuns("git_show", "uses no configuration that the files of a clone contain", async () => {
    const folder = enter(prepareLookalike);
    const directory = join(folder, "inner");
    for (const name of ["git_show", "git_log", "git_status"]) expect(await call(name, { directory })).toMatch(/cannot use bare repository/);
    await call("git_diff", { directory });
    await call("git_blame", { directory, file: "f" });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  itRuns("git_show", "starts no text converter, external diff or program for signatures of the repository", async () => {
    const folder = enter(() => prepareFiles("git"));
    configureRepository(folder);
    for (const name of ["git_show", "git_diff", "git_log", "git_stash_list"]) await call(name, {});
    await call("git_log", { stat: true });
    await call("git_blame", { file: "src/main.ts" });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });
});

/** Creates a repository with a directory that looks like a bare repository, whose configuration names a program. */
function prepareLookalike(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-example-")));
  const inner = join(folder, "inner");
  mkdirSync(inner);
  runIn(folder)("git", "init", "--quiet");
  const git = (...args: string[]): void => runIn(inner)("git", "--git-dir=.", "--work-tree=.", ...args);
  runIn(inner)("git", "init", "--quiet", "--bare", ".");
  writeFileSync(join(inner, "f"), "text\n");
  git("add", "f");
  git("commit", "--quiet", "-m", "f");
  git("config", "core.bare", "false");
  git("config", "core.worktree", inner);
  configure(inner, folder, git);
  return folder;
}

function configureRepository(folder: string): void {
  configure(join(folder, ".git"), folder, (...args) => runIn(folder)("git", ...args));
}

/** Names a program that creates the file `ran`, everywhere where a configuration can name one that reading starts. */
function configure(repository: string, folder: string, git: (...args: string[]) => void): void {
  const program = join(folder, "program");
  writeFileSync(program, `#!/bin/sh\ntouch '${join(folder, "ran")}'\ncat "$1"\n`);
  chmodSync(program, 0o755);
  mkdirSync(join(repository, "info"), { recursive: true });
  writeFileSync(join(repository, "info/attributes"), "* diff=own\n");
  for (const key of ["diff.own.textconv", "diff.own.command", "diff.external", "core.fsmonitor", "core.pager", "gpg.program"]) {
    git("config", key, program);
  }
  git("config", "log.showSignature", "true");
  git("config", "format.pretty", "%G?");
  rmSync(join(folder, "ran"), { force: true });
}

describe("kubectl", () => {
  itRuns("kubectl_kustomize", "fetches no kustomization from an address", async () => {
    enter(() => prepareFiles("kubectl"));
    for (const directory of ["github.com/owner/repository", "git@127.0.0.1:x/y", "git::http://127.0.0.1:1/r.git//x"]) {
      expect(await call("kubectl_kustomize", { directory })).toMatch(
        /(?:no such file or directory|not a (?:valid )?directory|'\.\/|not found)/i,
      );
    }
  });

  it("writes every directory as a path", async () => {
    expect(await rejected("kubectl_kustomize", { directory: "/srv/deploy" })).toEqual(["directory"]);
  });
});

describe("find", () => {
  it("takes no operator as a directory", async () => {
    const words = ["!", "(", ")", ","];
    expect(
      await unexpected(
        "find_files",
        "paths",
        words.map((word) => ({ paths: [word] })),
      ),
    ).toEqual([]);
    expect(
      await unexpected(
        "find_in_files",
        "paths",
        words.map((word) => ({ paths: [word], pattern: "a" })),
      ),
    ).toEqual([]);
    expect(
      await unexpected(
        "find_delete",
        "root",
        words.map((root) => ({ root })),
      ),
    ).toEqual([]);
    expect(await rejected("find_files", { paths: [".", "./!", "/srv/a (b)", "a"] })).toEqual([]);
  });
});

describe("variables of the server that change a program", () => {
  itRuns("tar_list", "do not change tar", async () => {
    enter(() => prepareFiles("tar"));
    expect(await call("tar_list", { archive: "backup.tar.gz" }, { TAR_OPTIONS: "--exclude=*.md" })).toMatch(/project\/README\.md/);
  });

  itRuns("ls_list", "do not change ls", async () => {
    const folder = enter(() => prepareFiles("ls"));
    cpSync(join(folder, "lines.txt"), join(folder, "a b.txt"));
    const env = { QUOTING_STYLE: "c", BLOCK_SIZE: "1M", LS_BLOCK_SIZE: "1M", BLOCKSIZE: "1M" };
    expect(await call("ls_list", {}, env)).toMatch(/ 17 \S+ \S+ a b\.txt$/m);
  });

  itRuns("sox_info", "do not change SoX", async () => {
    enter(() => prepareFiles("sox"));
    expect(await call("sox_stats", { input: "tone.wav" }, { SOX_OPTS: "--no-such-option" })).toMatch(/Pk lev dB/);
  });

  itRuns("jq_text", "do not change jq", async () => {
    const folder = enter(() => prepareFiles("jq"));
    writeFileSync(join(folder, ".jq"), "def length: 99;\n");
    expect(await call("jq_text", { filter: "length", json: "[1]" }, { HOME: folder })).toMatch(/^1$/m);
  });

  it("do not choose the program of kubectl_diff", () => {
    expect(commandOf(exampleTool("kubectl_diff")).program.env).toMatchObject({ KUBECTL_EXTERNAL_DIFF: "", KUBERC: "off" });
  });
});
