/** Finds keywords that do not help a search. Pure. */
import { firstSentence } from "@climax-gen/runtime/internal/search/sentence";
import { splitWords } from "@climax-gen/runtime/internal/search/words";
import type { CliFile, CommandTool } from "../check/files/checked-file.ts";
import { addressOf, locateClosest } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { ToolFinding } from "../hazards/accepted-findings.ts";

/**
 * Returns the findings about the keywords of a config: repeated ones, and phrases of several tools. One word, such as `delete`, may be a
 * synonym in many tools: the other words of a query choose among them. The check of configs reports ignored keywords.
 */
export function lintKeywords(file: CliFile): readonly ToolFinding[] {
  const owners = new Map<string, string>();
  return file.tools.flatMap((tool) => {
    const texts = searchedTexts(tool);
    return (tool.keywords ?? []).flatMap((keyword, index) => {
      const owner = owners.get(keyword.toLowerCase());
      if (owner === undefined) owners.set(keyword.toLowerCase(), tool.name);
      const place = locateClosest(file, addressOf(tool.name), ["keywords", index]);
      const details = { tool: tool.name, keyword };
      if (isRepeated(keyword, texts)) return [{ tool: tool.name, diagnostic: diagnose("lint-repeated-keyword", place, details) }];
      if (owner === undefined || owner === tool.name || !isPhrase(keyword)) return [];
      return [{ tool: tool.name, diagnostic: diagnose("lint-shared-keyword", place, { ...details, other: owner }) }];
    });
  });
}

/** Returns the texts that a search weighs like keywords, as stems between spaces. */
function searchedTexts({ name, title = "", description }: CommandTool): readonly string[] {
  return [name, title, firstSentence(description)].map(toStems);
}

/** Reports whether one of the texts of its tool, from `searchedTexts`, contains a keyword. */
function isRepeated(keyword: string, texts: readonly string[]): boolean {
  const stems = toStems(keyword);
  return stems.trim() !== "" && texts.some((text) => text.includes(stems));
}

function isPhrase(keyword: string): boolean {
  return splitWords(keyword).filter(({ isJoined }) => !isJoined).length > 1;
}

function toStems(text: string): string {
  const stems = splitWords(text).flatMap(({ stem, isJoined }) => (isJoined ? [] : [stem]));
  return ` ${stems.join(" ")} `;
}
