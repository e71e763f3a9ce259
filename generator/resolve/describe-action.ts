/** What a call of a tool does, in words for a table. */
import type { Tool } from "@climax-gen/runtime/compiler";
import { shellWord } from "../text/shell-word.ts";

/** The words of its command, with those of the config as written, or the name of its handler. Plain text: escape it before printing. */
export function describeAction({ handler }: Tool): string {
  switch (handler.kind) {
    case "command":
      return [...handler.program.command, ...handler.command.map(shellWord)].join(" ");
    case "directive":
      return typeof handler.handler === "object" ? `bundle ${handler.handler.bundle}` : handler.handler;
    case "function":
      return "function";
  }
}
