/** Recognizes descriptions of which the reader understood nothing. */
import type { CliDescription } from "../description.ts";
import { walkCommands } from "../description.ts";

/**
 * Returns the problem if the texts of a program have options or commands, and none of them could be read. It completes the sentence
 * "the program …".
 */
export function findLostReading({ root }: CliDescription): string | undefined {
  const commands = walkCommands(root);
  const isEmpty = commands.length === 1 && commands.every(({ options, positionals }) => options.length + positionals.length === 0);
  const [first] = commands.flatMap(({ unread = [] }) => unread);
  return isEmpty && first !== undefined
    ? `printed ${NAMES[first.value.kind]} that cannot be read: ${JSON.stringify(first.value.text)}`
    : undefined;
}

const NAMES = { options: "options", command: "commands", positional: "values" } as const;
