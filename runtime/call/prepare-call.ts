/** The stages of a call before anything runs: arguments, defaults, policy, command line. */
import type { ArgumentProblem } from "./arguments.ts";
import { validateArguments, withDefaults } from "./arguments.ts";
import type { Environment, Invocation } from "./command-line.ts";
import { buildCommandLine, directoryArgument } from "./command-line.ts";
import type { PlainCommand } from "../executor/wrap-command.ts";
import { workingDirectoryOf } from "../executor/wrap-command.ts";
import type { PolicyViolation } from "../policy/check.ts";
import { checkPolicy } from "../policy/check.ts";
import type { Policy } from "../policy/policy.ts";
import type { Execution } from "../serve/execution.ts";
import type { ArgValue, Tool } from "../tool/tool-spec.ts";

/** What decides about a call beside the tool and the arguments. */
export interface CallSurroundings {
  readonly env: Environment;
  /** All of them hold. */
  readonly policies: readonly Policy[];
  readonly execution: Execution;
}

export type PreparedCall =
  | { readonly kind: "invalid_arguments"; readonly problems: readonly ArgumentProblem[]; readonly omitted: number }
  | { readonly kind: "policy"; readonly values: ReadonlyMap<string, ArgValue>; readonly violations: readonly PolicyViolation[] }
  | ReadyCall;

export interface ReadyCall {
  readonly kind: "ready";
  /** Coerced and with defaults. */
  readonly values: ReadonlyMap<string, ArgValue>;
  readonly invocation: Invocation;
  readonly places: Pick<PlainCommand, "directory" | "workingDir">;
  /** Where the program runs. Absent: in the server's own directory, or the one that an executor has by itself. */
  readonly directory?: string;
}

/** The stages in a row, each of which may be the last. `tool` is one that `toBuildableTool` has made for the executor. */
export async function prepareCall(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { env, policies, execution }: CallSurroundings,
): Promise<PreparedCall> {
  const { values: coerced, problems, omitted } = validateArguments(tool.args, given, tool.end_of_options);
  if (problems.length > 0) return { kind: "invalid_arguments", problems, omitted };
  const values = withDefaults(tool.args, coerced);

  const places = readPlaces(tool, values);
  const directory = workingDirectoryOf(execution.executor, places);
  const directories = policies.map((_, place) => workingDirectoryOf(execution.executors?.[place] ?? execution.executor, places));
  const startOf = (named: string | undefined): string => named ?? execution.host.directory;
  const violations = await checkPolicy(tool, values, policies, startOf(directory), directories.map(startOf));
  if (violations.length > 0) return { kind: "policy", values, violations };

  const invocation = buildCommandLine(tool, values, env);
  return { kind: "ready", values, invocation, places, ...(directory === undefined ? {} : { directory }) };
}

/** What the config and the call say of where the program runs. */
export function readPlaces(tool: Tool, values: ReadonlyMap<string, ArgValue>): ReadyCall["places"] {
  const directory = directoryArgument(tool, values);
  const workingDir = tool.cli.working_dir;
  return { ...(directory === undefined ? {} : { directory }), ...(workingDir === undefined ? {} : { workingDir }) };
}
