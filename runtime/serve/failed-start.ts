/** What a server does that cannot start. */

/** Ends the process with status 1 and says why on standard error, once nothing else keeps it. */
export function failStart(problem: string): void {
  process.stderr.write(`cannot start: ${problem.trimEnd()}\n`);
  process.exitCode = 1;
}
