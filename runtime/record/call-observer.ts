/** The types of observers of calls: log, audit, metrics and telemetry. */
import type { CallFacts, FinishedCall } from "../call/call-context.ts";
import type { AuditEntry } from "./audit-entry.ts";

/** Data of a call that the protocol provides besides the tool and the arguments. */
export interface CallOrigin {
  /** UUID of the call in the audit. */
  readonly id: string;
  /** Name and version that the client reports. */
  readonly client: AuditEntry["client"];
  /** Subject of the access token. Omitted without OAuth. */
  readonly subject?: string;
  /** The JSON-RPC method of the request. */
  readonly method: string;
  /** W3C Trace Context of the request's `_meta` (SEP-414), not yet validated. Omitted if the client sends none. */
  readonly trace?: TraceContext;
}

export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Called after each call. `facts` is omitted if the tool does not exist. */
export type CallObserver = (call: FinishedCall, facts: CallFacts | undefined, origin: CallOrigin) => void;

/** Called immediately before a command starts. Returns false if the start cannot be recorded; the command must not run. */
export type StartObserver = (facts: CallFacts, origin: CallOrigin) => boolean;
