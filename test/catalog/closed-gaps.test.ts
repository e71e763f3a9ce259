/**
 * Tests the lines of the catalog that close gaps which were found by attacks. Each row has a call that the line stops, or a word or a variable
 * that it adds. With the line replaced, the row must fail, so that no row holds for another reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkInputs, checkPolicyFiles } from "../../generator/check-inputs.ts";
import type { CheckedFile } from "../../generator/check/files/checked-file.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import { listTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { prepareCall } from "../../runtime/call/prepare-call.ts";
import { argvOf, displayedFolder } from "../../runtime/command-line/command-line.ts";
import { variablesOf } from "../../runtime/command-line/surroundings.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { findEscape } from "../../runtime/policy/within.ts";
import { plainExecution } from "../fixtures/plain-execution.ts";
import { ROOT } from "../imports.ts";

interface Gap {
  readonly title: string;
  readonly program: string;
  /** The text of the config or the policy that closes the gap, and a text without it. */
  readonly line: readonly [guard: string, without: string];
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** A word of the command line, or a variable as `NAME=value`, that the call must have. Absent if the call must be refused. */
  readonly has?: string;
  /** The config closes the gap: the call has no policy. */
  readonly isUnrestricted?: true;
}

const GAPS: readonly Gap[] = [
  {
    title: "duckdb loads no extension for the file of another database",
    program: "duckdb",
    line: ["(TYPE duckdb, READ_ONLY)", "(READ_ONLY)"],
    tool: "duckdb_query",
    args: { database: "people.sqlite", sql: "SELECT 1" },
    has: "ATTACH 'people.sqlite' AS db (TYPE duckdb, READ_ONLY); USE db; SET enable_external_access=false; SET lock_configuration=true",
  },
  {
    title: "duckdb closes files and network before the statement",
    program: "duckdb",
    line: ["USE db; SET enable_external_access=false;", "USE db;"],
    tool: "duckdb_query",
    args: { database: "a.duckdb", sql: "SELECT 1" },
    has: "ATTACH 'a.duckdb' AS db (TYPE duckdb, READ_ONLY); USE db; SET enable_external_access=false; SET lock_configuration=true",
  },
  {
    title: "helm lint fetches no $ref of a schema",
    program: "helm",
    line: [
      "helm_lint: { args: { chart: *chart, values: *files, skip_schema: *skip } }",
      "helm_lint: { args: { chart: *chart, values: *files } }",
    ],
    tool: "helm_lint",
    args: { chart: "./shop" },
  },
  {
    title: "helm template fetches no $ref of a schema",
    program: "helm",
    line: [
      "helm_template: { args: { chart: *chart, values: *files, skip_schema: *skip } }",
      "helm_template: { args: { chart: *chart, values: *files } }",
    ],
    tool: "helm_template",
    args: { release: "shop", chart: "./shop" },
  },
  {
    title: "npm query asks no registry",
    program: "npm",
    line: [", selector: { deny_pattern: '(?i)outdated|vuln|\\\\' }", ""],
    tool: "npm_query",
    args: { selector: "*:OUTDATED(any)" },
  },
  {
    title: "npm query has no escapes that hide a selector",
    program: "npm",
    line: ["|\\\\' }", "' }"],
    tool: "npm_query",
    args: { selector: ":out\\64 ated" },
  },
  {
    title: "npm fund asks no registry",
    program: "npm",
    line: [", package: { forbid: true } } }", " } }"],
    tool: "npm_fund",
    args: { package: "demo" },
  },
  {
    title: "pnpm starts no other pnpm that package.json names",
    program: "pnpm",
    line: ["PNPM_CONFIG_PM_ON_FAIL: ignore", "PNPM_CONFIG_OTHER: ignore"],
    tool: "pnpm_list",
    args: {},
    has: "PNPM_CONFIG_PM_ON_FAIL=ignore",
  },
  {
    title: "pnpm installs no packages to list others",
    program: "pnpm",
    line: ["PNPM_CONFIG_OFFLINE:", "PNPM_CONFIG_OTHER:"],
    tool: "pnpm_licenses_list",
    args: {},
    has: "PNPM_CONFIG_OFFLINE=true",
  },
  {
    title: "pnpm starts no git for a filter",
    program: "pnpm",
    line: ["pattern: '[^\\[]+' #", "pattern: '.+' #"],
    tool: "pnpm_list",
    args: { filter: ["[main]"] },
  },
  {
    title: "uv writes no cache that a project names",
    program: "uv",
    line: ['UV_NO_CACHE: "1"', 'UV_OTHER: "1"'],
    tool: "uv_tree",
    args: {},
    has: "UV_NO_CACHE=1",
  },
  {
    title: "uv starts no program that .python-version names",
    program: "uv",
    line: ['        default: "3"\n', ""],
    tool: "uv_python_find",
    args: {},
    has: "3",
  },
  {
    title: "7z opens no further parts of an archive by their numbers",
    program: "7z",
    line: ["{ within: ., deny_pattern: '\\.\\d+$' }", "{ within: . }"],
    tool: "7z_list",
    args: { archive: "a.7z.001" },
  },
  {
    title: "lists of sha256sum name no absolute path",
    program: "coreutils",
    line: [String.raw`[^/\\\n\x00][^\\\n\x00]*(\n|$))*`, String.raw`[^\\\n\x00]+(\n|$))*`],
    tool: "sha256sum_check",
    args: { directory: ROOT, list: `${"0".repeat(64)}  /absolute.txt\n` },
  },
  {
    title: "lists of sha256sum leave the directory by no `..`",
    program: "coreutils",
    line: [String.raw`, deny_pattern: '(?m)[ */]\.\.(/|$)'`, ""],
    tool: "sha256sum_check",
    args: { directory: ROOT, list: `${"0".repeat(64)}  docs/../../other.txt\n` },
  },
  {
    title: "awk includes no file",
    program: "awk",
    line: ["@[^@GYi\\s\\\\]", "@[^@GY]"],
    tool: "awk_run",
    args: { program: '@include "other.awk"', text: "a" },
  },
  {
    title: "awk includes no file behind a continued line",
    program: "awk",
    line: ["@[^@GYi\\s\\\\]", "@[^@GYi\\s]"],
    tool: "awk_run",
    args: { program: '@\\\ninclude "other.awk"', text: "a" },
  },
  {
    title: "awk changes no list of files",
    program: "awk",
    line: ["G[^@GYV]", "G[^@GY]"],
    tool: "awk_run",
    args: { program: "{ print ARGV[1] }", text: "a" },
  },
  {
    title: "awk reaches the list of files by no other name",
    program: "awk",
    line: ["Y[^@GYM]", "Y[^@GY]"],
    tool: "awk_run",
    args: { program: 'BEGIN { print SYMTAB["NR"] }', text: "a" },
  },
  {
    title: "awk opens no connection as a file",
    program: "awk",
    line: ["([^=/]|/[^i=])[^=]*", "[^=]+"],
    tool: "awk_run",
    args: { program: "{ print }", files: ["/inet/none"] },
    isUnrestricted: true,
  },
  {
    title: "helm reads one file for each value of an option",
    program: "helm",
    line: ['"[^:,]+"', '"[^:]+"'],
    tool: "helm_template",
    args: { release: "shop", chart: "./shop", skip_schema: true, values: ["./a.yaml,/b.yaml"] },
  },
  {
    title: "go vet starts no C compiler",
    program: "go",
    line: ["default: 0\n      - use: tags", "default: 1\n      - use: tags"],
    tool: "go_vet",
    args: {},
    has: "CGO_ENABLED=0",
  },
  {
    title: "go vet starts no C compiler for a caller",
    program: "go",
    line: [", cgo: { equals: 0 }", ""],
    tool: "go_vet",
    args: { cgo: 1 },
  },
  {
    title: "redis-cli sends no key to another server of this machine",
    program: "redis-cli",
    line: ["{ one_of: [6379] }", "{ min: 1 }"],
    tool: "redis_get",
    args: { port: 80, kind: "string", key: "a" },
  },
  {
    title: "openssl reads no certificate from an address",
    program: "openssl",
    line: ['&local "[^:]+"', '&local ".+"'],
    tool: "openssl_certificate",
    args: { file: "http://127.0.0.1/cert.pem" },
  },
  {
    title: "openssl computes no checksum of what an option names",
    program: "openssl",
    line: ['"[^:-][^:]*"', '".*"'],
    tool: "openssl_digest",
    args: { files: ["file:notes.txt"] },
  },
  {
    title: "psql calls no functions that the owner of a database has made",
    program: "psql",
    line: ["SET LOCAL search_path = pg_catalog; ", ""],
    tool: "psql_activity",
    args: { what: "version" },
    has: "SET TRANSACTION READ ONLY; SET LOCAL search_path = pg_catalog; SELECT json_build_object('version', version())",
  },
  {
    title: "typst downloads no package for a reading tool",
    program: "typst",
    line: ["    env: *offline\n", ""],
    tool: "typst_eval",
    args: { code: "1" },
    has: "HTTPS_PROXY=http://127.0.0.1:9",
  },
  {
    title: "typst reads one directory of fonts for each value of an option",
    program: "typst",
    line: ['pattern: &fonts "[^:]+"', 'pattern: &fonts ".+"'],
    tool: "typst_fonts",
    args: { fonts: ["./a:/b"] },
  },
  {
    title: "git diff writes no index",
    program: "git",
    line: ["GIT_CONFIG_KEY_2: diff.autoRefreshIndex", "GIT_CONFIG_KEY_2: diff.other"],
    tool: "git_diff",
    args: {},
    has: "GIT_CONFIG_KEY_2=diff.autoRefreshIndex",
  },
  {
    title: "go vet starts no program that an operand names",
    program: "go",
    line: ["'[\\w./@~+][\\w./@~+=-]*'", "'[\\w./@~+=-]*'"],
    tool: "go_vet",
    args: { packages: ["-vettool=/bin/true"] },
  },
  {
    title: "ruff reads no file with options",
    program: "ruff",
    line: ['      pattern: "[^@].*"\n', ""],
    tool: "ruff_check",
    args: { paths: ["@options.txt"] },
    isUnrestricted: true,
  },
  {
    title: "mypy reads no file with options as code",
    program: "mypy",
    line: ["flag: --command=", "flag: --command"],
    tool: "mypy_check_code",
    args: { code: "@options.txt" },
    has: "--command=@options.txt",
  },
  {
    title: "tsc writes no trace that a project names",
    program: "tsc",
    line: ["--composite false --generateTrace null", "--composite false"],
    tool: "tsc_check",
    args: {},
    has: "--generateTrace",
  },
  {
    title: "tsc writes no trace to list files",
    program: "tsc",
    line: ["--listFilesOnly --generateTrace null", "--listFilesOnly"],
    tool: "tsc_list_files",
    args: {},
    has: "--generateTrace",
  },
  {
    title: "cargo creates no build directory that a project names, to list files",
    program: "cargo",
    line: ["CARGO_TARGET_DIR: target", 'CARGO_TERM_QUIET: "false"'],
    tool: "cargo_package_list",
    args: {},
    has: "CARGO_TARGET_DIR=target",
  },
  {
    title: "lsof reads no option as a name",
    program: "lsof",
    line: ['pattern: "[^+-].*"', 'pattern: ".*"'],
    tool: "lsof_file",
    args: { paths: ["+D"] },
  },
];

