/**
 * Explains a call by preparing it like a real call. Runs no program and reads no file: the facts about the server's machine are parameters.
 */
import type { CallValues, CommandPlan, GivenCall, PreparedCall, ReadingPlan } from "../call/call-plan.ts";
import type { CallSurroundings } from "../call/prepare-call.ts";
import { prepareCall, toPlainCommand } from "../call/prepare-call.ts";
import { argumentProblemsReply, notStartedReply, policyViolationsReply } from "../call/reply.ts";
import { timeoutSeconds } from "../tool/timeout.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { argvOf, displayedFolder } from "../command-line/command-line.ts";
import { maskArgv, maskText, maskValues, maskWords } from "../command-line/shown-line.ts";
import { maskedVariables } from "../command-line/surroundings.ts";
import type { Execution, Machine } from "../executor/execution.ts";
import { combineExecutionOn } from "../executor/execution.ts";
import type { WrapProblem } from "../executor/plain-command.ts";
import { executionOf } from "../executor/tool-executors.ts";
import { wrapCommand } from "../executor/wrap-command.ts";
import type { FindEscape } from "../policy/path-context.ts";
import type { Policy } from "../policy/policy.ts";
import { needsConfirmation } from "../policy/policy.ts";
import type { Tool } from "../tool/tool.ts";
import type { CallExplanation, ExplainedCommand, ExplainedMessage, ExplainedReading, ExplainedRefusal } from "./call-explanation.ts";

/** The machine that the call would run on. */
export interface ExplainedMachine extends Machine {
  /** Checks a path against `within` of a policy. */
  readonly findEscape: FindEscape;
}

/** The environment and the policies under which a call is explained. */
export interface ExplainOptions {
  /** The environment that expands `$VAR` and `~` of the config. */
  readonly env: Environment;
  /** Every policy must allow the call. Defaults to no policies. */
  readonly policies?: readonly Policy[];
}

/** Placeholder for the name of a container, which differs in each call. */
const ANY_CONTAINER = "climax-…";

/**
 * Explains the call for a server with these policies embedded, on any machine. Rejects if the policies contradict each other, which the
 * generator reports earlier, and for function tools, which a config cannot define.
 */
export async function explainCallOn(
  machine: ExplainedMachine,
  { tool, given }: GivenCall,
  { env, policies = [] }: ExplainOptions,
): Promise<CallExplanation> {
  const { directory, architecture, findEscape } = machine;
  const combined = combineExecutionOn({ directory, architecture }, { embedded: policies }, env);
  if (combined.kind === "refused") throw new Error(`policies that contradict each other: ${combined.problem}`);
  return await explainUnder({ tool, given }, { env, policies, execution: combined.execution, directory, findEscape });
}

/** Explains the call of a command or of a Directive tool under an execution. Starts no program. Rejects for function tools. */
export async function explainUnder(call: GivenCall, surroundings: Omit<CallSurroundings, "fileFolder">): Promise<CallExplanation> {
  const { env, policies } = surroundings;
  const execution = executionOf(surroundings.execution, call.tool.name);
  const prepared = await prepareCall(call, { ...surroundings, execution, fileFolder: displayedFolder });
  const isConfirmed = needsConfirmation(call.tool.name, policies);
  const explained = await explainPrepared(call, prepared, { env, execution, isConfirmed });
  return prepared.note === undefined ? explained : { ...explained, note: prepared.note };
}

interface PlanSurroundings {
  readonly env: Environment;
  readonly execution: Execution;
  readonly isConfirmed: boolean;
}

async function explainPrepared({ tool }: GivenCall, prepared: PreparedCall, surroundings: PlanSurroundings): Promise<CallExplanation> {
  switch (prepared.kind) {
    case "invalid_arguments":
      return {
        kind: "refused",
        text: argumentProblemsReply(prepared.problems, prepared.omitted).text,
        problems: prepared.problems,
        violations: [],
      };
    case "policy": {
      const { values, violations } = prepared;
      return { kind: "refused", text: policyViolationsReply(violations).text, values, problems: [], violations };
    }
    case "ready": {
      const { plan, values } = prepared;
      switch (plan.kind) {
        case "command":
          return await explainCommand(tool, plan, { ...surroundings, values });
        case "directive":
          return await explainReading(plan, { ...surroundings, values });
        case "function":
          throw new Error(`the tool ${tool.name} runs a function, which cannot be explained`);
      }
    }
  }
}

