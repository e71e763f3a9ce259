/** English words that say nothing about which tool is meant: those of grammar only, so that no name of a command is among the verbs. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the and or but if then than that this these those there it its is are was were be been being am do does did doing done has have " +
    "had having can could may might must shall should will would i me my we us our you your he she they them their who whom whose which what " +
    "when where why how of in on at to from by for with without into onto about as so such via per please want need"
  ).split(" "),
);

/** Whether a lower-case word is one that search passes over, unless a query has no other. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
