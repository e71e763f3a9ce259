/** Checks whether the programs of a server's tools are installed. */
import { nameMissingProgram } from "../executor/missing-programs.ts";
import type { Execution } from "../executor/execution.ts";
import { executionOf } from "../executor/tool-executors.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { Tool, ToolProgram } from "../tool/tool.ts";
import { collectPrograms } from "../tool-index/tool-programs.ts";
import type { CallLog } from "../tool/tool-call.ts";
import type { ReadySetup } from "./setup.ts";

/** Returns the names of the programs that are not installed, sorted, each once. Empty if commands run in containers. */
export function findMissingPrograms({ index, execution }: Pick<ReadySetup, "index" | "execution">, env: Environment): readonly string[] {
  if (execution.tools !== undefined) return findForEachTool(index.listed(), execution, env);
  const nameMissing = (program: ToolProgram): string | undefined => nameMissingProgram(program, execution, env);
  const missing = index.findPrograms((program) => nameMissing(program) !== undefined);
  return [...new Set(missing.flatMap((program) => nameMissing(program) ?? []))].toSorted();
}

/** Searches with the executor of each tool: a program can be missing for one, and in the image of another. */
function findForEachTool(tools: readonly Tool[], execution: Execution, env: Environment): readonly string[] {
  const missing = tools.flatMap((tool) =>
    collectPrograms([tool]).flatMap((program) => nameMissingProgram(program, executionOf(execution, tool.name), env) ?? []),
  );
  return [...new Set(missing)].toSorted();
}

/** Logs a warning for each program that is not installed: calls of its tools fail, and a caller can do nothing about it. */
export function logMissingPrograms({ findMissingPrograms: find, log }: ProgramSearch): void {
  for (const program of find()) log.warn("program not found", { program });
}

/** The search for missing programs of a server, and its log. */
export interface ProgramSearch {
  readonly findMissingPrograms: () => readonly string[];
  readonly log: CallLog;
}

/**
 * Returns a function that reports whether the required programs are installed, and logs each change. Without `requiresPrograms`, no program
 * is required.
 */
export function createProgramCheck({ findMissingPrograms: find, log }: ProgramSearch, requiresPrograms: boolean): () => boolean {
  let reported = "";
  return () => {
    if (!requiresPrograms) return true;
    const programs = find().join(", ");
    if (programs !== reported && programs !== "") log.warn("not ready: programs not found", { programs });
    if (programs !== reported && programs === "") log.info("ready: programs found");
    reported = programs;
    return programs === "";
  };
}
