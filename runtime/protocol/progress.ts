/** Tells a client that asked for it how its call is getting on, while it runs. */
import type { ProtocolRequest } from "./protocol-request.ts";

export interface Progress {
  /** Counts output of the command, in bytes. */
  readonly onOutput: (bytes: number) => void;
  readonly stop: () => void;
}

/** How often, in milliseconds. Also what `progress` counts in: it grows by one each time. */
const INTERVAL_MS = 1000;

/** Starts telling, every second; `undefined` where the client did not ask (it sends a `progressToken` to do so). */
export function startProgress({ _meta, notify }: ProtocolRequest): Progress | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let seconds = 0;
  let bytes = 0;
  const tell = (): void => {
    seconds += 1;
    const message = `${seconds} s, ${bytes} bytes of output`;
    // A client that is gone needs no progress, and its call is ended by other means.
    notify({ method: "notifications/progress", params: { progressToken, progress: seconds, message } }).catch(() => undefined);
  };
  const timer = setInterval(tell, INTERVAL_MS);
  return {
    onOutput: (more) => void (bytes += more),
    stop: () => clearInterval(timer),
  };
}
