/** Implements the last stage: runs the plan of a call as soon as the limiter has a free slot. */
import type { CallContext, CallFacts, FinishedCall } from "./call-context.ts";
import type { OutputCapture, ShowOptions } from "./capture-output.ts";
import { captureOutput, limitText, replyBudget, spoolFor } from "./capture-output.ts";
import type { CallPlan, CommandPlan, FunctionPlan, ReadingPlan } from "./call-plan.ts";
import { privateFilesOf } from "../command-line/surroundings.ts";
import type { EndedCall } from "./end-call.ts";
import { toPlainCommand } from "./prepare-call.ts";
import { callFunction } from "./call-function.ts";
import type { ToolReply } from "./reply.ts";
import type { ExpectedFile } from "./file-reply.ts";
import { isSuccess, toExitCode, toProcessReply } from "./process-reply.ts";
import { timeoutSeconds } from "../tool/timeout.ts";
import { busyReply, cancelledReply, unauditedReply } from "./reply.ts";
import { wrapCommand } from "../executor/wrap-command.ts";
import type { ProcessRequest } from "../process/process-request.ts";
import type { ProcessResult } from "../process/process.ts";
import type { Execution } from "../executor/execution.ts";

/** The context of a call, and the execution that applies to it. */
export interface RunSurroundings {
  readonly context: CallContext;
  readonly execution: Execution;
}

/** Runs a plan that has passed every check. Expected failures are returned as replies. */
export async function runPlan(facts: CallFacts, plan: CallPlan, surroundings: RunSurroundings): Promise<EndedCall> {
  switch (plan.kind) {
    case "command":
      return await runCommand(facts, plan, surroundings);
    case "directive":
      return await readFiles(plan, surroundings);
    case "function":
      return await runFunction(facts, plan, surroundings);
  }
}

async function runCommand(facts: CallFacts, plan: CommandPlan, { context, execution }: RunSurroundings): Promise<EndedCall> {
  const timeout = timeoutSeconds(facts.tool, execution.limits.max_timeout);
  const { problem, ...wrapped } = wrapPlan(plan, { context, execution });
  if (problem !== undefined) {
    const result: ProcessResult = { kind: "not_started", message: "", ...problem };
    return { reply: toProcessReply(plan.handler, result, timeout), outcome: "not_started" };
  }
  const capture = captureOutput(facts, plan.handler, { context, execution });
  const request: ProcessRequest = { ...wrapped, ...toBounds(plan, { capture, timeout }, { context, execution }) };
  const { expectFile, addFile } = plan.handler.output?.file === undefined ? NO_FILE : await import("./file-reply.ts");
  let file: ExpectedFile | undefined;
  const askedAt = performance.now();
  let queue_ms = 0;
  const outcome = await context.limiter.run(async () => {
    queue_ms = Math.round(performance.now() - askedAt);
    const isRecorded = context.onStarting?.(facts) ?? true;
    if (!isRecorded) return undefined;
    if (expectFile !== undefined) file = await expectFile(plan, facts.values, execution);
    return await context.run(request);
  }, context.signal);
  switch (outcome.kind) {
    case "busy":
      return { reply: busyReply(), outcome: "busy" };
    case "cancelled": {
      const result: ProcessResult = { kind: "cancelled", stdout: "", stderr: "" };
      return { reply: toProcessReply(plan.handler, result, timeout), outcome: "cancelled" };
    }
    case "done": {
      if (outcome.value === undefined) return { reply: unauditedReply(), outcome: "not_started" };
      const printed = await replyTo(plan, outcome.value, { capture, timeout });
      const isComplete = isSuccess(plan.handler, outcome.value);
      const reply = file && addFile && isComplete ? await addFile(printed, { file, plan, execution, capture }) : printed;
      return { reply, outcome: outcome.value.kind, ...measure(outcome.value), ...(queue_ms > 0 && { queue_ms }) };
    }
  }
}

/** The functions of a tool that writes no file. */
const NO_FILE = { expectFile: undefined, addFile: undefined };

interface ReplySurroundings {
  readonly capture: OutputCapture;
  /** In seconds. */
  readonly timeout: number;
}

