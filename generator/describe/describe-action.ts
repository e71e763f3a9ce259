/** Describes the action of a tool in a few words. The result is plain text: escape it before printing. */
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";
import { shellWords } from "../text/shell-word.ts";

/** Returns the whole command, with the base command as written in the config, or the name of the handler. */
export function describeAction({ handler }: Tool): string {
  return handler.kind === "command" ? [...handler.program.command, ...handler.command.map(shellWord)].join(" ") : describeHandler(handler);
}

/** Returns the description with `…` for the arguments of the base command: `git … log`. */
export function describeBriefly({ handler }: Tool): string {
  if (handler.kind !== "command") return describeHandler(handler);
  const [program = "", ...more] = handler.program.command;
  return [program, ...(more.length > 0 ? ["…"] : []), ...handler.command.map(shellWord)].join(" ");
}

/** Returns the tool's own part of the command, without the base command; empty if it has none. */
export function describeOwnPart({ handler }: Tool): string {
  return handler.kind === "command" ? shellWords(handler.command) : describeHandler(handler);
}

function describeHandler(handler: Exclude<Tool["handler"], { readonly kind: "command" }>): string {
  if (handler.kind === "function") return "function";
  return typeof handler.handler === "object" ? `bundle ${handler.handler.bundle}` : handler.handler;
}
