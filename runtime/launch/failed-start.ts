/** Reports why a server cannot start, and exits. */

/** Prints the reason on standard error, and exits with status 1 when the event loop is empty. */
export function failStart(problem: string): void {
  process.stderr.write(`cannot start: ${problem.trimEnd()}\n`);
  process.exitCode = 1;
}

/** Returns the reason why a server that requires its programs cannot start. */
export function describeMissingPrograms(programs: readonly string[]): string {
  return (
    `programs of tools are not installed: ${programs.join(", ")}\n` +
    "help: install them, or add their directories to PATH, or start the server without --require-programs"
  );
}

/** Returns the reason why a server cannot start on the platform, or undefined. Calls run in process groups, which Windows lacks. */
export function findPlatformProblem(platform: NodeJS.Platform): string | undefined {
  if (platform !== "win32") return undefined;
  return "this server needs Linux, macOS or another POSIX system, and does not run on Windows: start it in WSL or in a container";
}
