/** What a call of a tool does, in words for a table. */
import type { Tool } from "@climax-gen/runtime";
import { shellWord } from "../diagnostics/shell-word.ts";

/**
 * The words of its command, those of the config as they are written, or the handler that answers. Plain text, which whoever prints it
 * escapes.
 */
export function describeAction({ cli, command, directive }: Tool): string {
  if (directive === undefined) return [...cli.command, ...command.map(shellWord)].join(" ");
  const { handler } = directive;
  return typeof handler === "object" ? `bundle ${handler.bundle}` : handler;
}
