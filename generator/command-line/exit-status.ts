/** Describes the exit statuses of a command in its help. */
import type { Command } from "commander";

/** Adds the exit statuses to the help. `failure` is the meaning of 1. */
export function describeFailure(command: Command, failure: string): void {
  command.addHelpText("after", `\nExit status:\n  0  success\n  1  ${failure}\n  2  invalid usage`);
}
