/** Cleans up before a signal terminates this process. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls a function at the first signal that terminates this process, and then ends the process. Returns a function that removes the handlers. */
export function onTermination(cleanUp: () => void): () => void {
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    cleanUp();
    release();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return release;
}
