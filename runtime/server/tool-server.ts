/**
 * Creates the server of a set of tools, independent of transport and protocol. The server does not change, except that all its tools can be
 * replaced together. What differs between requests is a parameter of each request: the caller, the origin and the signal.
 */
import type { CallContext, FinishedCall } from "../call/call-context.ts";
import type { Confirmations } from "../call/confirmation.ts";
import { createConfirmations } from "../call/confirmation.ts";
import type { MethodAnswer } from "../call/directive-reply.ts";
import { toMethodAnswer } from "../call/directive-reply.ts";
import { runRecorded } from "../call/end-call.ts";
import type { RunningCall } from "../call/running-calls.ts";
import { createRunningCalls } from "../call/running-calls.ts";
import type { ToolReply } from "../call/reply.ts";
import { shuttingDownReply } from "../call/reply.ts";
import { networkFactsOf } from "../executor/denies-network.ts";
import type { ServeLaunch } from "../launch/launch.ts";
import { createSpool } from "../output/spool.ts";
import { createLimiter } from "../process/limiter.ts";
import { TURN_MS } from "../process/pacer.ts";
import type { ProcessRunner } from "../process/process.ts";
import { createProcessRunner } from "../process/process.ts";
import type { CallOrigin } from "../record/call-observer.ts";
import { callerOf } from "../record/call-observer.ts";
import { createSecretStore } from "../secrets/secret-store.ts";
import { defined } from "../text/defined.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { OUTPUT_READ, OUTPUT_STOP, READ_TOOL } from "../tool/meta-tool-names.ts";
import type { CallLog } from "../tool/tool-call.ts";
import type { CallRecords, RecordParts } from "./call-records.ts";
import { createCallRecords } from "./call-records.ts";
import type { Caller } from "./caller.ts";
import { writeInstructions } from "./discovery.ts";
import { createInFlightCount } from "./in-flight.ts";
import type { GivenArguments, RequestHandler } from "./request-handler.ts";
import { createRequestHandler } from "./request-handler.ts";
import { findMissingPrograms } from "./required-programs.ts";
import type { ReadySetup } from "./setup.ts";
import { waitAtMost } from "./wait-at-most.ts";

/** A server of tools. */
export interface ToolServer extends Pick<CallRecords, "readMetrics" | "close"> {
  /** Name and version that the server reports. */
  readonly info: { readonly name: string; readonly version: string };
  /** One line that names the CLIs, and tells an agent how to find tools unless the server is classic. Omitted if it is empty. */
  readonly instructions?: string;
  /** The way in which clients find the tools. */
  readonly discovery: { readonly classic: boolean; readonly splitCalls: boolean };
  /** The names of the JSON-RPC methods that call a tool. A replacement of the tools does not change them. */
  readonly methods: readonly string[];
  /** Returns the tools of this moment. A request reads them once. */
  readonly tools: () => ServedTools;
  /** Calls a tool that `listTools` returns, with the tools of this moment. Never rejects: a fault of the server is a reply too. */
  readonly callTool: (name: string, given: GivenArguments, call: ReceivedCall) => Promise<ToolReply>;
  /** Calls the tool of a JSON-RPC method, with the tools of this moment. */
  readonly callMethod: (method: string, given: GivenArguments, call: ReceivedCall) => Promise<MethodAnswer>;
  /** The calls that have had their first reply. */
  readonly running: FollowedCalls;
  /** Refuses all further calls. They are recorded as `busy`. */
  readonly refuseCalls: () => void;
  /** Resolves when no call is in flight, and no command runs after its first reply. */
  readonly idle: () => Promise<void>;
  /** Resolves when no command runs after its first reply. */
  readonly runningIdle: () => Promise<void>;
  /** The open prompts of clients in this process. */
  readonly confirmations: Confirmations;
  readonly runner: ProcessRunner;
  readonly log: CallLog;
  /** Returns the names of the tools' programs that are not installed at the time of the call, each once. */
  readonly findMissingPrograms: () => readonly string[];
  /** The replacement of the tools. Omitted if the tools of the server never change. */
  readonly live?: LiveTools;
}

