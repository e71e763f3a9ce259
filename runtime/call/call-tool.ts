/** Answers the call of a tool: arguments, policy, command line, confirmation, process, reply, each stage in a file of its own. */
import type { CallContext, CallFacts, FinishedCall } from "./call-context.ts";
import type { Invocation } from "./command-line.ts";
import { buildCommandLine } from "./command-line.ts";
import { confirmCall } from "./confirm-call.ts";
import { toQuestion } from "./confirmation-question.ts";
import type { PlainCommand } from "../executor/wrap-command.ts";
import { toBuildableTool, wrapCommand } from "../executor/wrap-command.ts";
import { plainExecution } from "../serve/execution.ts";
import type { Execution } from "../serve/execution.ts";
import { needsConfirmation } from "../policy/policy.ts";
import type { ProcessRequest, ProcessResult } from "../process/process.ts";
import type { ReadyCall } from "./prepare-call.ts";
import { prepareCall } from "./prepare-call.ts";
import type { ToolReply } from "./reply.ts";
import {
  argumentProblemsReply,
  busyReply,
  policyViolationsReply,
  timeoutSeconds,
  toExitCode,
  toProcessReply,
  unauditedReply,
} from "./reply.ts";
import { maskSecrets } from "./secrets.ts";
import type { ArgValue, Tool } from "../tool/tool-spec.ts";

export type { CallContext, FinishedCall } from "./call-context.ts";
export { unknownToolReply } from "./reply.ts";

/** Runs the tool with the given arguments, both modes alike (design 4.2). Never rejects: every failure is a reply. */
export async function callTool(tool: Tool, given: Readonly<Record<string, unknown>>, context: CallContext): Promise<ToolReply> {
  const startedAt = performance.now();
  const execution = context.execution ?? plainExecution(context.env);
  const call: Call = { tool: toBuildableTool(execution.executor, tool), given, execution, context };
  const { reply, facts, ...finished } = await runCall(call);
  const argv = facts?.shown === undefined ? {} : { argv: facts.shown.argv };
  const duration_ms = Math.round(performance.now() - startedAt);
  context.onFinished?.({ tool: tool.name, ...finished, ...argv, duration_ms }, { tool: call.tool, given, ...facts });
  return reply;
}

/** A call under way: the tool as its command line is built, and where it runs. */
interface Call {
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
  readonly execution: Execution;
  readonly context: CallContext;
}

interface Answer extends Pick<FinishedCall, "outcome" | "exit" | "bytes" | "queue_ms"> {
  readonly reply: ToolReply;
  readonly facts?: BuiltCall;
}

/** A call that has its command line. */
type BuiltCall = Required<Pick<CallFacts, "values" | "shown">>;

async function runCall(call: Call): Promise<Answer> {
  const { tool, given, context, execution } = call;
  const prepared = await prepareCall(tool, given, { env: context.env, policies: context.policies, execution });
  switch (prepared.kind) {
    case "invalid_arguments":
      return { reply: argumentProblemsReply(prepared.problems, prepared.omitted), outcome: "invalid_arguments" };
    case "policy":
      return { reply: policyViolationsReply(prepared.violations), outcome: "policy" };
    case "ready":
      return await runPrepared(call, prepared);
  }
}

async function runPrepared(call: Call, { values, invocation, places, directory }: ReadyCall): Promise<Answer> {
  const { tool, context } = call;
  const facts = { values, shown: withoutSecrets(call, values) ?? invocation };
  const refused = needsConfirmation(tool.name, context.policies)
    ? await confirm(call, { shown: facts.shown, real: invocation, directory })
    : undefined;
  const answer = refused ?? (await runProcess(call, { ...invocation, ...places, env: tool.cli.env ?? {} }, facts));
  return { ...answer, facts };
}

/** The command line once more, from values that are no secrets: so a secret is found wherever the first one put it. */
function withoutSecrets({ tool, context }: Call, values: ReadonlyMap<string, ArgValue>): Invocation | undefined {
  const masked = maskSecrets(tool, values);
  if (masked === undefined) return undefined;
  return buildCommandLine(masked.tool, masked.values, context.env);
}

/** Asks the user; `undefined` when the call may run. */
async function confirm(
  { tool, execution, context }: Call,
  { shown, real, directory }: { readonly shown: Invocation; readonly real: Invocation; readonly directory: string | undefined },
): Promise<Answer | undefined> {
  // A directory may be a secret too.
  const cwd = shown.cwd === real.cwd ? directory : shown.cwd;
  const { argv, stdin } = shown;
  const question = toQuestion({ tool: tool.name, argv, stdin, cwd, place: describePlace(execution) });
  return await confirmCall(question, [tool.name, real.argv, real.stdin ?? null, real.cwd ?? null], context);
}

/** What a user is told of where a command runs; nothing about the server's own machine. */
function describePlace({ executor }: Execution): string | undefined {
  switch (executor.type) {
    case "local":
      return undefined;
    case "docker":
      return `a container of the image ${executor.image}`;
    case "bubblewrap":
      return "a bubblewrap sandbox";
  }
}

async function runProcess({ tool, given, execution, context }: Call, command: PlainCommand, facts: BuiltCall): Promise<Answer> {
  const timeout = timeoutSeconds(tool, execution.limits.max_timeout);
  const { signal, onOutput } = context;
  const { problem, ...wrapped } = wrapCommand(execution.executor, command, execution.host, () => `climax-${crypto.randomUUID()}`);
  if (problem !== undefined)
    return { reply: toProcessReply(tool, { kind: "not_started", message: "", ...problem }, timeout), outcome: "not_started" };
  const bounds = { timeoutMs: timeout * 1000, maxOutputBytes: execution.limits.max_output_bytes };
  const request: ProcessRequest = { ...wrapped, ...bounds, ...(signal && { signal }), ...(onOutput && { onOutput }) };
  const askedAt = performance.now();
  let queue_ms = 0;
  const turn = await context.limiter.run(() => {
    queue_ms = Math.round(performance.now() - askedAt);
    const isRecorded = context.onStarting?.({ tool, given, ...facts }) ?? true;
    return isRecorded ? context.run(request) : Promise.resolve(undefined);
  }, signal);
  switch (turn.kind) {
    case "busy":
      return { reply: busyReply(), outcome: "busy" };
    case "cancelled":
      return { reply: toProcessReply(tool, { kind: "cancelled", stdout: "", stderr: "" }, timeout), outcome: "cancelled" };
    case "done":
      if (turn.value === undefined) return { reply: unauditedReply(), outcome: "not_started" };
      return {
        reply: toProcessReply(tool, turn.value, timeout),
        outcome: turn.value.kind,
        ...measure(turn.value),
        ...(queue_ms > 0 && { queue_ms }),
      };
  }
}

function measure(result: ProcessResult): Pick<FinishedCall, "exit" | "bytes"> {
  if (result.kind === "not_started") return {};
  const exit = result.kind === "exited" ? { exit: toExitCode(result.exit) } : {};
  return { ...exit, ...(result.bytes === undefined ? {} : { bytes: result.bytes }) };
}
