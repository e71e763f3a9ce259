/**
 * All numbers that determine the ranking. docs/search-evaluation.md describes how they were chosen. They are few, because many numbers
 * would be fitted to one set of tools and wrong for others.
 */

/** Searchable fields of a tool. */
export type FieldName =
  | "name"
  | "keywords"
  | "description"
  | "further description"
  | "CLI name"
  | "argument name"
  | "enum value"
  | "argument description"
  | "weak keywords"
  | "tag"
  | "category"
  | "CLI description";

/** A field of a tool, and the weight of its terms. */
export interface Field {
  readonly name: FieldName;
  /** Weight of one occurrence of a term, relative to the description. */
  readonly weight: number;
  /** Length normalization, from 0 (none) to 1 (full, by length over `typicalLength`). BM25's b. */
  readonly dilution: number;
  /** Typical number of words. A constant instead of the average of the index, so that a tool does not affect the scores of other tools. */
  readonly typicalLength: number;
}

/** Fields of the BM25F score. */
export const FIELDS: readonly Field[] = [
  // Names are short and chosen with care. Full dilution: the term `log` weighs more in the name `log` than in `log_driver_list`.
  { name: "name", weight: 2, dilution: 1, typicalLength: 2 },
  // Written for search.
  { name: "keywords", weight: 2, dilution: 0.5, typicalLength: 4 },
  // The title and the first sentence, which describes the purpose of the tool.
  { name: "description", weight: 1, dilution: 0.5, typicalLength: 12 },
  // The other sentences: when to use the tool, notes, warnings, references. Includes the descriptions of examples.
  { name: "further description", weight: 0.5, dilution: 0.5, typicalLength: 12 },
  // Inherited by every tool of the CLI, so that "git commit" prefers the tools of git.
  { name: "CLI name", weight: 1, dilution: 0, typicalLength: 2 },
  // Arguments describe the capabilities of a tool, but ten arguments must not outweigh its description.
  { name: "argument name", weight: 0.4, dilution: 0.75, typicalLength: 8 },
  // Includes the words of `enum_words`, and constant words.
  { name: "enum value", weight: 0.3, dilution: 0.75, typicalLength: 8 },
  // Low dilution: a tool with many arguments does more, and a word that several of them have is a subject of the tool.
  { name: "argument description", weight: 0.25, dilution: 0.25, typicalLength: 40 },
  // What the program can do, but not the tool's arguments. Each word counts once, so their number hardly matters.
  { name: "weak keywords", weight: 0.2, dilution: 0.25, typicalLength: 40 },
  // Shared by all tools of a CLI; breaks ties.
  { name: "tag", weight: 0.3, dilution: 0, typicalLength: 4 },
  { name: "category", weight: 0.3, dilution: 0, typicalLength: 1 },
  { name: "CLI description", weight: 0.2, dilution: 0, typicalLength: 8 },
];

/** BM25's k1, the saturation of repeated terms. The usual value. */
export const SATURATION = 1.2;

/** Kind of match between a query term and an index term. */
export type MatchKind = "exact" | "prefix" | "near" | "abbreviated" | "related" | "joined";

/** Weight of a match by its kind, relative to an exact match. */
export const MATCH_WEIGHTS: Readonly<Record<MatchKind, number>> = {
  exact: 1,
  // `config` for `configuration`, times the fraction of the longer word.
  prefix: 0.6,
  // A fuzzy match, for a possible typo.
  near: 0.6,
  // Both in `related-words.ts`.
  abbreviated: 0.8,
  related: 0.25,
  // `work tree` for `worktree`, in addition to the matches of both words.
  joined: 0.6,
};

/**
 * Decrease of the weight of query words by position: the word at position `n`, from 0 and without function words, has the weight `1 / (1 +
 * POSITION_DECREASE * (n - 1))`. A request starts with what is wanted, and conditions follow: "print a file with the author of each line".
 * The first two words, usually a verb and its object, have the full weight.
 */
export const POSITION_DECREASE = 0.12;

/** Weights of a qualifier and of a common word in a query (`stop-words.ts`). Other words have weight 1. */
export const QUALIFIER_WEIGHT = 0.3;
export const COMMON_WEIGHT = 0.6;

/** Weight of a verb in a query that has a meaning of its own with its particle: `log` of "log in", in addition to `login`. */
export const JOINED_VERB_WEIGHT = 0.3;

/**
 * Maximum number of words that are looked up, and maximum length of the text that is split into words, in UTF-16 code units. Real queries
 * are shorter. The limits keep a caller that sends a long text from delaying other callers, because each word is compared with the whole
 * vocabulary.
 */
export const MAX_QUERY_WORDS = 128;
export const MAX_QUERY_LENGTH = 10_000;

/** Minimum length of a prefix. Shorter prefixes match too many words. */
export const MIN_PREFIX_LENGTH = 3;
/** Maximum number of index terms per prefix. A prefix of more terms is not specific enough, and matches no term. */
export const MAX_PREFIX_MATCHES = 32;

/** Minimum length of a word in which one typo is allowed, and of a word in which two are allowed. */
export const MIN_LENGTH_ONE_TYPO = 4;
export const MIN_LENGTH_TWO_TYPOS = 7;

/**
 * Score that naming a CLI in the query adds to all its tools, relative to the rarest term at full impact. It is lower for a name that is an
 * ordinary word in other tools, and much lower if such a name is inside a sentence. It is multiplied by `LEADING_SCOPE` if the query starts
 * with the name.
 */
export const SCOPE = 0.7;
export const LEADING_SCOPE = 1.5;

/**
 * Score that a query adds to the tools whose subcommand it starts with, relative to the rarest term at full impact: for a certain command
 * line, more than the words of a query usually add up to, and otherwise as much as half of a rare word.
 */
export const COMMAND_LINE = 4;
export const COMMAND = 0.5;

/** Factor of the score of a tool in a group of subcommands that the query does not name. */
export const UNNAMED_GROUP = 0.85;

/** Score that a sentence adds to the tools whose subcommand is its first word, in the unit of inverse document frequencies. */
export const VERB = 0.3;

/** Fraction of the best score below which a result is left out. */
export const LEAST_SCORE = 0.2;
