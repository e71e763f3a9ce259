/** Describes the origin of a word of a command line, for `explain` and for the page. */
import type { WordOrigin } from "@climax-gen/runtime/compiler";
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
  switch (part) {
    case "value":
      return name;
    case "flag":
      return `flag of ${name}`;
    case "flag_and_value":
      return `${name} with its flag`;
    case "enum":
      return `enum of ${name}`;
  }
}
