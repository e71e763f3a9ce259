/** Diagnostics about the examples of tools. */
import { error, nearOr } from "./code-entry.ts";
import { oneLine } from "../text/wording.ts";

export const exampleCodes = {
  "example-argument": error('the tool "{tool}" has no argument "{name}"', nearOr("remove it from the example")),
  "example-refused": error(
    (details: { readonly problem: string }) => `the server would reject this example: ${oneLine(details.problem)}`,
    "change the arguments, or remove the example",
  ),
  "example-secret": error('the example shows the secret argument "{name}" to every agent', "remove the argument from the example"),
  "example-argv": error("word {number} of the command line is {found}, not {expected}", "write `argv: {argv}`, or change the arguments"),
} as const;
