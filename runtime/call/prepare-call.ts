/** Runs the stages of a call that precede its execution, for every kind of tool: arguments, policy, plan. */
import { MAX_REPORTED_PROBLEMS } from "../arguments/arguments.ts";
import { checkArguments } from "../arguments/check-arguments.ts";
import type {
  ArgViolation,
  CallPlan,
  CallProblem,
  CallValues,
  CommandPlan,
  GivenCall,
  PreparedCall,
  ReadyCall,
  RefusedCall,
} from "./call-plan.ts";
import { argvOf, buildCommandLine, directoryArgument } from "../command-line/command-line.ts";
import { findLeadingDashes } from "../command-line/dash-guard.ts";
import { variablesOf } from "../command-line/surroundings.ts";
import { checkCallPolicy } from "./policy-stage.ts";
import type { UnknownArguments } from "./unknown-arguments.ts";
import { findUnknownArguments } from "./unknown-arguments.ts";
import type { PlainCommand } from "../executor/plain-command.ts";
import { workingDirectoryOf } from "../executor/plain-command.ts";
import { toBuildableHandler } from "../executor/wrap-command.ts";
import type { ExecutorSpec } from "../policy/policy-spec.ts";
import type { FindEscape } from "../policy/path-context.ts";
import type { Policy } from "../policy/policy.ts";
import type { Execution } from "../executor/execution.ts";
import { parentPath, resolvePath } from "../text/posix-path.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import { defined } from "../text/defined.ts";

/** The inputs of the preparation, apart from the tool and the arguments. */
export interface CallSurroundings {
  readonly env: Environment;
  /** Every policy must allow the call. */
  readonly policies: readonly Policy[];
  readonly execution: Execution;
  /** The directory that contains the directories of Directive definitions. */
  readonly directory: string;
  /** Checks a path against `within` of a policy. */
  readonly findEscape: FindEscape;
  /** Returns the directory for the temporary files of a program with this working directory. */
  readonly fileFolder: (workingDirectory: string) => string;
}

/** Runs the stages in order. Each stage may refuse the call. The promise rejects only on an internal error. */
export async function prepareCall(call: GivenCall, surroundings: CallSurroundings): Promise<PreparedCall> {
  const { note, ...unknown } = findUnknownArguments(call, surroundings.policies);
  const prepared = await checkAndPlan(call, unknown, surroundings);
  return note === undefined ? prepared : { ...prepared, note };
}

async function checkAndPlan(call: GivenCall, unknown: UnknownArguments, surroundings: CallSurroundings): Promise<RefusedCall | ReadyCall> {
  const { policies, execution, findEscape } = surroundings;
  const { given, values, problems, omitted } = await validateCall(call);
  // Built for invalid arguments too: the dash guard reads the words, and all problems are reported together.
  const plan = planCall(call, values, surroundings);
  const dashes = plan.kind === "command" ? findLeadingDashes(plan.line.words) : [];
  const found = [...problems, ...unknown.problems, ...dashes];
  if (found.length > 0) {
    const listed = found.slice(0, MAX_REPORTED_PROBLEMS);
    return { kind: "invalid_arguments", problems: listed, omitted: omitted + unknown.omitted + found.length - listed.length };
  }
  const baseUnder = (executor: ExecutorSpec): string => pathBase(call, values, { ...surroundings, executor });
  const checkPolicies = async (): Promise<readonly ArgViolation[]> =>
    await checkCallPolicy(call.tool, values, {
      given,
      policies,
      findEscape,
      workingDirectory: baseUnder(execution.executor),
      policyDirectories: policies.map((_, index) => baseUnder(execution.executors?.[index] ?? execution.executor)),
    });
  const violations = await checkPolicies();
  if (violations.length > 0) return { kind: "policy", values, violations };
  const writesFile = plan.kind === "command" && plan.handler.output?.file !== undefined;
  return { kind: "ready", values, plan: writesFile ? { ...plan, recheck: checkPolicies } : plan };
}

