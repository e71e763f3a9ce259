/** Reads the marked code blocks of a documentation page: those whose fence has more than a language. */
import { readFileSync } from "node:fs";

export interface Block {
  /** Info string of the fence: `yaml config`. */
  readonly mark: string;
  readonly text: string;
  /** Line of the fence, from 1. */
  readonly line: number;
}

/** The text of `docs/<name>`. */
export function readPage(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
}

export function readBlocks(page: string): readonly Block[] {
  return Array.from(page.matchAll(/^```(\w+ .+)\n([^]*?)^```$/gm), ({ 1: mark = "", 2: text = "", index }): Block => {
    return { mark, text, line: page.slice(0, index).split("\n").length };
  });
}