/** Returns the parts of a process request that do not depend on the executor's command line: limits, files, cancellation and output. */
function toBounds(
  { line }: CommandPlan,
  { capture, timeout }: ReplySurroundings,
  { context: { signal, onOutput }, execution }: RunSurroundings,
): Omit<ProcessRequest, "argv" | "env"> {
  const privateFiles = privateFilesOf(line, execution.executor.type === "docker");
  return {
    timeoutMs: timeout * 1000,
    maxOutputBytes: execution.limits.max_output_bytes,
    sinks: capture.sinks,
    ...(privateFiles && { privateFiles }),
    ...(signal && { signal }),
    ...(onOutput && { onOutput: (bytes: number): void => onOutput(bytes, capture.lastLine) }),
  };
}

/** Returns the reply for a result whose streams were captured. */
async function replyTo({ handler }: CommandPlan, result: ProcessResult, { capture, timeout }: ReplySurroundings): Promise<ToolReply> {
  if (result.kind === "not_started") return toProcessReply(handler, result, timeout);
  const isSuccessful = isSuccess(handler, result);
  const hidesErrors = handler.stderr === "on_failure" && isSuccessful;
  const { output } = handler;
  const { format = "text" } = output ?? {};
  if (output !== undefined && isSuccessful && format !== "text" && format !== "raw") {
    const { toMediaReply, toStructuredReply } = await import("./structured-reply.ts");
    const reply = format.includes("/") ? toMediaReply : toStructuredReply;
    return await reply({ handler, output, result, capture, timeout, hidesErrors });
  }
  return toProcessReply(handler, { ...result, ...(await capture.settle({ hidesErrors })) }, timeout);
}

/** Wraps the command of a plan for the executor. */
export function wrapPlan(
  { handler, line }: Pick<CommandPlan, "handler" | "line">,
  { context, execution }: RunSurroundings,
): ReturnType<typeof wrapCommand> {
  const { executor, host } = execution;
  const command = toPlainCommand({ handler, line }, context.env);
  return wrapCommand(executor, command, host, () => `climax-${crypto.randomUUID()}`);
}

function measure(result: ProcessResult): Pick<FinishedCall, "exit" | "bytes"> {
  if (result.kind === "not_started") return {};
  const exit = result.kind === "exited" ? { exit: toExitCode(result.exit) } : {};
  return { ...exit, ...(result.bytes === undefined ? {} : { bytes: result.bytes }) };
}

/** Runs the handler of a Directive tool, which is loaded with the first call. */
async function readFiles({ handler, given, directory }: ReadingPlan, { context, execution }: RunSurroundings): Promise<EndedCall> {
  const [{ runDirectiveHandler }, { limitDirectiveReply, toDirectiveReply }] = await Promise.all([
    import("../directive/handlers.ts"),
    import("./directive-reply.ts"),
  ]);
  const location = { directory, root: handler.root };
  const outcome = await context.limiter.run(() => runDirectiveHandler(handler.handler, given, location), context.signal);
  switch (outcome.kind) {
    case "busy":
      return { reply: busyReply(), outcome: "busy" };
    case "cancelled":
      return { reply: cancelledReply(), outcome: "cancelled" };
    case "done": {
      const reply = toDirectiveReply(outcome.value);
      if (outcome.value.kind === "failed") return { reply, outcome: "not_read" };
      if (context.isMethod === true) return { reply, outcome: "read" };
      return { reply: limitDirectiveReply(reply, outcome.value.result, textLimits(context, execution)), outcome: "read" };
    }
  }
}

async function runFunction(facts: CallFacts, plan: FunctionPlan, { context, execution }: RunSurroundings): Promise<EndedCall> {
  const timeout = timeoutSeconds(facts.tool, execution.limits.max_timeout);
  const ended = await callFunction(plan, { context, facts, timeout });
  return { ...ended, reply: { ...ended.reply, text: limitText(ended.reply.text, textLimits(context, execution)) } };
}

/** Limits of a reply that no process printed. */
function textLimits(context: CallContext, { limits }: Execution): ShowOptions {
  return { budget: replyBudget({}, { limits }), createSpool: spoolFor(context, limits.max_capture_bytes) };
}
