/** Ends this process as the program ended that it ran. */

/** The signals after which a shell stops its loop or script. */
const REPEATED: ReadonlySet<string> = new Set(["SIGINT", "SIGTERM", "SIGHUP"]);

/** Ends this process with the signal that killed its program, if a shell then stops its loop or script. Returns for all other signals. */
export function repeatSignal(signal: NodeJS.Signals | undefined): void {
  if (signal !== undefined && REPEATED.has(signal)) process.kill(process.pid, signal);
}