type Edit = (text: string) => string;

/** The checked configs of entries, which many gaps share. */
const unchanged = new Map<string, Promise<readonly CheckedFile[]>>();

/** Checks the configs of an entry. `edit` changes their texts. */
async function checkConfigs(program: string, edit: Edit): Promise<readonly CheckedFile[]> {
  const folder = join(ROOT, "catalog", program);
  const files = readdirSync(folder).filter((file) => file.endsWith(".yaml") && file !== "queries.yaml");
  const check = async (readFile: (path: string) => InputFile): Promise<readonly CheckedFile[]> =>
    (await checkInputs(files.filter((file) => !file.endsWith("-shared.yaml")).map(readFile))).configs;
  const isChanged = files.some((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return edit(text) !== text;
  });
  if (isChanged) return await check(readerOf(program, edit));
  const known = unchanged.get(program) ?? check(readerOf(program, (text) => text));
  unchanged.set(program, known);
  return await known;
}

/** Returns a function that reads a file of an entry. `edit` changes its text. */
function readerOf(program: string, edit: Edit): (path: string) => InputFile {
  const readFile = (path: string): InputFile => ({
    path,
    bytes: Buffer.from(edit(readFileSync(join(ROOT, "catalog", program, path), "utf8"))),
    readIncluded: readFile,
  });
  return readFile;
}

