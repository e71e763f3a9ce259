/** Words that search ignores in queries, or gives a low weight. */
import { COMMON_WEIGHT, QUALIFIER_WEIGHT } from "./weights.ts";

/** English function words, which search ignores. The list contains no verb that could be the name of a command. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the and or but if then than that this these those there it its is are was were be been being am do does did doing done has have " +
    "had having can could may might must shall should will would i me my we us our you your he she they them their who whom whose which what " +
    "when where why how of in on at to from by for with without into onto about as so such via per please want need"
  ).split(" "),
);

/** Reports whether a lowercase word is ignored by search, unless the query consists of such words only. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/**
 * Stop words that search uses if a tool has them in its name, title or keywords, because an author wrote them there for questions: `why is
 * this package installed`, `who needs it`.
 */
const QUESTION_WORDS: ReadonlySet<string> = new Set(["why", "who", "which", "what", "where", "when", "need"]);

/** Reports whether a lowercase word is indexed only in the names, titles and keywords of tools. */
export function isQuestionWord(word: string): boolean {
  return QUESTION_WORDS.has(word);
}

/** Words before `need` that show that the user asks for something: "I need a list". */
const ASKING: ReadonlySet<string> = new Set(["i", "we", "you"]);

/** Reports whether a lowercase question word after another word only states that the user wants something. */
export function isWish(word: string, before: string | undefined): boolean {
  return word === "need" && before !== undefined && ASKING.has(before);
}

const ANY_QUESTION_WORD = new RegExp(`(?<![\\p{L}\\p{N}_.:/-])(?:${[...QUESTION_WORDS].join("|")})(?![\\p{L}\\p{N}_:/-])`, "giu");

/** Returns a text without question words. */
export function withoutQuestionWords(text: string): string {
  return text.replace(ANY_QUESTION_WORD, " ");
}

/**
 * Qualifiers, which have a low weight because they only modify other words. They are not ignored: a command may be called `next`, `up` or
 * `all`.
 */
const QUALIFIERS: ReadonlySet<string> = new Set(
  (
    "after again against all already also always another any before behind below beside besides between beyond both certain during each " +
    "either else even ever every except few first further given here however inside instead just last least less like many more most much " +
    "neither never next no none nor not now off once one ones only other others otherwise out outside over own particular per rather same " +
    "several since some soon specific specified still such than through throughout thus together too toward towards two under unless " +
    "until up upon use used uses using versus very well whereas whether while within yet"
  ).split(" "),
);

/**
 * Words that do not distinguish tools, because tools of every kind have them. In a large index, their IDF is low without this list. Among a
 * hundred tools, only three may have `view`, whose IDF is then as high as the IDF of a specific word.
 */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    "add change command create current details directories directory display file files get give information input list make name names " +
    "option output print program run see set show tell text value values view"
  ).split(" "),
);

/** Returns the weight of a lowercase word in a query: below 1 for words that do not distinguish tools. */
export function wordWeight(word: string): number {
  if (QUALIFIERS.has(word)) return QUALIFIER_WEIGHT;
  return COMMON_WORDS.has(word) || QUESTION_WORDS.has(word) ? COMMON_WEIGHT : 1;
}
