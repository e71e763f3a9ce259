/** Creates the records of calls: log, audit, metrics, telemetry, and the hooks of an embedding program. */
import type { Limiter } from "../process/limiter.ts";
import { toAuditEntry, toStartedEntry } from "../record/audit-entry.ts";
import type { Audit } from "../record/audit.ts";
import type { CallObserver, StartObserver } from "../record/call-observer.ts";
import { createCallMetrics } from "../telemetry/call-metrics.ts";
import type { Metric } from "../telemetry/metric.ts";
import type { StartTelemetry } from "../telemetry/telemetry.ts";
import { defined } from "../text/defined.ts";
import type { CallLog } from "../tool/tool-call.ts";
import type { CallHooks, HookRunner } from "./call-hooks.ts";
import { createHookRunner } from "./call-hooks.ts";

/** The receivers of records. */
export interface RecordParts {
  /** Name and version of the server. */
  readonly info: { readonly name: string; readonly version: string };
  readonly audit: Audit | undefined;
  /** Whether the audit shows the values of arguments that are not secret. */
  readonly auditValues: boolean;
  readonly log: CallLog;
  /** Undefined without a collector. */
  readonly startTelemetry: StartTelemetry | undefined;
  /** Transport of a server that is its own process. Omitted for a server inside another program. */
  readonly transport?: "pipe" | "tcp";
  readonly hooks?: CallHooks;
  /** Returns the load of the server, for metrics. */
  readonly load: Limiter["load"];
}

/** The records of a server. */
export interface CallRecords {
  /** Called after each call. */
  readonly observe: CallObserver;
  /** Decides whether a valid call may run. Omitted without hooks. */
  readonly beforeCall?: HookRunner["before"];
  /** Records the start of a tool that may change something. */
  readonly recordStart: StartObserver;
  /** Returns the current metrics, for `/metrics`. */
  readonly readMetrics: () => readonly Metric[];
  /** Waits for running hooks and exports pending telemetry. Never rejects. Without hooks, takes a few seconds at most. */
  readonly close: () => Promise<void>;
}

/** Maximum length of a tool name in the log, in UTF-16 units. A caller may send any name. */
const MAX_LOGGED_NAME = 200;

/** Creates the records. Starts the telemetry. */
export function createCallRecords(parts: RecordParts): CallRecords {
  const { info, audit, auditValues, log, startTelemetry, transport, hooks, load } = parts;
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
    const { argv: _argv, ...withoutValues } = fields;
    if (call.outcome === "internal_error") log.error("call", fields);
    // A secret that cannot be read. Only the log has its source, and the default level is `warn`.
    else if (call.outcome === "not_started" && call.problem !== undefined) log.warn("call", withoutValues);
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
