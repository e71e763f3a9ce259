/** Ignores EPIPE: a reader such as `head` may close the pipe early. The command continues, and its exit status reports its result. */
export function ignoreBrokenPipe(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") reportLostOutput(stream, error);
  });
}

const reported = new WeakSet<NodeJS.WriteStream>();

/** Reports output that cannot be written, once for each stream. The command completes its work, and then exits with status 1. */
function reportLostOutput(stream: NodeJS.WriteStream, { code }: NodeJS.ErrnoException): void {
  if (reported.has(stream)) return;
  reported.add(stream);
  process.once("exit", () => (process.exitCode = 1));
  if (stream !== process.stdout) return;
  process.stderr.write(
    `error: cannot write to standard output (${code ?? "unknown error"})\nhelp: redirect it to a disk with free space\n`,
  );
}
