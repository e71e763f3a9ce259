/** Creates the V8 code cache of the bundled guard: the code that V8 compiles while the guard reads and runs command lines of samples. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompileInput } from "@climax-gen/runtime/internal/tool-index/compiled/compile";
import type { Cli, Program, Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { compileIndex } from "@climax-gen/runtime/internal/tool-index/compiled/compile";
import { isExecutable } from "@climax-gen/runtime/internal/executor/file-kind";
import { makeCodeCache } from "./code-cache.ts";

/** Exports of the bundled guard. */
interface GuardCode {
  readonly runGuard: (run: object) => Promise<number>;
}

/**
 * Creates the cache of the bundled guard, which runs the command lines of `LINES`. Rejects if the guard refuses one of them. If no program
 * can run in the directory of temporary files, the cache has less code.
 */
export async function makeGuardCache(file: string, code: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "climax-gen-"));
  try {
    const program = join(folder, NAME);
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    for (const [name, content] of compileIndex(toSample(program))) writeFileSync(join(folder, name), content);
    const run = { folder, bin: join(folder, "bin"), settings: { observe: false }, program: NAME };
    // False also if the file system of the directory forbids programs.
    const lines = isExecutable(program) ? LINES : [];
    return await makeCodeCache(file, code, async (exports) => {
      for (const words of lines) {
        const status = await (exports as GuardCode).runGuard({ ...run, words });
        if (status !== 0) throw new Error(`the guard ends with status ${status} for: ${NAME} ${words.join(" ")}`);
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Exports of the bundled patterns. */
interface PatternsCode {
  readonly RE2JS: { readonly compile: (source: string) => { readonly testExact: (text: string) => boolean } };
}

/** The usual parts of patterns: classes, groups, alternatives, repetitions, and ends. */
const PATTERNS = ["[\\w.-]+", "(?:a|bc)*[^x-z]{1,40}\\p{L}?", "^[A-Za-z0-9][A-Za-z0-9_./-]*$", "[^\\x00-\\x1f]+"];

/** Creates the cache of the bundled patterns. `code` is wrapped as by `require`. */
export async function makePatternsCache(file: string, code: string): Promise<Buffer> {
  return await makeCodeCache(file, code, async (exports) => {
    for (const source of PATTERNS) (exports as PatternsCode).RE2JS.compile(source).testExact("abc-1.2");
  });
}

/** A program with a measured grammar of words. The one that stands for it ignores its words, and prints nothing. */
const NAME = "git";

const toArg = (name: string, rest: Omit<ToolArg, "name" | "description">): ToolArg => ({ name, description: name, ...rest });

const DIRECTORY = toArg("directory", { type: "string", spellings: ["-C"], cwd: true });
const ALL = toArg("all", { type: "boolean", flag: "--all", spellings: ["-a"] });
const FORM = toArg("form", { type: "string", flag: "--form=", enum: ["long", "short"], default: "long", spellings: ["-u"] });
const COUNT = toArg("count", { type: "integer", flag: "-n", spellings: ["--max-count"], default: 10, min: 0, limits: { maximum: 200 } });
const AUTHORS = toArg("authors", { type: "string", flag: "--author=", repeat: true, limits: { maxLength: 500 } });
const LAYOUT = toArg("layout", {
  type: "string",
  default: "medium",
  enum: ["short", "medium", "graph"],
  enum_words: { short: ["--oneline"], medium: ["--pretty=medium"], graph: ["--graph", "--oneline"] },
});
const MERGES = toArg("merges", { type: "boolean", enum_words: { true: ["--merges"], false: ["--no-merges"] } });
const TEXT = toArg("text", { type: "string", value: ["-S", "{}"], pattern: "(?s)[^-].*", limits: { maxLength: 500 } });
const REVISION = toArg("revision", { type: "string", flag: "--end-of-options", limits: { maxLength: 200 } });
const BRANCH = toArg("branch", { type: "string", positional: true, requires: ["all"] });
const PATHS = toArg("paths", { type: "string", positional: true, repeat: true, pattern: "[^:].*" });

/** Returns tools with the forms of arguments that most tools have. The constant words and the variables are those of a usual config. */
function toSample(path: string): CompileInput {
  const program: Program = { command: [path, "-c", "color.ui=false"], env: { LC_ALL: "C" }, global_args: [] };
  const cli: Cli = { name: NAME, description: NAME, tool_count: 3, program };
  const toTool = (name: string, command: readonly string[], args: readonly ToolArg[]): Tool => ({
    name,
    description: name,
    risk: "read",
    args,
    cli,
    at_most_one: [["all", "text"]],
    handler: { kind: "command", program, command },
  });
  const tools = [
    toTool("git_status", ["status", "--short"], [DIRECTORY, ALL, FORM, TEXT, PATHS]),
    toTool("git_log", ["log", "--no-ext-diff"], [DIRECTORY, COUNT, LAYOUT, MERGES, TEXT, ALL, AUTHORS, REVISION, PATHS]),
    toTool("git_branch", ["branch", "--list"], [DIRECTORY, ALL, TEXT, BRANCH]),
  ];
  const args = { count: { max: 100 }, authors: { max_length: 400 }, paths: { within: "." } };
  return {
    name: "sample",
    version: "0",
    classic: true,
    clis: [{ cli, tools }],
    policies: [{ default: "enabled", env: { inherit: ["PATH", "HOME"] }, tools: { git_log: { args }, git_status: {} } }],
  };
}

/** Command lines that the guard runs. */
const LINES: readonly (readonly string[])[] = [
  ["status"],
  ["-C", "/", "status", "-a", "name"],
  ["status", "--form=short", "--", "name"],
  ["log", "--oneline", "-3"],
  ["log", "--merges", "-S", "text", "-n", "3", "--author=a", "--author=b", "main", "--", "name"],
  ["log", "main", "-5"],
  ["branch", "--list", "-a", "main"],
];
