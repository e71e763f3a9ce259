/** Finds keywords that do not help a search. Pure. */
import { firstSentence } from "@climax-gen/runtime/internal/search/sentence";
import { splitWords } from "@climax-gen/runtime/internal/search/words";
import type { CliFile, CommandTool } from "../check/files/checked-file.ts";
import { addressOf, locateClosest } from "../check/files/locations.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** Returns the findings about the keywords of a config: repeated ones, and those of several tools. The check of configs reports ignored ones. */
export function lintKeywords(file: CliFile): readonly Diagnostic[] {
  const owners = new Map<string, string>();
  return file.tools.flatMap((tool) => {
    const texts = searchedTexts(tool);
    return (tool.keywords ?? []).flatMap((keyword, index) => {
      const owner = owners.get(keyword.toLowerCase());
      if (owner === undefined) owners.set(keyword.toLowerCase(), tool.name);
      const place = locateClosest(file, addressOf(tool.name), ["keywords", index]);
      if (isRepeated(keyword, texts)) return [diagnose("lint-repeated-keyword", place, { tool: tool.name, keyword })];
      if (owner === undefined || owner === tool.name) return [];
      return [diagnose("lint-shared-keyword", place, { tool: tool.name, other: owner, keyword })];
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

function toStems(text: string): string {
  const stems = splitWords(text).flatMap(({ stem, isJoined }) => (isJoined ? [] : [stem]));
  return ` ${stems.join(" ")} `;
}
