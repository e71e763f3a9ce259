/** Sends progress notifications to a client that asked for them. */
import type { ProgressUpdate } from "../tool/tool-call.ts";
import type { ProtocolRequest } from "./protocol-request.ts";

export interface Progress {
  /** Counts output of the command, in bytes. */
  readonly onOutput: (bytes: number) => void;
  /** Sends an update of the tool itself. Updates whose `done` does not grow are dropped, because the protocol forbids them. */
  readonly report: (update: ProgressUpdate) => void;
  readonly stop: () => void;
}

/** Interval of notifications about a command, in milliseconds. Their `progress` grows by one each time. */
const INTERVAL_MS = 1000;

/**
 * Starts to notify the client: every second, or if the tool reports its progress itself, with each report. Returns undefined if the client
 * sent no `progressToken`.
 */
export function startProgress(
  { _meta, notify }: Pick<ProtocolRequest, "_meta" | "notify">,
  reportsItself: () => boolean,
): Progress | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let seconds = 0;
  let bytes = 0;
  let last = -Infinity;
  const send = (params: { readonly progress: number; readonly total?: number; readonly message?: string }): void => {
    // A client that has disconnected needs no progress, and its call ends by other means.
    notify({ method: "notifications/progress", params: { progressToken, ...params } }).catch(() => undefined);
  };
  const tick = (): void => {
    seconds += 1;
    send({ progress: seconds, message: `${seconds} s, ${bytes} bytes of output` });
  };
  const timer = reportsItself() ? undefined : setInterval(tick, INTERVAL_MS);
  return {
    onOutput: (more) => void (bytes += more),
    report({ done, total, message }) {
      if (!(done > last) || !Number.isFinite(done)) return;
      last = done;
      send({ progress: done, ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
    },
    stop: () => clearInterval(timer),
  };
}
