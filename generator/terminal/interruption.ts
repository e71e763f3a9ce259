/** Reports Ctrl+C and the end of a session to a command that has work to finish. */

/** Returns a signal that aborts on SIGINT or SIGTERM. `release` removes the handlers, so that these signals end the process again. */
export function untilInterrupted(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  const release = (): void => {
    process.removeListener("SIGINT", stop);
    process.removeListener("SIGTERM", stop);
  };
  return { signal: controller.signal, release };
}
