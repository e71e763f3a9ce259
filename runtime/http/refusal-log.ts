/** The log of refused requests. Refusals are at the level `info`, so that strangers write nothing into a log of the default level. */
import type { Log, LogFields } from "../serve/log.ts";
import { createLogBound } from "./log-bound.ts";
import type { Refusal } from "./refusal.ts";
import { statusOf } from "./refusal.ts";

export type Refused =
  | Refusal
  /** Refused by the SDK with this status. */
  | { readonly kind: "protocol"; readonly status: number }
  /** A connection that was closed at once. */
  | { readonly kind: "too_many_connections" };

export interface RefusalLog {
  /** `from`: the address of the client. `details`: what the response keeps to itself; never a token, nor its content. */
  readonly note: (refused: Refused, from: string | undefined, details?: LogFields) => void;
  /** Reports the refusals that were only counted. */
  readonly close: () => void;
}

/** docs/http.md names both numbers. */
export const REFUSAL_LOG_LIMITS = { maxLines: 100, windowMs: 10_000 } as const;

export function createRefusalLog(log: Log): RefusalLog {
  const bound = createLogBound({ ...REFUSAL_LOG_LIMITS, report: (omitted) => log.info("refused without a line", omitted) });
  return {
    note: (refused, from, details) =>
      bound.write(refused.kind, () => log.info("refused", { reason: refused.kind, from, ...fieldsOf(refused), ...details })),
    close: bound.close,
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
