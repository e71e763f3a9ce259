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

/**
 * Words that say little about it, because they only qualify others. They are asked for all the same: a command may be called `next`,
 * `up` or `all`.
 */
const FAINT_WORDS: ReadonlySet<string> = new Set(
  (
    "after again against all already also always another any before behind below beside besides between beyond both certain during each " +
    "either else even ever every except few first further given here however inside instead just last least less like many more most much " +
    "neither never next no none nor not now off once one ones only other others otherwise out outside over own particular per rather same " +
    "several since some soon specific specified still such than through throughout thus together too toward towards two under unless " +
    "until up upon use used uses using versus very well whereas whether while within yet"
  ).split(" "),
);

/** Whether a lower-case word only qualifies others, and so counts `FAINT`. */
export function isFaintWord(word: string): boolean {
  return FAINT_WORDS.has(word);
}
