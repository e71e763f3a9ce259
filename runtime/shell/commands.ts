/** The commands of the front end, and the words that call a tool beside them. */
import type { ShellFlag } from "./flags.ts";

/** The names of the commands. A tool with one of these names is called with `call`. */
export const COMMANDS = ["list", "search", "help", "call", "completion"] as const;

const NAMES: ReadonlySet<string> = new Set(COMMANDS);

/** Reports whether a name is that of a command. */
export function isCommand(name: string): boolean {
  return NAMES.has(name);
}

/** Returns the words that start a call of a tool. `program` are the words that start the front end, quoted. */
export function startOf(program: string, tool: string): string {
  return isCommand(tool) ? `${program} call ${tool}` : `${program} ${tool}`;
}

/** Returns the words that print the help of a tool, which can have an argument `help` of its own. */
export function helpOf(program: string, tool: string, flags: readonly Pick<ShellFlag, "flag">[]): string {
  return flags.some(({ flag }) => flag === "--help") ? `${program} help ${tool}` : `${startOf(program, tool)} --help`;
}
