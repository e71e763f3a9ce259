/** Describes the origin of a word of a command line, for `explain` and for the page. */
import type { WordOrigin } from "@climax-gen/runtime/internal/command-line/command-word";
import { escapeUnprintable } from "../text/wording.ts";

/** Returns the part of the config that a word comes from, in a few words. */
export function describeOrigin(origin: WordOrigin | { readonly kind: "executor" }): string {
  switch (origin.kind) {
    case "cli_command":
    case "tool_command":
      return "command";
    case "arg":
      return describePart(origin.part, escapeUnprintable(origin.name));
    case "global_arg":
      return describePart(origin.part, `global ${escapeUnprintable(origin.name)}`);
    default:
      return origin.kind;
  }
}

function describePart(part: "flag" | "value" | "flag_and_value" | "enum", name: string): string {
  const texts = { value: name, flag: `flag of ${name}`, flag_and_value: `${name} with its flag`, enum: `enum of ${name}` };
  return texts[part];
}
