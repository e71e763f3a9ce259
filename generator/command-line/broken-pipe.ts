/** Ignores EPIPE: a reader such as `head` may close the pipe early. The command continues, and its exit status reports its result. */
export function ignoreBrokenPipe(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
