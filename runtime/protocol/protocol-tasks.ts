/**
 * Shows calls that run after their first reply as tasks, to clients of the extension `io.modelcontextprotocol/tasks` (SEP-2663), which is
 * specified for the protocol of 2026-07-28. The id of a task is the id with which `output_read` follows the call.
 */
import type { CallToolResult, Result, Server, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError } from "@modelcontextprotocol/server";
import type { ToolReply } from "../call/reply.ts";
import type { RunningCall } from "../call/running-calls.ts";
import { KEPT_END_MS } from "../call/running-calls.ts";
import { describeState, pendingLines, seconds } from "../call/running-reply.ts";
import type { Caller } from "../server/caller.ts";
import type { FollowedCalls, ReceivedCall } from "../server/tool-server.ts";
import { invalidParams } from "./protocol-errors.ts";
import { ANY_PARAMS } from "./protocol-params.ts";
import { declaresExtension } from "./protocol-request.ts";
import { toToolResult } from "./protocol-result.ts";

/** Identifier of the extension. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** Code of the error for a request that needs a capability which its client does not declare. */
const MISSING_CAPABILITY = -32_021;

/** Suggested time between two requests for the state of a task, in milliseconds. */
const POLL_MS = 2000;

/** Returns the result of `tools/call` for a call that runs on as a task. It has `content`, which the SDK requires. See `withoutContent`. */
export function toTaskResult(call: RunningCall): CallToolResult {
  return { resultType: "task", content: [], ...describeTask(call, "working") };
}

/** Removes `content` from a task. Returns the result of a call that is no task unchanged. */
export function withoutContent(result: Result): Result {
  if (result["resultType"] !== "task") return result;
  const { content: _, ...task } = result;
  return task;
}

/** The requests of clients about tasks. */
export interface TaskRequests {
  readonly running: FollowedCalls;
  readonly callerOf: (context: ServerContext) => Caller;
  readonly toReceived: (context: ServerContext) => ReceivedCall;
}

/**
 * Registers the methods of the extension. A client that does not declare the extension gets the error that names it. A task is found only
 * by the caller of its tool. Its state is not recorded: the call is, at its end, and so is `tasks/cancel`.
 */
export function serveTasks(sdk: Server, { running, callerOf, toReceived }: TaskRequests): void {
  const find = (taskId: unknown, context: ServerContext): RunningCall => {
    requireExtension(context);
    const call = typeof taskId === "string" ? running.find(taskId, callerOf(context)) : undefined;
    if (call === undefined) throw noTask();
    return call;
  };
  sdk.setRequestHandler("tasks/get", { params: ANY_PARAMS }, async ({ taskId }, context) => {
    const call = find(taskId, context);
    return toState(call, await running.readEnd(call));
  });
  // No task asks its client for input, so every response is one to a request that is not open. The extension ignores such responses.
  sdk.setRequestHandler("tasks/update", { params: ANY_PARAMS }, ({ taskId }, context) => {
    find(taskId, context);
    return {};
  });
  sdk.setRequestHandler("tasks/cancel", { params: ANY_PARAMS }, async ({ taskId }, context) => {
    requireExtension(context);
    if (typeof taskId !== "string" || !(await running.stop(taskId, toReceived(context)))) throw noTask();
    return {};
  });
}

function requireExtension({ mcpReq }: ServerContext): void {
  if (declaresExtension(mcpReq, TASKS_EXTENSION)) return;
  const data = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
  throw new ProtocolError(MISSING_CAPABILITY, `Missing required client capability: the extension ${TASKS_EXTENSION}`, data);
}

function noTask(): ProtocolError {
  return invalidParams("taskId: no task has this id: it was removed after its end, the server was restarted, or the id is wrong");
}

/** Returns the state of a task, with its result if it has ended. */
function toState(call: RunningCall, reply: ToolReply | undefined): Result {
  if (reply === undefined) return describeTask(call, "working");
  if (call.isStopped()) return describeTask(call, "cancelled");
  return { ...describeTask(call, "completed"), result: { resultType: "complete", ...toToolResult(reply) } };
}

/** Returns the fields of a task that do not depend on its state. A task is kept while its command runs, and as long as its output after it. */
function describeTask(call: RunningCall, status: "working" | "completed" | "cancelled"): Result {
  const keptMs = call.keptMs();
  const message = {
    working: describeWork(call),
    completed: `The command has ended after ${seconds(call)} s`,
    cancelled: `The command was stopped after ${seconds(call)} s`,
  };
  return {
    taskId: call.id,
    status,
    statusMessage: message[status],
    createdAt: call.keptAt.toISOString(),
    lastUpdatedAt: new Date(call.keptAt.getTime() + (keptMs ?? 0)).toISOString(),
    ttlMs: keptMs === undefined ? null : Math.round(keptMs) + KEPT_END_MS,
    pollIntervalMs: POLL_MS,
  };
}

function describeWork(call: RunningCall): string {
  return [describeState(call), ...pendingLines(call)].join("; ");
}
