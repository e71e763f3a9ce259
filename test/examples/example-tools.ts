/** The tools of some programs of the catalog, and calls of them with the programs themselves. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { checkInputs } from "../../generator/check-inputs.ts";
import type { CliFile } from "../../generator/check/files/checked-file.ts";
import { readInputs } from "../../generator/host/inputs.ts";
import { listTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import type { ToolReply } from "../../runtime/call/reply.ts";
import { createLimiter } from "../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../runtime/process/process.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { plainExecution } from "../fixtures/plain-execution.ts";
import { commandOf, replyOf } from "../fixtures/tools.ts";
import { EXAMPLE_ENV } from "./example-files.ts";
import { exampleConfigPaths } from "../fixtures/example-configs.ts";

const { configs } = await checkInputs(readInputs(exampleConfigPaths).files);

export const exampleClis: readonly CliFile[] = configs.filter((file): file is CliFile => file.kind === "cli");

/** The tools of all configs, by name. */
export const exampleTools: ReadonlyMap<string, Tool> = new Map(
  listTools(resolveModel(exampleClis, {}).clis).map((tool) => [tool.name, tool]),
);

/** Returns a tool. Throws if no example has it. */
export function exampleTool(name: string): Tool {
  const tool = exampleTools.get(name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
}

/** Returns the name of a tool's program if it is not installed. */
export function findMissingProgram(name: string): string | undefined {
  const [program = ""] = commandOf(exampleTool(name)).program.command;
  return EXAMPLE_ENV.PATH.split(":").some((folder) => isExecutable(join(folder, program))) ? undefined : program;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // The file does not exist, or cannot be executed.
    return false;
  }
}

interface ExampleRunner {
  /** Calls a tool in the working directory of this process. `env` is the environment of the server. */
  readonly run: (name: string, args: Readonly<Record<string, unknown>>, env?: Readonly<Record<string, string>>) => Promise<ToolReply>;
  readonly stop: () => Promise<void>;
}

export function createExampleRunner(): ExampleRunner {
  const runner = createProcessRunner();
  const limiter = createLimiter();
  return {
    run: (name, args, env = EXAMPLE_ENV) =>
      replyOf(exampleTool(name), args, { env, policies: [], run: runner.run, execution: plainExecution(env), limiter }),
    stop: () => runner.terminateAll(),
  };
}
