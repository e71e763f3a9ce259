/** A reader that has seen enough, as `| head` has, is no mistake: the command goes on, and its exit status says how it went. */
export function tolerateClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
