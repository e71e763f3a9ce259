/** Services shared by the connections of a server, for each transport. */
import type { CallContext } from "../call/call-context.ts";
import type { Confirmations } from "../call/confirmation.ts";
import { createConfirmations } from "../call/confirmation.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { StartTelemetry } from "../telemetry/telemetry.ts";
import type { Metric } from "../telemetry/metric.ts";
import { createCallMetrics } from "../telemetry/call-metrics.ts";
import { createLimiter } from "../process/limiter.ts";
import { createSpool } from "../output/spool.ts";
import type { ProcessRunner } from "../process/process.ts";
import { createProcessRunner } from "../process/process.ts";
import { toAuditEntry, toStartedEntry } from "../record/audit-entry.ts";
import type { Audit } from "../record/audit.ts";
import type { CallObserver, Sender, StartObserver } from "../record/call-observer.ts";
import type { ServeLaunch } from "../launch/launch.ts";
import type { Log } from "../record/log.ts";
import type { CallHooks, HookRunner } from "./call-hooks.ts";
import { createHookRunner } from "./call-hooks.ts";
import type { RequestHandler } from "./request-handler.ts";
import { createRequestHandler } from "./request-handler.ts";
import type { ReadySetup } from "./setup.ts";

export interface Services {
  /** Name that the server reports. */
  readonly info: { readonly name: string; readonly version: string };
  readonly handler: RequestHandler;
  /** The names of the JSON-RPC methods that mean a tool. */
  readonly methods: readonly string[];
  /** The part of the context that all calls share. A connection adds the signal, the question and the observer of its call. */
  readonly context: CallContext;
  readonly confirmations: Confirmations;
  readonly runner: ProcessRunner;
  /** The authenticated sender of the calls. Omitted without authentication. */
  readonly sender?: Sender;
  /** Called after each call. */
  readonly observe: CallObserver;
  /** Decides whether a valid call may run. Omitted without hooks. */
  readonly beforeCall?: HookRunner["before"];
  /** Records that a tool starts to run, if the tool may change something. */
  readonly recordStart: StartObserver;
  /** Whether calls may be run: not while the audit cannot be written. */
  readonly isAudited: () => boolean;
  readonly log: Log;
  /** The response of `/metrics`: all counts so far. */
  readonly readMetrics: () => readonly Metric[];
  /**
   * Waits for running hooks and exports pending telemetry. To be awaited before the process ends. Never rejects. Takes a few seconds at
   * most without hooks.
   */
  readonly close: () => Promise<void>;
  /** Time for which a client of 2026-07-28 may cache the list of tools, in milliseconds. Omitted to forbid caching. */
  readonly toolsTtlMs?: number;
}

export interface ServiceParts {
  readonly info: Services["info"];
  readonly launch: Pick<ServeLaunch, "classic" | "auditValues" | "directory" | "http" | "spool">;
  readonly setup: ReadySetup;
  readonly env: Environment;
  readonly audit: Audit | undefined;
  readonly log: Log;
  /** Undefined without a collector. */
  readonly startTelemetry: StartTelemetry | undefined;
  readonly hooks?: CallHooks;
}

/** In UTF-16 units: a caller may ask for a tool of any name. */
const LONGEST_LOGGED_NAME = 200;

/** Starts nothing: the first process is started by the first call. */
export function createServices({ info, launch, setup, env, audit, log, startTelemetry, hooks }: ServiceParts): Services {
  const { classic, auditValues, directory, spool: keepsOutput = true } = launch;
  const { index, policies, execution } = setup;
  const { limits } = execution;
  const runner = createProcessRunner();
  // In classic mode no client can call `output_read`.
  const spool = keepsOutput && !classic ? createSpool() : undefined;
  const limiter = createLimiter({ maxRunning: limits.max_concurrency, maxWaiting: limits.max_queue });
  const { load } = limiter;
  const metrics = createCallMetrics({ info, load });
  const transport = launch.http === undefined ? "pipe" : "tcp";
  const telemetry = startTelemetry?.({ info, load, transport, warn: (problem) => log.warn("telemetry", { problem }) });
  const hookRunner = hooks && createHookRunner(hooks, log);
  const observers: readonly CallObserver[] = [
    toLogObserver(log),
    ...(audit ? [toAuditObserver(audit, auditValues)] : []),
    metrics.observe,
    ...(telemetry ? [telemetry.observe] : []),
    ...(hookRunner ? [hookRunner.after] : []),
  ];
  return {
    info,
    handler: createRequestHandler(index, classic),
    methods: [...index.methods.keys()],
    context: {
      env,
      policies,
      execution,
      run: runner.run,
      limiter,
      log,
      ...(spool && { spool }),
      ...(directory !== undefined && { directory }),
    },
    confirmations: createConfirmations(),
    runner,
    observe: (call, facts, origin) => observers.forEach((observe) => observe(call, facts, origin)),
    ...(hookRunner && { beforeCall: hookRunner.before }),
    recordStart: audit ? toStartRecorder(audit, auditValues) : () => true,
    isAudited: () => audit?.isReady() ?? true,
    log,
    readMetrics: metrics.read,
    close: async () => {
      spool?.close();
      await hookRunner?.idle();
      await telemetry?.close();
    },
  };
}

function toLogObserver(log: Log): CallObserver {
  return (call) => {
    // The level and the outcome say whether the reply is an error.
    const { isError: _isError, ...fields } = { ...call, tool: call.tool.slice(0, LONGEST_LOGGED_NAME) };
    if (call.outcome === "internal_error") log.error("call", fields);
    else log.info("call", fields);
  };
}

function toAuditObserver(audit: Audit, showValues: boolean): CallObserver {
  return (call, facts, { id, client, subject }) => audit.record(toAuditEntry(call, facts, { id, client, subject, showValues }));
}

/** A tool that only reads leaves nothing to look for after a crash, so that its calls have one record each. */
function toStartRecorder(audit: Audit, showValues: boolean): StartObserver {
  return (facts, { id, client, subject }) =>
    facts.tool.risk === "read" || audit.recordStart(toStartedEntry(facts, { id, client, subject, showValues }));
}
