/** Creates the services that the connections of a server share, independent of the transport. */
import type { CallContext } from "../call/call-context.ts";
import type { Confirmations, Unaskable } from "../call/confirmation.ts";
import { createConfirmations } from "../call/confirmation.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { StartTelemetry } from "../telemetry/telemetry.ts";
import type { Metric } from "../telemetry/metric.ts";
import { createCallMetrics } from "../telemetry/call-metrics.ts";
import type { Limiter } from "../process/limiter.ts";
import { createLimiter } from "../process/limiter.ts";
import { createSpool } from "../output/spool.ts";
import type { ProcessRunner } from "../process/process.ts";
import { TURN_MS } from "../process/pacer.ts";
import { createProcessRunner } from "../process/process.ts";
import { toAuditEntry, toStartedEntry } from "../record/audit-entry.ts";
import type { Audit } from "../record/audit.ts";
import type { CallObserver, Sender, StartObserver } from "../record/call-observer.ts";
import type { ServeLaunch } from "../launch/launch.ts";
import { READ_TOOL } from "../tool/meta-tool-names.ts";
import type { CallLog } from "../tool/tool-call.ts";
import type { CallHooks, HookRunner } from "./call-hooks.ts";
import { createHookRunner } from "./call-hooks.ts";
import { writeInstructions } from "./discovery.ts";
import type { RequestHandler } from "./request-handler.ts";
import { createRequestHandler } from "./request-handler.ts";
import { deniesNetwork } from "../executor/denies-network.ts";
import { findMissingPrograms } from "./required-programs.ts";
import type { ReadySetup } from "./setup.ts";
import { defined } from "../text/defined.ts";

/** All parts of a running server, independent of transport and protocol. */
export interface Services {
  /** Name and version that the server reports. */
  readonly info: { readonly name: string; readonly version: string };
  /** One line that names the CLIs, and tells an agent how to find tools unless the server is classic. Omitted if it is empty. */
  readonly instructions?: string;
  readonly handler: RequestHandler;
  /** The names of the JSON-RPC methods that call a tool. */
  readonly methods: readonly string[];
  /** The part of the context that all calls share. A connection adds the signal, the question and the observer of its call. */
  readonly context: CallContext;
  readonly confirmations: Confirmations;
  /**
   * Reason why a request without a session, from a client of 2025-11-25 or earlier, cannot ask for confirmation. Omitted if every request
   * belongs to a connection.
   */
  readonly unaskable?: Extract<Unaskable, "no_session" | "stateless">;
  readonly runner: ProcessRunner;
  /** The authenticated sender of the calls. Omitted without authentication. */
  readonly sender?: Sender;
  /** Called after each call. */
  readonly observe: CallObserver;
  /** Decides whether a valid call may run. Omitted without hooks. */
  readonly beforeCall?: HookRunner["before"];
  /** Records the start of a tool that may change something. */
  readonly recordStart: StartObserver;
  readonly log: CallLog;
  /** Returns the names of the tools' programs that are not installed at the time of the call, each once. */
  readonly findMissingPrograms: () => readonly string[];
  /** Returns the current metrics, for `/metrics`. */
  readonly readMetrics: () => readonly Metric[];
  /**
   * Waits for running hooks and exports pending telemetry. Must be awaited before the process exits. Never rejects. Without hooks, takes a
   * few seconds at most.
   */
  readonly close: () => Promise<void>;
  /** Changes of the list of tools. Omitted if the tools of the server never change. */
  readonly toolChanges?: ToolChanges;
  /** Time for which a client of 2026-07-28 may cache the list of tools, in milliseconds. Omitted to forbid caching. */
  readonly toolsTtlMs?: number;
}

