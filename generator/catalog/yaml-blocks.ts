/** Splits the text of a YAML mapping into its top-level keys, with the comments above them. Pure. */

/** A top-level key with the lines of its value and the comments directly above it, up to the next key. */
export interface YamlBlock {
  /** Empty for the text before the first key. */
  readonly key: string;
  readonly lines: readonly string[];
}

/** Returns the blocks of a text in block style. Comments that an empty line separates from the next key belong to the block above. */
export function splitBlocks(text: string): readonly YamlBlock[] {
  const blocks: { key: string; lines: string[] }[] = [{ key: "", lines: [] }];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const [, key] = /^([\w-]+):(?:\s|$)/.exec(line) ?? [];
    const above = blocks.at(-1)?.lines ?? [];
    if (key === undefined) above.push(line);
    // The comments before the first key describe the file.
    else blocks.push({ key, lines: [...(blocks.length === 1 ? [] : takeComments(above)), line] });
  }
  return blocks.filter(({ lines }) => lines.length > 0);
}

/** Returns the blocks as text, with at most one empty line between two others. */
export function joinBlocks(blocks: readonly YamlBlock[]): string {
  const text = blocks.flatMap(({ lines }) => lines).join("\n");
  return `${text.replaceAll(/\n{3,}/g, "\n\n").trim()}\n`;
}

/** Returns the block with further lines at the end of its value. */
export function appendLines({ key, lines }: YamlBlock, further: readonly string[]): YamlBlock {
  const end = lines.findLastIndex((line) => line.trim() !== "") + 1;
  return { key, lines: [...lines.slice(0, end), ...further, ...lines.slice(end)] };
}

/** Removes the comments at the end of the lines, and returns them. */
function takeComments(lines: string[]): readonly string[] {
  return lines.splice(lines.findLastIndex((line) => !line.startsWith("#")) + 1);
}
