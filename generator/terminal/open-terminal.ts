import type { Terminal } from "./terminal.ts";
import { ignoreBrokenPipe } from "./broken-pipe.ts";

/** Creates the terminal. Loaded only by commands, because terminal detection takes as long as all of `--help`. */
export async function openTerminal(): Promise<Terminal> {
  const createTerminal = await loadTerminal();
  return createTerminal();
}

/** Loads the function that creates the terminal, for commands that need it more than once. */
export async function loadTerminal(): Promise<() => Terminal> {
  const { createTerminal } = await import("./terminal.ts");
  ignoreBrokenPipe(process.stderr);
  return createTerminal;
}
