/**
 * Every number that decides an order. docs/search.md says how they were chosen; they are few, because a number that was fitted to one
 * set of tools would be wrong for the next.
 */

/** The parts of a tool that search reads, the most telling first. */
export type FieldName =
  | "name"
  | "keywords"
  | "description"
  | "further description"
  | "CLI name"
  | "argument name"
  | "enum value"
  | "argument description"
  | "tag"
  | "category"
  | "CLI description";

export interface Field {
  readonly name: FieldName;
  /** What one occurrence of a word counts; a word in a description counts 1. */
  readonly weight: number;
  /** How much a long text dilutes its words, from 0 (not at all) to 1 (by its length over `typicalLength`). */
  readonly dilution: number;
  /** Words in a usual text of this kind. A constant, not the average of the index, so that one tool never moves the score of another. */
  readonly typicalLength: number;
}

/** BM25F over these fields. */
export const FIELDS: readonly Field[] = [
  // A name is chosen with care and short: what it says, the tool does. `log` is all about logs, `log_driver_list` less so.
  { name: "name", weight: 2, dilution: 1, typicalLength: 2 },
  // Written for search alone.
  { name: "keywords", weight: 2, dilution: 0.5, typicalLength: 4 },
  // The title and the first sentence, which says what a tool does.
  { name: "description", weight: 1, dilution: 0.5, typicalLength: 12 },
  // The other sentences: when to use it, notes, warnings, where to read on.
  { name: "further description", weight: 0.5, dilution: 0.5, typicalLength: 12 },
  // Every tool inherits its CLI's names, so that "git commit" prefers git's.
  { name: "CLI name", weight: 1, dilution: 0, typicalLength: 2 },
  // What a tool can be told says what it can do, but ten arguments must not outweigh its description.
  { name: "argument name", weight: 0.5, dilution: 0.75, typicalLength: 8 },
  { name: "enum value", weight: 0.3, dilution: 0.75, typicalLength: 8 },
  { name: "argument description", weight: 0.3, dilution: 0.75, typicalLength: 40 },
  // Shared by all tools of a CLI: background that only breaks ties.
  { name: "tag", weight: 0.3, dilution: 0, typicalLength: 4 },
  { name: "category", weight: 0.3, dilution: 0, typicalLength: 1 },
  { name: "CLI description", weight: 0.2, dilution: 0, typicalLength: 8 },
];

/** BM25's k1: how soon further occurrences of a word stop to matter. The usual value. */
export const SATURATION = 1.2;

/** How a word of the query may meet a word of the index, and what that is worth against the word itself. */
export type MatchKind = "exact" | "prefix" | "near" | "related" | "joined";

export const MATCH_WEIGHTS: Readonly<Record<MatchKind, number>> = {
  exact: 1,
  // `config` for `configuration`, times the share of the word that was written.
  prefix: 0.6,
  // A typing mistake is a guess.
  near: 0.6,
  // See `related-words.ts`.
  related: 0.2,
  // `work tree` for `worktree`: on top of what both halves find.
  joined: 0.6,
};

/** What a faint word of the query (`stop-words.ts`) counts against any other. */
export const FAINT = 0.3;

/**
 * Of a query, how many words are looked up, and in how much of its text they are looked for, in UTF-16 units. A question has fewer; each
 * word costs a look at the whole vocabulary, and a caller who sends a file instead must not keep all others waiting.
 */
export const MOST_WORDS = 128;
export const LONGEST_QUERY = 10_000;

/** Shorter words begin too many others. */
export const SHORTEST_PREFIX = 3;
/** Words of the index that one prefix may stand for; more say nothing. */
export const MOST_PREFIXED = 32;

/** From how many letters on a word may have one typing mistake, and two. */
export const SHORTEST_NEAR = 4;
export const SHORTEST_NEAR_TWICE = 7;

/**
 * What naming a CLI in the query adds to all of its tools, against the rarest of words filling a tool. Less for a CLI whose name is an
 * ordinary word in other tools, half as much again where the query begins with it.
 */
export const SCOPE = 0.7;
export const LEADING_SCOPE = 1.5;
