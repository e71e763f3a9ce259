/** What a call of a tool does, in words for a table. */
import type { Tool } from "@climax-gen/runtime";

/** The words of its command, or the handler that answers. Plain text, which whoever prints it escapes. */
export function describeAction({ cli, command, directive }: Tool): string {
  if (directive === undefined) return [...cli.command, ...command].join(" ");
  const { handler } = directive;
  return typeof handler === "object" ? `bundle ${handler.bundle}` : handler;
}
