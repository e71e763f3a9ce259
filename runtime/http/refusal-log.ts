/** Logs refused requests, at the level `info`, so that unauthenticated clients cannot write to a log at the default level. */
import type { LogFields } from "../record/log.ts";
import type { CallLog } from "../tool/tool-call.ts";
import { createLogRateLimit } from "./log-rate-limit.ts";
import type { HttpRefusal } from "./refusal.ts";
import { statusOf } from "./refusal.ts";

/** A refusal to log: of a request, or of a connection. */
export type Refused =
  | HttpRefusal
  /** Refused by the SDK with this status. */
  | { readonly kind: "protocol"; readonly status: number }
  /** Connection above the limit, closed immediately. */
  | { readonly kind: "too_many_connections" };

/** Logs refusals at a limited rate, because clients can cause any number of them. */
export interface RefusalLog {
  /** `from`: address of the client. `details`: fields that are not sent to the client. They never contain a token or its content. */
  readonly note: (refused: Refused, from: string | undefined, details?: LogFields) => void;
  /** Reports the refusals that were counted but not logged. */
  readonly close: () => void;
}

/** Rate limit for refusal lines. docs/http.md states both numbers. */
export const REFUSAL_LOG_LIMITS = { maxLines: 100, windowMs: 10_000 } as const;

/** Prefix of the address of an IPv4 client, on a server that listens on `::`. */
const MAPPED = /^::ffff:(?=[\d.]+$)/;

/** Creates a log with the limit `REFUSAL_LOG_LIMITS`. Its lines have the level `info`. */
export function createRefusalLog(log: CallLog): RefusalLog {
  const rateLimit = createLogRateLimit({ ...REFUSAL_LOG_LIMITS, report: (omitted) => log.info("refusals not logged", omitted) });
  return {
    note: (refused, from, details) =>
      rateLimit.write(refused.kind, () =>
        log.info("refused", { reason: refused.kind, from: from?.replace(MAPPED, ""), ...fieldsOf(refused), ...details }),
      ),
    close: rateLimit.close,
  };
}

function fieldsOf(refused: Refused): LogFields {
  switch (refused.kind) {
    case "protocol":
      return { status: refused.status };
    case "too_many_connections":
      return {};
    case "repeated_header":
      return { status: statusOf(refused), header: refused.header };
    case "wrong_host":
      return { status: statusOf(refused), host: refused.host };
    case "wrong_origin":
      return { status: statusOf(refused), origin: refused.origin };
    case "insufficient_scope":
      return { status: statusOf(refused), scope: refused.scope };
    default:
      return { status: statusOf(refused) };
  }
}
