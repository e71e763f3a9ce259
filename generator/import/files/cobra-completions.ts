/**
 * Reads the output of `PROGRAM __complete … ""` and `… --` of a cobra program: lines with a name, a tab and a description, and a directive.
 */
import type { CliDescription, CommandFacts, OptionFacts } from "../description.ts";
import { readJsonSpec } from "./json-spec.ts";
import type { SourceFile } from "./source-file.ts";

/** Reads the output. The format does not show whether an option takes a value, so such options are drafted as switches, and reported. */
export function readCompletions(file: SourceFile): CliDescription | undefined {
  const lines = file.text.split("\n").filter((line) => /^[-\w]/.test(line) && !line.startsWith("Completion ended"));
  const items = lines.map((line) => {
    const [name = "", description = ""] = line.split("\t");
    return { name, description };
  });
  const options = items
    .filter(({ name }) => name.startsWith("-"))
    .map(({ name, description }) => ({ name: name.replace(/=$/, ""), description, ...(name.endsWith("=") && { type: "string" }) }));
  const commands = items.filter(({ name }) => /^\w/.test(name));
  const description = readJsonSpec({ options, commands }, file);
  return description && { ...description, root: markUnknown(description.root) };
}

function markUnknown(command: CommandFacts): CommandFacts {
  const options = command.options.map((option): OptionFacts => (option.kind === "switch" ? { ...option, kind: "unknown" } : option));
  return { ...command, options, commands: command.commands.map(markUnknown) };
}
