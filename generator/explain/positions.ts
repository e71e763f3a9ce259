/** Locates the words of a command line in the YAML. */
import type { WordOrigin } from "@climax-gen/runtime/internal/command-line/command-word";
import type { ExecutorSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { splitCommand } from "@climax-gen/runtime/internal/tool/command-words";
import { keysOfCommand } from "../check/files/locate-command.ts";
import type { DefinedTool } from "../check/files/definitions.ts";
import {
  type Address,
  addressOf,
  addressOfDashDash,
  type FilePosition,
  locate,
  locateClosest,
  positionOf,
  toFilePosition,
  WHOLE_FILE,
} from "../check/files/locations.ts";

/** The definition of a tool that runs a command. */
export type CommandDefinition = DefinedTool & { readonly kind: "cli" };

/** Returns the position of a key of an argument. Defaults to the name of the argument if the key is not written. */
export function positionOfArg({ file, tool }: DefinedTool, arg: string, key = "name"): FilePosition {
  const address = addressOf(tool.name, arg);
  if (file.kind === "directive") return positionOf(file, address, [], "key");
  return positionOf(file, address, [locate(file, address, [key]) === undefined ? "name" : key]);
}

/** Returns the position of the words that an enum maps a value to. */
function positionOfMember({ file, tool }: CommandDefinition, arg: string, member: string): FilePosition {
  return positionOf(file, addressOf(tool.name, arg), ["enum", member]);
}

/**
 * Returns the positions of a command line's words, in their order. In docker, nothing is expanded, and the words of both commands have the
 * origin of the tool's command. The number of words of the config's command then separates them.
 */
export function positionsOfWords(
  definition: CommandDefinition,
  origins: readonly WordOrigin[],
  executor: ExecutorSpec["type"],
): readonly FilePosition[] {
  const { file, tool } = definition;
  const own = addressOf(tool.name);
  const base = splitCommand(tool.program ?? file.command);
  const baseCount =
    executor === "docker" && base.kind === "words" ? base.words.length : origins.filter(({ kind }) => kind === "cli_command").length;
  return origins.map((origin, index): FilePosition => {
    switch (origin.kind) {
      case "cli_command":
      case "tool_command":
        if (index >= baseCount) return positionOfWord(definition, { owner: own, key: "command", number: index - baseCount });
        return tool.program === undefined
          ? positionOfWord(definition, { owner: WHOLE_FILE, key: "command", number: index })
          : positionOfWord(definition, { owner: own, key: "program", number: index });
      case "end_of_options":
        return positionOf(file, ...addressOfDashDash(file, tool.name), "key");
      case "arg":
        if (origin.part === "enum") return positionOfMember(definition, origin.name, origin.value);
        return positionOfArg(definition, origin.name, origin.part === "value" ? "name" : "flag");
      case "words": {
        const item: Address = { kind: "item", tool: tool.name, item: origin.item };
        return positionOf(file, item, ["words", origin.word]);
      }
      case "global_arg": {
        const address: Address = { kind: "global_arg", arg: origin.name };
        const key = origin.part === "flag" ? "flag" : "default";
        return positionOf(file, address, [locate(file, address, [key]) === undefined ? "name" : key]);
      }
    }
  });
}

/** A word of a command in the YAML. */
interface NumberedWord {
  readonly owner: Address;
  readonly key: "command" | "program";
  readonly number: number;
}

/** Returns the n-th word of a command, or the start of the command if quotes or line breaks make the words uncountable. */
function positionOfWord({ file }: CommandDefinition, { owner, key, number }: NumberedWord): FilePosition {
  const { source, span } = locateClosest(file, owner, owner.kind === "file" ? keysOfCommand(file, { key }) : [key]);
  const written = source.text.slice(span.start, span.end);
  const words = /["'\\$~\n]/.test(written) ? [] : [...written.matchAll(/\S+/g)];
  const start = span.start + (words[number]?.index ?? 0);
  return toFilePosition({ source, span: { start, end: span.end } });
}