/** Returns the refusal of a call under the read-only policy, or its words and variables. `edit` changes the texts of the entry. */
async function plan({ program, tool: name, args, isUnrestricted }: Gap, edit: Edit): Promise<string | readonly string[]> {
  const configs = await checkConfigs(program, edit);
  const policyFiles = isUnrestricted ? [] : [readerOf(program, edit)("policies/read-only.yaml")];
  const policies = (await checkPolicyFiles(policyFiles, configs)).policies.map(({ spec }) => spec);
  const tool = listTools(resolveModel(configs, { classic: false, policies }).clis).find((each) => each.name === name);
  if (tool === undefined) throw new Error(`${program} has no enabled tool ${name}`);
  const surroundings = {
    env: {},
    policies: policies.map(toPolicy),
    execution: plainExecution({}),
    directory: ROOT,
    findEscape,
    fileFolder: displayedFolder,
  };
  const prepared = await prepareCall({ tool, given: args }, surroundings);
  if (prepared.kind !== "ready" || prepared.plan.kind !== "command") return prepared.kind;
  const { line, handler } = prepared.plan;
  return [...argvOf(line), ...Object.entries(variablesOf(handler, line, {})).map(([key, value]) => `${key}=${value}`)];
}

const holds = (gap: Gap, outcome: string | readonly string[]): boolean =>
  gap.has === undefined ? typeof outcome === "string" : typeof outcome !== "string" && outcome.includes(gap.has);

