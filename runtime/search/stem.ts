/**
 * English stemmer by the published Snowball "English" (Porter2) rules: `connections`, `connected` and `connecting` become `connect`.
 * Words with letters other than a to z are returned unchanged, so that other languages are not affected.
 */

const VOWEL = "[aeiouy]";
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/**
 * A short syllable: a vowel between a consonant and a final consonant other than w, x or consonant-y; or a word of one vowel and one
 * consonant.
 */
const SHORT_SYLLABLE = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;
const REGION_EXCEPTIONS = /^(?:gener|commun|arsen|univers|later|emerg|organ|inter)/;

/** Stems of words for which the rules give wrong results. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["singly", "singl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["paste", "paste"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word) => [word, word] as const),
  ...["inning", "outing", "canning", "herring", "earring", "evening", "proceed", "exceed", "succeed"].map((word) => [word, word] as const),
]);

type SuffixRule = readonly [suffix: string, replacement: string];

/** Step 2, in the region after the first vowel and consonant. Longer suffixes first. */
const DERIVED: readonly SuffixRule[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["ogist", "og"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
];

/** Step 3, in the same region. */
const ADJECTIVES: readonly SuffixRule[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

/** Suffixes removed in step 4, in the region after the second vowel and consonant. */
const ENDINGS = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic)$/;

/** Returns the stem of a lowercase word. */
export function stemWord(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  const marked = word.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
  const [first, second] = findRegions(marked);
  const singular = withoutPlural(marked);
  if (IRREGULAR.get(singular) === singular) return singular;
  const plain = withoutVerbEnding(singular, first).replace(/([^aeiouy])[yY]$/, (end, before: string, at: number) =>
    at > 0 ? `${before}i` : end,
  );
  const noun = withoutNounEnding(withoutDerivation(plain, first), first, second);
  return withoutFinalLetter(withoutEnding(noun, second), first, second).toLowerCase();
}

/** Returns the start of the regions R1 and R2 of the published rules: after the first and the second consonant that follows a vowel. */
function findRegions(word: string): readonly [number, number] {
  const first = REGION_EXCEPTIONS.exec(word)?.[0].length ?? regionAfter(word, 0);
  return [first, regionAfter(word, first)];
}

function regionAfter(word: string, start: number): number {
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(start));
  return found === null ? word.length : start + found.index + 2;
}

/** Applies step 1a. */
function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[sd]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(word)) return word;
  return new RegExp(`${VOWEL}.+s$`).test(word) ? word.slice(0, -1) : word;
}

/** Applies step 1b: -eed, -ed, -ing and their adverbs. */
function withoutVerbEnding(word: string, first: number): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed) return eed.index >= first ? `${word.slice(0, eed.index)}ee` : word;
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (ending === null || !/[aeiouy]/.test(word.slice(0, ending.index))) return word;
  const stem = word.slice(0, ending.index);
  if (/^[^aeiouy]y$/.test(stem) && ending[0] === "ing") return `${stem.slice(0, -1)}ie`;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE.test(stem)) return /^[aeo]..$/.test(stem) ? stem : stem.slice(0, -1);
  return isShort(stem, first) ? `${stem}e` : stem;
}

function isShort(word: string, first: number): boolean {
  return first >= word.length && SHORT_SYLLABLE.test(word);
}

/** Applies step 2. */
function withoutDerivation(word: string, first: number): string {
  const replaced = replaceSuffix(word, first, DERIVED);
  if (replaced !== undefined) return replaced;
  if (word.endsWith("logi") && word.length - 3 >= first) return word.slice(0, -1);
  return /[cdeghkmnrt]li$/.test(word) && word.length - 2 >= first ? word.slice(0, -2) : word;
}

/** Applies step 3. */
function withoutNounEnding(word: string, first: number, second: number): string {
  const replaced = replaceSuffix(word, first, ADJECTIVES);
  if (replaced !== undefined) return replaced;
  return word.endsWith("ative") && word.length - 5 >= second ? word.slice(0, -5) : word;
}

/** Replaces the first matching suffix. Returns the word unchanged if the suffix starts before `region`, undefined if no rule matches. */
function replaceSuffix(word: string, region: number, rules: readonly SuffixRule[]): string | undefined {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (rule === undefined) return undefined;
  const [suffix, replacement] = rule;
  const start = word.length - suffix.length;
  return start >= region ? word.slice(0, start) + replacement : word;
}

/** Applies step 4. */
function withoutEnding(word: string, second: number): string {
  const ending = ENDINGS.exec(word);
  if (ending) return ending.index >= second ? word.slice(0, ending.index) : word;
  return /[st]ion$/.test(word) && word.length - 3 >= second ? word.slice(0, -3) : word;
}

/** Applies step 5: a final -e, or the second of two final -l. */
function withoutFinalLetter(word: string, first: number, second: number): string {
  const last = word.length - 1;
  if (word.endsWith("e") && (last >= second || (last >= first && !SHORT_SYLLABLE.test(word.slice(0, -1))))) return word.slice(0, -1);
  return word.endsWith("ll") && last >= second ? word.slice(0, -1) : word;
}
