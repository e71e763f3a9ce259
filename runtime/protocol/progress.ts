/** Sends progress notifications to a client that requested them. */
import type { ProgressUpdate } from "../tool/tool-call.ts";
import { toEncodable } from "../text/utf8.ts";
import type { ProtocolRequest } from "./protocol-request.ts";

/** Sends the progress of one call to its client. */
export interface Progress {
  /** Counts output of the command, in bytes. `lastLine` returns its last line. */
  readonly onOutput: (bytes: number, lastLine: () => string) => void;
  /** Sends an update that the tool reports. Updates whose `done` does not increase are dropped, because the protocol forbids them. */
  readonly report: (update: ProgressUpdate) => void;
  readonly stop: () => void;
}

/** Interval of notifications about a command, in milliseconds. Their `progress` grows by one each time. */
const INTERVAL_MS = 1000;

/** Maximum length of the line in a notification, in UTF-16 units. */
const MAX_MESSAGE = 200;

/**
 * Starts to notify the client: every second with the last line of output, or with each report if the tool reports its progress itself.
 * Returns undefined if the client sent no `progressToken`.
 */
export function startProgress(
  { _meta, notify }: Pick<ProtocolRequest, "_meta" | "notify">,
  reportsItself: () => boolean,
): Progress | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let seconds = 0;
  let bytes = 0;
  let readLine = (): string => "";
  let last = -Infinity;
  const send = ({ message, ...rest }: { readonly progress: number; readonly total?: number; readonly message?: string }): void => {
    const params = { progressToken, ...rest, ...(message !== undefined && { message: toEncodable(message) }) };
    // The client has disconnected. Its call is cancelled elsewhere.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  const tick = (): void => {
    seconds += 1;
    const line = readLine().slice(0, MAX_MESSAGE);
    send({ progress: seconds, message: line === "" ? `${seconds} s, ${bytes} bytes of output` : line });
  };
  const timer = reportsItself() ? undefined : setInterval(tick, INTERVAL_MS);
  return {
    onOutput(more, lastLine) {
      bytes += more;
      readLine = lastLine;
    },
    report({ done, total, message }) {
      if (!(done > last) || !Number.isFinite(done)) return;
      last = done;
      send({ progress: done, ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
    },
    stop: () => clearInterval(timer),
  };
}
