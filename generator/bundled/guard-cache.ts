/** Creates the V8 code cache of the bundled guard: the code that V8 compiles while the guard reads and runs command lines of samples. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompileInput } from "@climax-gen/runtime/internal/tool-index/compiled/compile";
import type { Cli, Program, Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { compileIndex } from "@climax-gen/runtime/internal/tool-index/compiled/compile";
import { makeCodeCache } from "./code-cache.ts";

/** Exports of the bundled guard. */
interface GuardCode {
  readonly runGuard: (run: object) => Promise<number>;
}

/** Creates the cache of the bundled guard, which runs the command lines of `LINES`. Rejects if the guard refuses one of them. */
export async function makeGuardCache(file: string, code: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "climax-gen-"));
  try {
    for (const [name, content] of compileIndex(SAMPLE)) writeFileSync(join(folder, name), content);
    const run = { folder, bin: folder, settings: { observe: false }, program: "true" };
    return await makeCodeCache(file, code, async (exports) => {
      for (const words of LINES) {
        const status = await (exports as GuardCode).runGuard({ ...run, words });
        if (status !== 0) throw new Error(`the guard ends with status ${status} for: true ${words.join(" ")}`);
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

/** A program that ignores its words, and prints nothing. The constant words and the variables are those of a usual config. */
const PROGRAM: Program = { command: ["true", "-c", "color=never"], env: { LC_ALL: "C" }, global_args: [] };
const CLI: Cli = { name: "true", description: "true", tool_count: 3, program: PROGRAM };

/** Creates a tool of a subcommand. */
function toSample(name: string, command: readonly string[], args: readonly ToolArg[]): Tool {
  return {
    name,
    description: name,
    risk: "read",
    args,
    cli: CLI,
    handler: { kind: "command", program: PROGRAM, command },
  };
}

const toArg = (name: string, rest: Omit<ToolArg, "name" | "description">): ToolArg => ({ name, description: name, ...rest });

const DIRECTORY = toArg("directory", { type: "string", spellings: ["-C"], cwd: true });
const ALL = toArg("all", { type: "boolean", flag: "--all", spellings: ["-a"] });
const FORM = toArg("form", { type: "string", flag: "--form=", enum: ["long", "short"], default: "long", spellings: ["-u"] });
const COUNT = toArg("count", { type: "integer", flag: "--max-count", spellings: ["-n"] });
const AUTHORS = toArg("authors", { type: "string", flag: "--author=", repeat: true });
const REVISION = toArg("revision", { type: "string", positional: true });
const PATHS = toArg("paths", { type: "string", positional: true, repeat: true });

/** The forms of arguments that most tools have. */
const SAMPLE: CompileInput = {
  name: "sample",
  version: "0",
  classic: true,
  clis: [
    {
      cli: CLI,
      tools: [
        toSample("true_status", ["status", "--short"], [DIRECTORY, ALL, FORM, PATHS]),
        toSample("true_log", ["log"], [DIRECTORY, ALL, FORM, COUNT, AUTHORS, REVISION, PATHS]),
        toSample("true_log_last", ["log", "--last"], [DIRECTORY]),
      ],
    },
  ],
  policies: [{ default: "enabled", tools: { true_log: { args: { count: { max: 1000 } } } } }],
};

/** Command lines that the guard runs. */
const LINES: readonly (readonly string[])[] = [
  ["status"],
  ["-C", "/", "status", "-a", "name"],
  ["log", "--all", "--form=short", "-n", "3", "--author=a", "--author=b", "main", "--", "name"],
  ["log", "-n", "3"],
];
