/** Parses a query into terms, each with its matching index terms and their weights. */
import { fuzzyMatches } from "./fuzzy-matches.ts";
import { joinPhrasalVerbs } from "./phrasal-verbs.ts";
import { abbreviatedStems, relatedStems } from "./related-words.ts";
import type { SearchStatistics } from "./statistics.ts";
import { isQuestionWord, isStopWord, isWish, wordWeight } from "./stop-words.ts";
import { findWord, prefixEnd, lowerBound } from "./vocabulary.ts";
import type { MatchKind } from "./weights.ts";
import {
  JOINED_VERB_WEIGHT,
  MAX_QUERY_LENGTH,
  MATCH_WEIGHTS,
  MAX_PREFIX_MATCHES,
  MAX_QUERY_WORDS,
  MIN_LENGTH_ONE_TYPO,
  MIN_LENGTH_TWO_TYPOS,
  MIN_PREFIX_LENGTH,
  POSITION_DECREASE,
} from "./weights.ts";
import type { Word } from "./words.ts";
import { plainWords, splitWords } from "./words.ts";

/** Points per unit of inverse document frequency. Points are integers, because integer sums do not depend on the order or the machine. */
export const IDF_UNIT = 64;

/** Index term that matches a query term. */
export interface TermMatch {
  /** Index in the vocabulary. */
  readonly index: number;
  readonly kind: MatchKind;
  /** Score at full impact, in points, divided by `FULL_IMPACT`. */
  readonly strength: number;
}

/** Query term. Only its best match in a tool counts. */
export interface QueryTerm {
  /** Word of the query, lowercase, unstemmed. */
  readonly text: string;
  /** Weight of the term in the query, in points: the highest strength of its matches. */
  readonly weight: number;
  readonly matches: readonly TermMatch[];
}

/** A parsed query. */
export interface Query {
  /** All words of the query in order, including stop words. CLI names in camel case are unsplit. */
  readonly words: readonly string[];
  /** Terms that have a match in the index. */
  readonly terms: readonly QueryTerm[];
  /** Number of distinct terms, with or without a match in the index. */
  readonly termCount: number;
}

/** Inputs of `readQuery`, apart from the query. */
export interface QuerySource {
  readonly statistics: SearchStatistics;
  readonly toolCount: number;
  /** Reports whether a lowercase word is the name of a CLI. */
  readonly isName: (word: string) => boolean;
}

/** Parses a query. Words after the first `MAX_QUERY_WORDS` are ignored. */
export function readQuery(text: string, { statistics, toolCount, isName }: QuerySource): Query {
  const head = text.slice(0, MAX_QUERY_LENGTH);
  const all = splitWords(head).slice(0, MAX_QUERY_WORDS);
  const { words: plain, verbs } = joinPhrasalVerbs(
    all.filter(({ isJoined }) => !isJoined),
    (stem) => findWord(statistics.vocabulary, stem) !== undefined || findAll(relatedStems(stem), statistics).length > 0,
  );
  const isUsed = ({ text: word, stem }: Word, at: number): boolean =>
    !isStopWord(word) ||
    (isQuestionWord(word) && !isWish(word, plain[at - 1]?.text) && findWord(statistics.vocabulary, stem) !== undefined);
  const significant = plain.filter(isUsed);
  const words = distinct(significant.length > 0 ? significant : plain);
  const idf = (index: number): number => inverseDocumentFrequency(statistics.ownCountAt(index), toolCount);
  const joined = distinct([...all.filter(({ isJoined }) => isJoined), ...joinAdjacent(words)]);
  const known = new Set(words.map(({ stem }) => stem));
  const terms = [
    ...words.map((word, position) => toTerm(word, statistics, { idf, importance: wordWeight(word.text) * positionWeight(position) })),
    ...distinct(verbs).map((word) => toTerm(word, statistics, { idf, importance: JOINED_VERB_WEIGHT })),
    ...joined.filter(({ stem }) => !known.has(stem)).map((word) => toJoinedTerm(word, statistics, idf)),
  ];
  return {
    words: plainWords(head, isName).slice(0, MAX_QUERY_WORDS),
    terms: terms.filter(({ matches }) => matches.length > 0),
    termCount: words.length,
  };
}

/** Returns the BM25 inverse document frequency of a term that occurs in `count` of `total` tools, in points; never negative. */
export function inverseDocumentFrequency(count: number, total: number): number {
  return Math.round(IDF_UNIT * Math.log(1 + (total - count + 0.5) / (count + 0.5)));
}