interface ValidatedCall {
  /** The arguments that the call passes, without defaults. */
  readonly given: ReadonlySet<string>;
  readonly values: CallValues;
  readonly problems: readonly CallProblem[];
  /** Number of further problems, which `problems` does not list. */
  readonly omitted: number;
}

/** Validates the arguments. The JSON Schema validator is loaded with the first call of a Directive tool. */
async function validateCall({ tool, given }: GivenCall): Promise<ValidatedCall> {
  if (tool.handler.kind !== "directive") return await checkArguments(tool, given);
  const { findArgumentProblems } = await import("../directive/arguments.ts");
  const messages = await findArgumentProblems(tool.handler, given);
  const values = new Map(Object.entries(given));
  return { given: new Set(values.keys()), values, problems: messages.map((message) => ({ message })), omitted: 0 };
}

/**
 * Returns the base directory of relative paths in arguments. For a command, this is the program's working directory under this executor.
 * For a Directive tool, it is the parent of the root directory, because listed paths start with the name of the root directory.
 */
function pathBase(
  { tool }: GivenCall,
  values: CallValues,
  { execution, executor, directory }: CallSurroundings & { readonly executor: ExecutorSpec },
): string {
  const { handler } = tool;
  switch (handler.kind) {
    case "command":
      return directoryOf(tool.args, values, { executor, workingDir: handler.program.working_dir }) ?? execution.host.directory;
    case "directive":
      return parentPath(resolvePath(resolvePath(execution.host.directory, directory), handler.root));
    case "function":
      return execution.host.directory;
  }
}

function directoryOf(
  args: GivenCall["tool"]["args"],
  values: CallValues,
  { executor, workingDir }: { readonly executor: ExecutorSpec; readonly workingDir: string | undefined },
): string | undefined {
  const cwd = directoryArgument(args, toArgValues(values));
  return workingDirectoryOf(executor, defined({ directory: cwd?.text, workingDir }));
}

function planCall({ tool, given }: GivenCall, values: CallValues, surroundings: CallSurroundings): CallPlan {
  const { env, execution, directory: root, fileFolder } = surroundings;
  switch (tool.handler.kind) {
    case "command": {
      const handler = toBuildableHandler(execution.executor, tool.handler);
      const { executor } = execution;
      // The client of docker starts in the `working_dir` of the config, but the program in the container does not.
      const workingDir = executor.type === "docker" ? undefined : handler.program.working_dir;
      const directory = directoryOf(tool.args, values, { executor, workingDir });
      const line = buildCommandLine(tool, handler, {
        values: toArgValues(values),
        env,
        fileFolder: () => fileFolder(directory ?? execution.host.directory),
      });
      return { kind: "command", handler, line, ...(directory === undefined ? {} : { directory }) };
    }
    case "directive":
      return { kind: "directive", handler: tool.handler, given, directory: root };
    case "function":
      return { kind: "function", handler: tool.handler, values: toArgValues(values) };
  }
}

/**
 * Returns the command of a plan without an executor. `argv` and `directory` default to the values in the command line. An explanation
 * passes them with `***` for secrets.
 */
export function toPlainCommand(
  { handler, line, secrets }: Pick<CommandPlan, "handler" | "line" | "secrets">,
  env: Environment,
  { argv = argvOf(line), directory = line.cwd?.text }: { readonly argv?: readonly string[]; readonly directory?: string | undefined } = {},
): PlainCommand {
  const { working_dir: workingDir } = handler.program;
  const fileFolder = line.files?.[0]?.folder;
  return {
    argv,
    ...defined({ stdin: line.stdin?.text, directory, workingDir, fileFolder }),
    env: variablesOf(handler, line, env, secrets),
  };
}

/** Narrows the type: validated arguments of a command or a function are scalars, lists of scalars, or maps of strings. */
export function toArgValues(values: CallValues): ReadonlyMap<string, ArgValue> {
  return values as ReadonlyMap<string, ArgValue>;
}
