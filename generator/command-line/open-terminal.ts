import type { Terminal } from "../commands/terminal.ts";

/** Creates the terminal. Loaded only by commands, because terminal detection takes as long as all of `--help`. */
export async function openTerminal(): Promise<Terminal> {
  const { createTerminal } = await import("../commands/terminal.ts");
  return createTerminal();
}
