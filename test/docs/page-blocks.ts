/**
 * Reads the parts of a documentation page: its tables, and its marked code blocks. The fence of a marked block has more than a language.
 */
import { readFileSync } from "node:fs";

export interface Block {
  /** Info string of the fence: `yaml config`. */
  readonly mark: string;
  readonly text: string;
  /** Line of the fence, from 1. */
  readonly line: number;
}

/** Returns the text of `docs/<name>`. */
export function readPage(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
}

export function readBlocks(page: string): readonly Block[] {
  return Array.from(page.matchAll(/^```(\w+ .+)\n([^]*?)^```$/gm), ({ 1: mark = "", 2: text = "", index }): Block => {
    return { mark, text, line: page.slice(0, index).split("\n").length };
  });
}

/** Returns the cells of each row of the tables below a heading, up to the next heading. Rows whose first cell is not code are titles. */
export function rowsBelow(page: string, heading: string): readonly (readonly string[])[] {
  const [, section = ""] = page.split(new RegExp(`^#+ ${heading}$`, "m"));
  const rows = (section.split(/^#+ /m)[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the code spans of a text. */
export function codesOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code = ""]) => code);
}