/** Notifications of changed tools. */
export interface ToolChanges {
  /** Calls the listener after each change of the tools. Returns a function that cancels the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The parts that the services of a server consist of. */
export interface ServiceParts {
  readonly info: Services["info"];
  readonly launch: Omit<ServeLaunch, "kind" | "logLevel" | "policyFiles">;
  readonly setup: ReadySetup;
  readonly env: Environment;
  readonly audit: Audit | undefined;
  readonly log: CallLog;
  /** Undefined without a collector. */
  readonly startTelemetry: StartTelemetry | undefined;
  /** Transport of a server that is its own process. Omitted for a server inside another program. */
  readonly transport?: "pipe" | "tcp";
  readonly hooks?: CallHooks;
  /** Whether tools of the index are functions of an embedding program, which no executor confines. Defaults to false. */
  readonly hasFunctions?: boolean;
}

/** Maximum length of a tool name in the log, in UTF-16 units. A caller may send any name. */
const MAX_LOGGED_NAME = 200;

/** Creates the services of a server. No process starts before the first call. */
export function createServices(parts: ServiceParts): Services {
  const { info, launch, setup, env, audit, log, hasFunctions = false } = parts;
  const { classic, splitCalls, directory, http, spool: keepsOutput = true } = launch;
  const { index, policies, execution } = setup;
  const { max_concurrency: maxRunning, max_queue: maxWaiting } = execution.limits;
  const runner = createProcessRunner({ turnMs: http === undefined ? TURN_MS.oneClient : TURN_MS.manyClients });
  // In classic mode no client can call `output_read`.
  const spool = keepsOutput && !classic ? createSpool(splitCalls === true ? { readTool: READ_TOOL } : {}) : undefined;
  const limiter = createLimiter({ maxRunning, maxWaiting });
  const instructions = writeInstructions(index, launch);
  const records = createRecords(parts, limiter.load);
  return {
    info,
    ...(instructions !== "" && { instructions }),
    handler: createRequestHandler(index, classic, { ...launch, isOffline: deniesNetwork(execution.executor), hasFunctions }),
    methods: [...index.methods.keys()],
    context: {
      env,
      policies,
      execution,
      run: runner.run,
      limiter,
      log,
      ...defined({ isAudited: audit?.isReady, spool, directory }),
    },
    confirmations: createConfirmations(),
    findMissingPrograms: () => findMissingPrograms(setup, env),
    runner,
    ...records,
    log,
    close: async () => {
      spool?.close();
      await records.close();
    },
  };
}

/** Creates the records of calls: log, audit, metrics, telemetry, and the hooks of an embedding program. */
function createRecords(
  { info, launch: { auditValues }, audit, log, startTelemetry, transport, hooks }: ServiceParts,
  load: Limiter["load"],
): Pick<Services, "observe" | "beforeCall" | "recordStart" | "readMetrics" | "close"> {
  const metrics = createCallMetrics({ info, load });
  const warn = (problem: string): void => log.warn("telemetry", { problem });
  const telemetry = startTelemetry?.({ info, load, ...(transport && { process: { transport, warn } }) });
  const hookRunner = hooks && createHookRunner(hooks, log);
  const observers: readonly CallObserver[] = [
    toLogObserver(log),
    ...(audit ? [toAuditObserver(audit, auditValues)] : []),
    metrics.observe,
    ...(telemetry ? [telemetry.observe] : []),
    ...(hookRunner ? [hookRunner.after] : []),
  ];
  return {
    observe: (call, facts, origin) => observers.forEach((observe) => observe(call, facts, origin)),
    ...(hookRunner && { beforeCall: hookRunner.before }),
    recordStart: audit ? toStartRecorder(audit, auditValues) : () => true,
    readMetrics: metrics.read,
    close: async () => {
      await hookRunner?.idle();
      await telemetry?.close();
    },
  };
}

function toLogObserver(log: CallLog): CallObserver {
  return (call, _facts, { subject }) => {
    // The level and the outcome show whether the reply is an error.
    const { isError: _isError, ...fields } = { ...call, tool: call.tool.slice(0, MAX_LOGGED_NAME), ...defined({ subject }) };
    if (call.outcome === "internal_error") log.error("call", fields);
    else log.info("call", fields);
  };
}

function toAuditObserver(audit: Audit, showValues: boolean): CallObserver {
  return (call, facts, origin) => audit.record(toAuditEntry(call, facts, { ...origin, showValues }));
}

/**
 * Returns the observer that records starts. Starts of tools that only read are not recorded, because no change needs to be checked after a
 * crash.
 */
function toStartRecorder(audit: Audit, showValues: boolean): StartObserver {
  return (facts, origin) => {
    const onlyReads = facts.tool.risk === "read" && facts.resolver === undefined;
    return onlyReads || audit.recordStart(toStartedEntry(facts, { ...origin, showValues }));
  };
}