/** The tools of a server, and the policies with which their calls run. */
export interface ServedTools extends Pick<ReadySetup, "index" | "policies" | "execution"> {
  readonly handler: RequestHandler;
}

/** A call with the caller, the origin and the functions of its request. */
export interface ReceivedCall extends Pick<CallContext, "signal" | "onOutput" | "onProgress" | "confirm" | "through"> {
  readonly caller: Caller;
  readonly origin: CallOrigin;
  /** Called once, after the call was recorded. */
  readonly onEnded?: (call: FinishedCall) => void;
}

/** The calls of a server that have had their first reply, for clients that follow them without `output_read`. */
export interface FollowedCalls {
  /** Whether calls can have a first reply, now or after a replacement of the tools. */
  readonly isPossible: boolean;
  /** Returns the call with this id. Undefined if this caller has none. */
  readonly find: (id: string, caller: Caller) => RunningCall | undefined;
  /** Returns the reply that the call has without a first reply. Undefined while its command runs. */
  readonly readEnd: (call: RunningCall) => Promise<ToolReply | undefined>;
  /** Stops a call, and is recorded, as `output_stop`, but does not wait for the end. Reports whether this caller has the call. */
  readonly stop: (id: string, call: ReceivedCall) => Promise<boolean>;
}

/** The replacement of a server's tools. */
export interface LiveTools {
  /**
   * Replaces the tools and policies for later calls, and notifies the clients. Calls in flight keep the tools and policies with which they
   * started. `max_concurrency`, `max_queue`, and the JSON-RPC methods of Directive tools do not change.
   */
  readonly replace: (setup: ReadySetup) => void;
  /** Calls the listener after each replacement. Returns a function that cancels the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The parts of a server. */
export interface ServerParts extends Omit<RecordParts, "auditValues" | "load"> {
  readonly launch: Omit<ServeLaunch, "kind" | "logLevel" | "policyFiles">;
  readonly setup: ReadySetup;
  readonly env: Environment;
  /** Whether tools of the index are functions of an embedding program, which no executor confines. Defaults to false. */
  readonly hasFunctions?: boolean;
  /** Whether the tools can be replaced. Defaults to false. */
  readonly isLive?: boolean;
}

/** Time for the records of commands that ran after their first reply and have been terminated, in milliseconds. */
const FINAL_RECORDS_MS = 1000;

/** Returns the tool with which callers call `output_read`. Undefined for `climax_call`. */
function readToolOf(classic: boolean, splitCalls: boolean | undefined): string | undefined {
  if (classic) return OUTPUT_READ;
  return splitCalls === true ? READ_TOOL : undefined;
}

/** Creates a server. No process starts before the first call. */
export function createToolServer(parts: ServerParts): ToolServer {
  const { info, launch, setup, env, audit, log, hasFunctions = false, isLive = false } = parts;
  const { classic, splitCalls, directory, http, spool: keepsOutput = true, auditValues } = launch;
  const { max_concurrency: maxRunning, max_queue: maxWaiting } = setup.execution.limits;
  const runner = createProcessRunner({ turnMs: http === undefined ? TURN_MS.oneClient : TURN_MS.manyClients });
  const spool = keepsOutput ? createSpool(defined({ readTool: readToolOf(classic, splitCalls) })) : undefined;
  const { track, idle } = createInFlightCount();
  const following = createInFlightCount();
  const running = createRunningCalls((ended) => void following.track(ended));
  // A policy without `reply_after` can replace one with it. The calls that have had their first reply can be followed to their end.
  const isFollowing = isLive ? (): boolean => !running.isEmpty() : undefined;
  const limiter = createLimiter({ maxRunning, maxWaiting });
  const records = createCallRecords({ ...parts, auditValues, load: limiter.load });
  const instructions = writeInstructions(setup.index, launch);
  const { current, live } = createReplaceable(setup, ({ index, policies, execution }) => {
    const { reply_after } = execution.limits;
    const replyAfter = spool === undefined || reply_after === Infinity ? undefined : reply_after;
    const facts = { ...launch, ...networkFactsOf(execution), hasFunctions, ...defined({ replyAfter, isFollowing }) };
    return { handler: createRequestHandler(index, classic, facts), index, policies, execution };
  });
  const secrets = createSecretStore({ env, directory: setup.execution.host.directory, run: runner.run });
  const shared = { env, run: runner.run, limiter, log, secrets, ...defined({ isAudited: audit?.isReady, directory }) };
  // In classic mode no client can call `output_read` without `reply_after`.
  const outputOf = ({ limits }: ServedTools["execution"]): Pick<CallContext, "spool" | "running"> => {
    const hasRunning = limits.reply_after !== Infinity || isFollowing?.() === true;
    return spool === undefined || (classic && !hasRunning) ? {} : { spool, ...(hasRunning && { running }) };
  };
  const contextOf = ({ policies, execution }: ServedTools, call: ReceivedCall): CallContext => ({
    ...toRequestContext(records, call),
    ...shared,
    ...outputOf(execution),
    policies,
    execution,
  });
  let isRefusing = false;
  const refuse = (name: string, context: CallContext): Promise<ToolReply> =>
    runRecorded(name, context, () => ({ reply: shuttingDownReply(), outcome: "busy" }));
  return {
    info,
    ...(instructions !== "" && { instructions }),
    discovery: { classic, splitCalls: splitCalls === true },
    methods: [...setup.index.methods.keys()],
    tools: current,
    async callTool(name, given, call) {
      const tools = current();
      const context = contextOf(tools, call);
      return await (isRefusing ? refuse(name, context) : track(tools.handler.callListedTool(name, given, context)));
    },
    async callMethod(method, given, call) {
      const tools = current();
      const context = contextOf(tools, call);
      return isRefusing ? toMethodAnswer(await refuse(method, context)) : await track(tools.handler.callMethod(method, given, context));
    },
    running: {
      isPossible: spool !== undefined && (isLive || setup.execution.limits.reply_after !== Infinity),
      find: (id, { subject }) => running.find(id, subject),
      readEnd: async (call) => await current().handler.readEnd(call),
      async stop(id, call) {
        const found = running.find(id, call.caller.subject);
        found?.stop();
        const reply = { text: "", isError: found === undefined };
        const outcome = found === undefined ? "not_read" : "returned";
        await runRecorded(OUTPUT_STOP, toRequestContext(records, call), () => ({ reply, outcome }));
        return found !== undefined;
      },
    },
    refuseCalls: () => void (isRefusing = true),
    idle: async () => {
      await idle();
      await following.idle();
    },
    runningIdle: following.idle,
    confirmations: createConfirmations(),
    runner,
    log,
    findMissingPrograms: () => findMissingPrograms(current(), env),
    readMetrics: records.readMetrics,
    ...(isLive && { live }),
    close: async () => {
      if (following.size() > 0) await waitAtMost(FINAL_RECORDS_MS, following.idle());
      spool?.close();
      await records.close();
    },
  };
}

/** Holds the tools of a server: one reference, which a replacement exchanges as a whole. */
function createReplaceable(
  setup: ReadySetup,
  toServed: (setup: ReadySetup) => ServedTools,
): { readonly current: () => ServedTools; readonly live: LiveTools } {
  let served = toServed(setup);
  const listeners = new Set<() => void>();
  const live: LiveTools = {
    replace(next) {
      served = toServed(next);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { current: () => served, live };
}

/** Returns the part of a call's context that belongs to its request. Log, audit, metrics and hooks receive the origin with the sender. */
function toRequestContext(
  { beforeCall, recordStart, observe }: CallRecords,
  { caller: { forbid, credentials, ...sender }, origin: received, onEnded, ...call }: ReceivedCall,
): Omit<CallContext, "env" | "policies" | "execution" | "run" | "limiter"> {
  const origin = { ...received, ...sender };
  return {
    ...call,
    forbid,
    caller: callerOf(origin),
    ...(credentials && { credentials }),
    ...(beforeCall && { beforeCall: (facts) => beforeCall(facts, origin) }),
    onStarting: (facts) => recordStart(facts, origin),
    onFinished: (finished, facts) => {
      observe(finished, facts, origin);
      onEnded?.(finished);
    },
  };
}
