/** Finds the sentences about single options in the text of a command: `If -d is given, …`, `The -a option kills …`, `-c sets …`. */
import { escapePattern } from "../../../text/alternatives.ts";
import { toText } from "../lines/plain-lines.ts";

/** Words before the option at the start of a sentence about it. */
const START = String.raw`^(?:(?:With|If|When|Specifying|Using|Giving)(?: the)? |The )?`;

/** Words after the option of a sentence that only refers to it. */
const REFERS = /^(?:,? (?:and|or|are|may|can) |, -)/;

/** The end of a sentence before the next one, which can start with an option. */
const BETWEEN = /(?<=[\w)'"]\.)(?<!\b(?:e\.g|i\.e|etc|vs|no|cf)\.)\s+(?=[A-Z(`-])/;

/** Returns the first sentence of a text that is about an option, or undefined. */
export function findFlagSentence(lines: readonly string[], flag: string): string | undefined {
  const about = new RegExp(String.raw`${START}${escapePattern(flag)}(?![\w-])(.*)$`);
  return splitSentences(lines).find((sentence) => {
    const rest = about.exec(sentence)?.[1];
    return rest !== undefined && /\w/.test(rest) && !REFERS.test(rest);
  });
}

/** Splits the paragraphs of a text into sentences. */
function splitSentences(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.trim());
  }
  return paragraphs.flatMap((paragraph) => toText(paragraph).split(BETWEEN));
}
