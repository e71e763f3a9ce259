/**
 * Creates V8 code caches, with which a server starts without compiling. A cache is valid only for the same version of V8 with the same
 * flags; otherwise, V8 compiles the code.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import type { CompileInput } from "@climax-gen/runtime/internal/tool-index/compiled/compile";
import type { Cli, Program } from "@climax-gen/runtime/internal/tool/tool";
import { compileIndex } from "@climax-gen/runtime/internal/tool-index/compiled/compile";

/** Exports of the bundled server. */
interface ServerCode {
  readonly warmUp: (folder: string, tool: string) => Promise<void>;
}

/** Reports whether this Node.js accepts the cache for the code. */
export function acceptsCodeCache(code: string, cachedData: Buffer): boolean {
  return new Script(code, { cachedData }).cachedDataRejected === false;
}

/**
 * Runs the code of `file`, whose text is `code`, calls `use` with its exports, and returns the code cache of both. The code is a CommonJS
 * module, wrapped in a function as by `require`. The bytes of the cache differ between runs.
 */
export async function makeCodeCache(file: string, code: string, use: (exports: unknown) => Promise<unknown>): Promise<Buffer> {
  const script = new Script(code, { filename: file });
  const loaded: { exports: unknown } = { exports: {} };
  (script.runInThisContext() as ModuleFunction)(loaded.exports, Module.createRequire(file), loaded, file, dirname(file));
  await use(loaded.exports);
  return script.createCachedData();
}

/** Creates the cache of the bundled server, which runs until it has sent a response to a client. */
export async function makeServerCache(file: string, code: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "climax-gen-"));
  try {
    for (const [name, content] of compileIndex(SAMPLE)) writeFileSync(join(folder, name), content);
    return await makeCodeCache(file, code, (exports) => (exports as ServerCode).warmUp(folder, SAMPLE_TOOL));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type ModuleFunction = (exports: unknown, require: NodeJS.Require, module: object, file: string, folder: string) => void;

const SAMPLE_TOOL = "show_version";

const PROGRAM: Program = { command: [process.execPath], global_args: [] };
const CLI: Cli = { name: "node", description: "Node.js", tool_count: 1, program: PROGRAM };

/** A server with one tool that runs on every machine. */
const SAMPLE: CompileInput = {
  name: "sample",
  version: "0",
  classic: false,
  clis: [
    {
      cli: CLI,
      tools: [
        {
          name: SAMPLE_TOOL,
          description: "Show the version",
          args: [],
          cli: CLI,
          handler: { kind: "command", program: PROGRAM, command: ["--version"] },
        },
      ],
    },
  ],
};
