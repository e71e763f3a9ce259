/**
 * What V8 makes of code, kept beside it so that a start need not compile. Only the same V8 with the same flags takes it;
 * another one compiles as if it were not there.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import type { Cli, CompileInput, Program } from "@climax-gen/runtime/compiler";
import { compileIndex } from "@climax-gen/runtime/compiler";

/** What the bundled server exports for this. */
interface ServerCode {
  readonly warmUp: (folder: string, tool: string) => Promise<void>;
}

/** Whether this Node.js takes the cache for the code. */
export function acceptsCodeCache(code: string, cachedData: Buffer): boolean {
  return new Script(code, { cachedData }).cachedDataRejected === false;
}

/**
 * Runs the code of `file`, whose text is `code`, then `use` with what it exports, and returns what was compiled for both. The code is a
 * CommonJS module in the function that `require` would put around it. Two runs do not give the same bytes.
 */
export async function makeCodeCache(file: string, code: string, use: (exports: unknown) => Promise<unknown>): Promise<Buffer> {
  const script = new Script(code, { filename: file });
  const loaded: { exports: unknown } = { exports: {} };
  (script.runInThisContext() as ModuleFunction)(loaded.exports, Module.createRequire(file), loaded, file, dirname(file));
  await use(loaded.exports);
  return script.createCachedData();
}

/** The cache of the bundled server: used until it has answered a client. */
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

/** A server of one tool, which runs on every machine that runs this. */
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
