import type { Terminal } from "../commands/terminal.ts";

/** Loaded by the commands only: to ask whether a stream is a terminal takes Node.js as long as all of `--help`. */
export async function openTerminal(): Promise<Terminal> {
  const { createTerminal } = await import("../commands/terminal.ts");
  return createTerminal();
}
