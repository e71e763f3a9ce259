/** Describes the action of a tool in a few words. The result is plain text: escape it before printing. */
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";
import type { Program, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { commandsOf } from "@climax-gen/runtime/internal/tool/tool";
import { shellWords } from "../text/shell-word.ts";

/** Returns the whole command of this machine, with the base command as written in the config, or the name of the handler. */
export function describeAction({ handler }: Tool): string {
  return handler.kind === "command" ? [...handler.program.command, ...handler.command.map(shellWord)].join(" ") : describeHandler(handler);
}

/** Returns the commands of which a server runs one, with these words after each base command: `fd --type file or fdfind --type file`. */
export function describeChoices(program: Program, words: readonly string[]): string {
  return commandsOf(program)
    .map((command) => [...command, ...words].join(" "))
    .join(" or ");
}

/** Returns the description with `…` for the arguments of the base command: `git … log`. */
export function describeBriefly({ handler }: Tool): string {
  if (handler.kind !== "command") return describeHandler(handler);
  const own = handler.command.map(shellWord);
  const lines = commandsOf(handler.program).map(([program = "", ...more]) =>
    [program, ...(more.length > 0 ? ["…"] : []), ...own].join(" "),
  );
  return [...new Set(lines)].join(" or ");
}

/** Returns the tool's own part of the command, without the base command; empty if it has none. */
export function describeOwnPart({ handler }: Tool): string {
  return handler.kind === "command" ? shellWords(handler.command) : describeHandler(handler);
}

function describeHandler(handler: Exclude<Tool["handler"], { readonly kind: "command" }>): string {
  if (handler.kind === "function") return "function";
  return typeof handler.handler === "object" ? `bundle ${handler.handler.bundle}` : handler.handler;
}
