/** Runs a command, and writes its temporary files to another directory if the first one cannot hold them. */
import type { CallContext, CallFacts } from "./call-context.ts";
import type { CommandPlan } from "./call-plan.ts";
import { toArgValues } from "./prepare-call.ts";
import { buildCommandLine } from "../command-line/command-line.ts";
import { chooseOtherFolder } from "../process/private-files.ts";
import type { ProcessResult } from "../process/process.ts";

/** Returns the result of `run` for the plan, or for the plan with its files in another directory. */
export async function runWithFiles(
  { tool, values }: CallFacts,
  plan: CommandPlan,
  { env, execution }: Pick<CallContext, "env" | "execution">,
  run: (plan: CommandPlan) => Promise<ProcessResult>,
): Promise<ProcessResult> {
  const result = await run(plan);
  if (result.kind !== "not_started" || result.reason !== "files_not_written" || values === undefined) return result;
  const folder = chooseOtherFolder(result.subject, plan.directory ?? execution.host.directory);
  if (folder === undefined) return result;
  const line = buildCommandLine(tool, plan.handler, { values: toArgValues(values), env, fileFolder: () => folder });
  return await run({ ...plan, line });
}
