/** The types of observers of calls: log, audit, metrics and telemetry. */
import type { CallFacts, FinishedCall } from "../call/call-context.ts";
import type { CallerInfo } from "../tool/tool-call.ts";
import { defined } from "../text/defined.ts";

/** The authenticated sender of a call. Empty without authentication. */
export type Sender = Omit<CallerInfo, "client">;

/** The metadata of a call in the protocol. */
export interface CallOrigin extends CallerInfo {
  /** Identifies the call in the audit: a UUID. */
  readonly id: string;
  /** The JSON-RPC method of the request. */
  readonly method: string;
  /** W3C Trace Context of the request's `_meta` (SEP-414), not yet validated. Omitted if the client sends none. */
  readonly trace?: { readonly traceparent: string; readonly tracestate?: string };
}

/** Called after each call. `facts` is omitted if the tool does not exist. */
export type CallObserver = (call: FinishedCall, facts: CallFacts | undefined, origin: CallOrigin) => void;

/**
 * Called immediately before a command or a function starts. Returns false if the start cannot be recorded. The command or function must
 * then not run.
 */
export type StartObserver = (facts: CallFacts, origin: CallOrigin) => boolean;

/** Returns the sender of a call, without the data that only records need. */
export function callerOf({ client, subject, scopes, extra }: CallOrigin): CallerInfo {
  return { client, ...defined({ subject, scopes, extra }) };
}
