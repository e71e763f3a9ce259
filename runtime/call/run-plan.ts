/** Implements the last stage: runs the plan of a call as soon as the limiter has a free slot. */
import type { CallContext, CallFacts, FinishedCall } from "./call-context.ts";
import { callFunction } from "./call-function.ts";
import type { CallPlan, CommandPlan, FunctionPlan, ReadingPlan } from "./call-plan.ts";
import type { OutputCapture } from "./capture-output.ts";
import { captureOutput, limitText, textLimits } from "./capture-output.ts";
import { limitDirectiveReply, toDirectiveReply } from "./directive-reply.ts";
import type { EndedCall } from "./end-call.ts";
import { withoutSlot } from "./end-call.ts";
import { decideExitCode } from "./exit-condition.ts";
import type { ExpectedFile } from "./file-reply.ts";
import { endWithoutSecret } from "./read-secrets.ts";
import { toArgValues, toPlainCommand } from "./prepare-call.ts";
import { addPrefix, isSuccess, toExitCode, toHiddenErrors, toProcessReply } from "./process-reply.ts";
import type { ToolReply } from "./reply.ts";
import { addHint, unauditedReply } from "./reply.ts";
import { buildCommandLine } from "../command-line/command-line.ts";
import { encodedSize } from "../output/encoded-size.ts";
import { privateFilesOf } from "../command-line/surroundings.ts";
import { createRefusedHosts, explainRefusedHosts, openNetwork } from "../executor/open-network.ts";
import { wrapCommand } from "../executor/wrap-command.ts";
import { now } from "../process/pacer.ts";
import { chooseOtherFolder } from "../process/private-files.ts";
import type { NotStarted } from "../process/process-failure.ts";
import type { ProcessRequest } from "../process/process-request.ts";
import type { ProcessResult } from "../process/process.ts";
import type { CommandHandler } from "../tool/tool.ts";
import { timeoutSeconds } from "../tool/timeout.ts";
import { outputKindOf } from "../tool/output-kind.ts";

/** Runs a plan that has passed every check. Expected failures are returned as replies. */
export async function runPlan(facts: CallFacts, plan: CallPlan, context: CallContext): Promise<EndedCall> {
  switch (plan.kind) {
    case "command":
      return await runCommand(facts, plan, context);
    case "directive":
      return await readFiles(plan, context);
    case "function":
      return await runFunction(facts, plan, context);
  }
}

async function runCommand(facts: CallFacts, plan: CommandPlan, context: CallContext): Promise<EndedCall> {
  if (context.readSecrets === undefined) return await startCommand(facts, plan, context);
  const secrets = await context.readSecrets();
  if (secrets.kind === "failed") return endWithoutSecret(secrets);
  const { variables } = secrets;
  return await startCommand({ ...facts, secretVariables: variables }, { ...plan, secrets: variables }, context);
}

async function startCommand(facts: CallFacts, plan: CommandPlan, context: CallContext): Promise<EndedCall> {
  const { execution, limiter, signal } = context;
  const timeout = timeoutSeconds(facts.tool, execution.limits.max_timeout);
  const { problem, hosts, ...wrapped } = wrapPlan(plan, context);
  if (problem !== undefined) {
    const result: ProcessResult = { kind: "not_started", message: "", ...problem };
    return { reply: toProcessReply(plan.handler, result, timeout), outcome: "not_started" };
  }
  const capture = captureOutput(facts, plan.handler, context);
  // Loaded only for calls that can have a first reply.
  const following = context.follower && (await import("./followed-command.ts"));
  if (following) context.follower?.begin(following.toFollowedCommand(plan.handler, capture));
  const refused = createRefusedHosts();
  const network = hosts === undefined ? {} : await openNetwork(hosts, refused.add);
  const run = async (chosen: CommandPlan): Promise<ProcessResult> =>
    await (context.through ?? context).run({
      ...(chosen === plan ? wrapped : wrapPlan(chosen, context)),
      ...toBounds(chosen, { capture, timeout }, context),
      ...network,
    });
  // Loaded only for tools that write a file.
  const passesOutput = context.through?.keepsOutput === false;
  const hasFile = plan.handler.output?.file !== undefined && !passesOutput;
  const fileReply = hasFile ? await import("./file-reply.ts") : undefined;
  let file: ExpectedFile | undefined;
  const askedAt = now();
  let queue_ms = 0;
  const slot = await limiter.run(async () => {
    queue_ms = Math.round(now() - askedAt);
    const isRecorded = context.onStarting?.(facts) ?? true;
    if (!isRecorded) return undefined;
    context.follower?.start();
    file = await fileReply?.expectFile(plan, facts.values, execution);
    return await runWithFiles(facts, plan, context, run);
  }, signal);
  if (slot.kind === "busy") return withoutSlot(slot.kind);
  if (slot.kind === "cancelled") {
    const result: ProcessResult = { kind: "cancelled", stdout: "", stderr: "" };
    return { reply: toProcessReply(plan.handler, result, timeout), outcome: "cancelled" };
  }
  const result = slot.value;
  if (result === undefined) return { reply: unauditedReply(), outcome: "not_started" };
  // Nothing was captured.
  if (passesOutput && result.kind === "exited")
    return { reply: { text: "", isError: !isSuccess(plan.handler, result) }, outcome: result.kind, ...measure(result) };
  const handler = await decideExitCode(plan.handler, result, capture);
  const printed = await replyTo(handler, result, { capture, timeout });
  const isComplete = isSuccess(handler, result);
  if (following && result.kind !== "not_started" && !following.repliesWhole(handler, capture))
    context.follower?.end(toProcessReply(handler, { ...result, stdout: "", stderr: "" }, timeout));
  const filed = fileReply && file && isComplete ? await fileReply.addFile(printed, { file, plan, execution, capture }) : printed;
  const refused_hosts = refused.list().map(({ host }) => host);
  const advice = filed.isError ? explainRefusedHosts(refused.list()) : undefined;
  return {
    reply: advice === undefined ? filed : addHint(filed, advice),
    outcome: result.kind,
    ...measure(result),
    ...(queue_ms > 0 && { queue_ms }),
    ...(refused_hosts.length > 0 && { refused_hosts }),
  };
}

