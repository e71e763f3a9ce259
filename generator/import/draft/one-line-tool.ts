/** Prints a tool in one line. Pure. */
import { type DraftArgument, flowItem } from "./draft-argument.ts";
import type { ToolKey } from "./tool-keys.ts";
import { flowText } from "./yaml-text.ts";

/** Maximum length of the line, without its comment. */
const MAX_LINE = 640;

/** The parts of a tool. */
export interface OneLineTool {
  readonly name: string;
  readonly keys: readonly ToolKey[];
  readonly args: readonly DraftArgument[];
}

/**
 * Returns the line of a tool: `- { name: git_mktag, description: …, args: [ … ] }`. Returns undefined if it would be too long, or if a key
 * needs several lines.
 */
export function oneLineTool({ name, keys, args }: OneLineTool): string | undefined {
  if (keys.some(({ below }) => below !== undefined)) return undefined;
  const parts = [
    `name: ${flowText(name)}`,
    ...keys.map(({ key, value }) => `${key}: ${"text" in value ? flowText(value.text) : value.printed}`),
    ...(args.length === 0 ? [] : [`args: [${args.map(flowItem).join(", ")}]`]),
  ];
  const line = `  - { ${parts.join(", ")} }`;
  const comments = keys.flatMap(({ comment }) => comment ?? []);
  if (line.length > MAX_LINE) return undefined;
  return comments.length === 0 ? line : `${line} # ${comments.join("; ")}`;
}
