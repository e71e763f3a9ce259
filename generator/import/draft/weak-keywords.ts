/** Lists the words of options that are not arguments of a tool, and of the other sentences about its command, so that a search for them still finds the tool. Pure. */
import { isStopWord } from "@climax-gen/runtime/internal/search/stop-words";
import { createSplitter } from "@climax-gen/runtime/internal/search/words";
import type { CommandFacts, OptionFacts } from "../description.ts";
import { oncePer } from "../once-per.ts";
import type { ChosenOptions } from "./choose-options.ts";
import { isUseful } from "./rank.ts";
import { MAX_ARGUMENT_TEXT, MAX_TOOL_TEXT, shortenText } from "./short-text.ts";

/** Shared by all tools and drafts, which repeat most words. */
const splitWords = createSplitter();

/** Maximum number of words per tool. The first options of a page are usually the most important ones. */
const MAX_WORDS = 60;
/** Shorter words are mostly placeholders and letters of options. */
const MIN_LENGTH = 3;

/** Returns the words of the other sentences about the command, and of the descriptions of the options that are omitted without a reason, that the tool's own texts do not contain, each once, in order. */
export function weakKeywords(
  { path, summary, otherSummary, about = "", positionals }: CommandFacts,
  { chosen, omitted }: ChosenOptions,
): readonly string[] {
  const own = [
    ...path,
    summary?.value ?? "",
    ...chosen.flatMap(({ names, description }) => [...names, description?.value ?? ""]),
    ...positionals.flatMap(({ name, description = "" }) => [name, description]),
  ];
  const known = new Set(own.flatMap((text) => splitWords(text).map(({ stem }) => stem)));
  const words: string[] = [];
  const others = otherSummary === undefined ? [] : [shortenText(otherSummary.value, MAX_TOOL_TEXT).text];
  for (const text of [...others, about, ...omitted.flatMap(({ option, reason }) => (reason === undefined ? describeOption(option) : []))]) {
    for (const { text: word, stem, isJoined } of splitWords(text)) {
      if (isJoined || known.has(stem) || !isKeyword(word)) continue;
      known.add(stem);
      words.push(word);
    }
  }
  return words.slice(0, MAX_WORDS);
}

/** Returns the description of an option as far as a comment of the draft shows it. */
const describeOption = oncePer((option: OptionFacts): readonly string[] => {
  const { description } = option;
  if (description === undefined || !isUseful(option)) return [];
  return [shortenText(description.value, MAX_ARGUMENT_TEXT).text];
});

function isKeyword(word: string): boolean {
  return word.length >= MIN_LENGTH && !isStopWord(word) && /^\p{L}[\p{L}\p{N}]*$/u.test(word);
}