/** Returns the result of `run` for the plan. If its files cannot be written, returns the result with the files in another directory. */
async function runWithFiles(
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

interface ReplySurroundings {
  readonly capture: OutputCapture;
  /** In seconds. */
  readonly timeout: number;
}

/** Returns the parts of a process request that do not depend on the executor's command line: limits, files, cancellation and output. */
function toBounds(
  { line }: CommandPlan,
  { capture, timeout }: ReplySurroundings,
  { signal, onOutput, execution }: CallContext,
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

/** Names the programs of all commands that a server could run, if none of them is installed. */
function nameAll({ program: { any_of: commands } }: CommandHandler, result: NotStarted): NotStarted {
  if (commands === undefined || result.reason !== "command_not_found") return result;
  return { ...result, subject: [...new Set(commands.map(([name = ""]) => name))].join(" or ") };
}

/** Returns the reply for a result whose streams were captured. */
async function replyTo(handler: CommandHandler, result: ProcessResult, { capture, timeout }: ReplySurroundings): Promise<ToolReply> {
  if (result.kind === "not_started") return toProcessReply(handler, nameAll(handler, result), timeout);
  const isSuccessful = isSuccess(handler, result);
  const hidesErrors = toHiddenErrors(handler, result);
  const { output } = handler;
  const kind = outputKindOf(output);
  if (output !== undefined && isSuccessful && kind !== "text") {
    const { toMediaReply, toStructuredReply } = await import("./structured-reply.ts");
    const reply = kind === "media" ? toMediaReply : toStructuredReply;
    return await reply({ handler, output, result, capture, timeout, hidesErrors });
  }
  if (!isSuccessful) return toProcessReply(handler, { ...result, ...(await capture.settle({ hidesErrors })) }, timeout);
  const shown = await capture.settle({ hidesErrors, used: encodedSize(handler.reply_prefix ?? "") });
  return toProcessReply(handler, { ...result, ...shown, stdout: addPrefix(handler, shown.stdout) }, timeout);
}

/** Wraps the command of a plan for the executor. */
export function wrapPlan(
  plan: Pick<CommandPlan, "handler" | "line" | "secrets">,
  { env, execution, through }: CallContext,
): ReturnType<typeof wrapCommand> {
  const { executor, host } = execution;
  const command = { ...toPlainCommand(plan, env), ...(through?.passesInput === true && { passesInput: true }) };
  return wrapCommand(executor, command, host, () => `climax-${crypto.randomUUID()}`);
}

function measure(result: ProcessResult): Pick<FinishedCall, "exit" | "bytes"> {
  if (result.kind === "not_started") return {};
  const exit = result.kind === "exited" ? { exit: toExitCode(result.exit) } : {};
  return { ...exit, ...(result.bytes === undefined ? {} : { bytes: result.bytes }) };
}

/** Size of a reply of a Directive tool: its contract is the whole file, and servers with only such tools keep no output. */
const DIRECTIVE_OUTPUT = { max_bytes: 64 * 1024 };

/** Runs the handler of a Directive tool. The handler is loaded with the first call. */
async function readFiles({ handler, given, directory }: ReadingPlan, context: CallContext): Promise<EndedCall> {
  const { runDirectiveHandler } = await import("../directive/handlers.ts");
  const location = { directory, root: handler.root };
  const slot = await context.limiter.run(() => runDirectiveHandler(handler.handler, given, location), context.signal);
  if (slot.kind !== "done") return withoutSlot(slot.kind);
  const reply = toDirectiveReply(slot.value);
  if (slot.value.kind === "failed") return { reply, outcome: "not_read" };
  if (context.isMethod === true) return { reply, outcome: "read" };
  return { reply: limitDirectiveReply(reply, slot.value.result, textLimits(context, DIRECTIVE_OUTPUT)), outcome: "read" };
}

async function runFunction(facts: CallFacts, plan: FunctionPlan, context: CallContext): Promise<EndedCall> {
  const timeout = timeoutSeconds(facts.tool, context.execution.limits.max_timeout);
  const ended = await callFunction(plan, { context, facts, timeout });
  return { ...ended, reply: { ...ended.reply, text: limitText(ended.reply.text, textLimits(context)) } };
}
