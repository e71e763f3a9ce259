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

/** Reports whether a lowercase word is a qualifier, which has the weight `QUALIFIER_WEIGHT`. */
export function isQualifier(word: string): boolean {
  return QUALIFIERS.has(word);
}
