/** Reports Ctrl+C and the end of a session to a command that has work to finish. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Returns a signal that aborts on SIGINT, SIGTERM or SIGHUP. `release` removes the handlers, so that these signals terminate the process
 * again.
 */
export function untilInterrupted(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  const release = (): void => {
    for (const signal of SIGNALS) process.removeListener(signal, stop);
  };
  return { signal: controller.signal, release };
}