it("closes each gap, and no longer without the line that closes it", async () => {
  const failures = await Promise.all(
    GAPS.map(async (gap) => {
      const [guard, without] = gap.line;
      let found = 0;
      const weakened = await plan(gap, (text) => {
        found += text.split(guard).length - 1;
        return text.replaceAll(guard, without);
      });
      const outcome = await plan(gap, (text) => text);
      return [
        ...(holds(gap, outcome) ? [] : [`${gap.title}: open: ${String(outcome)}`]),
        ...(found === 0 ? [`${gap.title}: no file has the line`] : []),
        ...(holds(gap, weakened) ? [`${gap.title}: holds without the line: ${String(weakened)}`] : []),
      ];
    }),
  );
  expect(failures.flat()).toEqual([]);
});

it("has no option of gh that prints variables of the environment or opens a browser", () => {
  const text = readFileSync(join(ROOT, "catalog/gh/gh.yaml"), "utf8");
  expect(text.match(/^\s*-? .*flag: (-q|--jq|-w|--web)\b.*$/gmu)).toBeNull();
});

it("enables no tool of a read-only policy that fetches what a file of the project names", () => {
  const text = readFileSync(join(ROOT, "catalog/kubectl/policies/read-only.yaml"), "utf8");
  expect(text.match(/^\s*kubectl_kustomize:/gmu)).toBeNull();
});