async function explainCommand(
  tool: Tool,
  { handler, line, directory: real }: CommandPlan,
  { execution, isConfirmed, env, values }: PlanSurroundings & { readonly values: CallValues },
): Promise<ExplainedCommand | ExplainedRefusal> {
  const { executor, host, limits } = execution;
  const words = maskWords(line);
  const cwd = line.cwd && maskText(line.cwd);
  const directory = line.cwd?.arg.secret === true ? cwd : real;
  const command = toPlainCommand({ handler, line }, env, { argv: argvOf({ words }), directory: cwd });
  // The values of the config's variables are passed in files and environments, which are not shown.
  const wrapped = wrapCommand(executor, command, host, () => ANY_CONTAINER);
  const shown = maskValues(tool.args, values);
  if (wrapped.problem !== undefined) return explainProblem(wrapped.problem, shown);
  const { confirm_message: template = "" } = handler;
  const message = isConfirmed && template.trim() !== "" ? await explainMessage(tool, { handler, line, values, env, execution }) : undefined;
  const prefix = wrapped.argv.slice(0, wrapped.argv.length - words.length);
  return {
    kind: "command",
    values: shown,
    prefix,
    // An executor may resolve a relative program path.
    words: words.map((word, index) => ({ ...word, text: wrapped.argv[prefix.length + index] ?? word.text })),
    ...(line.stdin && { stdin: maskText(line.stdin) }),
    ...(directory === undefined ? {} : { directory }),
    variables: maskedVariables(line),
    files: (line.files ?? []).map((file) => ({ name: file.arg.name, path: file.path, text: maskText(file) })),
    inherited: Object.keys(host.inherited).toSorted(),
    isConfirmed,
    ...(message && { message }),
    timeoutSeconds: timeoutSeconds(tool, limits.max_timeout),
    ...(limits.reply_after !== Infinity && { replyAfterSeconds: limits.reply_after }),
  };
}

interface MessageCall extends Pick<CommandPlan, "handler" | "line">, Pick<PlanSurroundings, "env" | "execution"> {
  readonly values: CallValues;
}

async function explainMessage(tool: Tool, { handler, line, values, env, execution }: MessageCall): Promise<ExplainedMessage> {
  const [{ usedResolvers, writeMessage }, { planResolver }] = await Promise.all([
    import("../call/confirm-message.ts"),
    import("../call/plan-resolver.ts"),
  ]);
  const { confirm_message: template = "", resolve } = handler;
  const resolvers = usedResolvers(template, resolve);
  const text = writeMessage(template, { args: tool.args, values, resolved: new Map(), pending: resolvers.map(({ name }) => name) });
  const lines = resolvers.map((resolver) => ({
    name: resolver.name,
    argv: maskArgv(planResolver(resolver, { tool, handler, line, values, env, executor: execution.executor }).line),
  }));
  return { text, resolvers: lines };
}

function explainProblem(problem: WrapProblem, values: CallValues): ExplainedRefusal {
  const { text } = notStartedReply({ message: "", ...problem });
  return { kind: "refused", text, values, problems: [], violations: [] };
}

async function explainReading(
  { handler, given }: ReadingPlan,
  { isConfirmed, values }: PlanSurroundings & { readonly values: CallValues },
): Promise<ExplainedReading | ExplainedRefusal> {
  const { findReadPaths } = await import("../directive/read-paths.ts");
  const found = findReadPaths(handler, given);
  if (found.kind === "refused") return { kind: "refused", text: found.text, problems: [], violations: [] };
  return { kind: "reading", values, paths: found.paths, isConfirmed };
}