type Idf = (index: number) => number;

/** Returns the weight of a query word by its position, from 0; see `POSITION_DECREASE`. */
export function positionWeight(position: number): number {
  return 1 / (1 + POSITION_DECREASE * Math.max(0, position - 1));
}

interface TermWeighting {
  readonly idf: Idf;
  /** Weight of the word in the query, at most 1. */
  readonly importance: number;
}

function toTerm({ text, stem }: Word, statistics: SearchStatistics, { idf, importance }: TermWeighting): QueryTerm {
  const own = findWord(statistics.vocabulary, stem);
  const longer = findLonger(stem, statistics);
  const found: readonly (readonly [index: number, kind: MatchKind, share: number])[] = [
    ...(own === undefined ? [] : [[own, "exact", 1] as const]),
    ...longer.map(({ index, share }) => [index, "prefix", share] as const),
    ...(isPrefixOfTerm(stem, statistics) ? [] : findFuzzy({ text, stem }, statistics).map((index) => [index, "near", 1] as const)),
    ...findAll(abbreviatedStems(stem), statistics).map((index) => [index, "abbreviated", 1] as const),
    ...findAll(relatedStems(stem), statistics).map((index) => [index, "related", 1] as const),
  ];
  // A rarer longer word must not score higher than the word itself.
  const limit = own === undefined ? Infinity : idf(own);
  const matches = found.map(([index, kind, share]) => {
    return { index, kind, strength: Math.max(1, Math.round(importance * MATCH_WEIGHTS[kind] * share * Math.min(idf(index), limit))) };
  });
  return { text, weight: matches.reduce((highest, { strength }) => Math.max(highest, strength), 0), matches };
}

function toJoinedTerm({ text, stem }: Word, { vocabulary }: SearchStatistics, idf: Idf): QueryTerm {
  const index = findWord(vocabulary, stem);
  if (index === undefined) return { text, weight: 0, matches: [] };
  const strength = Math.max(1, Math.round(MATCH_WEIGHTS.joined * idf(index)));
  return { text, weight: strength, matches: [{ index, kind: "joined", strength }] };
}

/**
 * Reports whether an index term equals or starts with this stem, so that the word is not a typo. Includes terms above the limit of
 * `findLonger`.
 */
function isPrefixOfTerm(stem: string, { vocabulary }: SearchStatistics): boolean {
  const first = lowerBound(vocabulary, stem);
  return first < vocabulary.size && vocabulary.wordAt(first).startsWith(stem);
}

/**
 * Returns the longer terms that start with the stem, each with the fraction that the stem covers. Returns an empty list if there are more
 * than `MAX_PREFIX_MATCHES` terms.
 */
function findLonger(stem: string, { vocabulary }: SearchStatistics): readonly { readonly index: number; readonly share: number }[] {
  if (stem.length < MIN_PREFIX_LENGTH) return [];
  let first = lowerBound(vocabulary, stem);
  if (first < vocabulary.size && vocabulary.wordAt(first) === stem) first += 1;
  if (first === vocabulary.size || !vocabulary.wordAt(first).startsWith(stem)) return [];
  const count = prefixEnd(vocabulary, stem, first) - first;
  if (count > MAX_PREFIX_MATCHES) return [];
  return Array.from({ length: count }, (_, more) => {
    const index = first + more;
    return { index, share: stem.length / vocabulary.wordAt(index).length };
  });
}

function findAll(stems: readonly string[], { vocabulary }: SearchStatistics): readonly number[] {
  return stems.flatMap((stem) => findWord(vocabulary, stem) ?? []);
}

/** Returns the fuzzy matches of a word. The allowed distance depends on the unstemmed length, because a typo can prevent stemming. */
function findFuzzy({ text, stem }: Pick<Word, "text" | "stem">, { vocabulary }: SearchStatistics): readonly number[] {
  if (text.length < MIN_LENGTH_ONE_TYPO) return [];
  return fuzzyMatches(vocabulary, stem, text.length < MIN_LENGTH_TWO_TYPOS ? 1 : 2);
}

/** Joins pairs of adjacent words, because "work tree" may mean `worktree`. */
function joinAdjacent(words: readonly Word[]): readonly Word[] {
  return words.slice(1).flatMap(({ text }, index) => splitWords(`${words[index]?.text ?? ""}${text}`).slice(0, 1));
}

function distinct(words: readonly Word[]): readonly Word[] {
  return [...new Map(words.map((word) => [word.stem, word])).values()];
}
