/** What a query asks for: its words, each with the words of the index that it may meet and what meeting them is worth. */
import { nearWords } from "./near-words.ts";
import { relatedStems } from "./related-words.ts";
import type { SearchStatistics } from "./statistics.ts";
import { isFaintWord, isStopWord } from "./stop-words.ts";
import { findWord, placeAfter, placeOf } from "./vocabulary.ts";
import type { MatchKind } from "./weights.ts";
import {
  FAINT,
  LONGEST_QUERY,
  MATCH_WEIGHTS,
  MOST_PREFIXED,
  MOST_WORDS,
  SHORTEST_NEAR,
  SHORTEST_NEAR_TWICE,
  SHORTEST_PREFIX,
} from "./weights.ts";
import type { Word } from "./words.ts";
import { plainWords, splitWords } from "./words.ts";

/** Points of one unit of inverse document frequency. Whole numbers add up alike in any order and on every machine. */
export const RARITY_UNIT = 64;

/** A word of the index that a word of the query meets. */
export interface TermMatch {
  /** In the vocabulary. */
  readonly place: number;
  readonly kind: MatchKind;
  /** Points at full impact, divided by `FULL_IMPACT`. */
  readonly strength: number;
}

/** One word of the query. Of its matches the best one in a tool counts. */
export interface QueryTerm {
  /** As written, lower-case. */
  readonly text: string;
  /** How rare it is, in points: its share of what the query asks for. */
  readonly mass: number;
  readonly matches: readonly TermMatch[];
}

export interface Query {
  /** The words as they stand in the query, stop words too; names in camel case in one piece. */
  readonly words: readonly string[];
  /** The words that ask for something, those that the index knows nothing like left out. */
  readonly terms: readonly QueryTerm[];
  /** How many different words ask for something, whether the index knows them or not. */
  readonly asked: number;
}

/** What a query is read against. */
export interface QuerySource {
  readonly statistics: SearchStatistics;
  readonly toolCount: number;
  /** Whether a lower-case word is what a CLI is called. */
  readonly isName: (word: string) => boolean;
}

/** Reads a query: its first words, where it has more than anybody asks for (`MOST_WORDS`). */
export function readQuery(text: string, { statistics, toolCount, isName }: QuerySource): Query {
  const head = text.slice(0, LONGEST_QUERY);
  const all = splitWords(head).slice(0, MOST_WORDS);
  const plain = all.filter(({ isJoined }) => !isJoined);
  const telling = plain.filter((word) => !isStopWord(word.text));
  const asked = distinct(telling.length > 0 ? telling : plain);
  const rarity = (place: number): number => rarityOf(statistics.countAt(place), toolCount);
  const joined = distinct([...all.filter(({ isJoined }) => isJoined), ...joinNeighbours(asked)]);
  const known = new Set(asked.map(({ stem }) => stem));
  const terms = [
    ...asked.map((word) => toTerm(word, statistics, rarity)),
    ...joined.filter(({ stem }) => !known.has(stem)).map((word) => toJoinedTerm(word, statistics, rarity)),
  ];
  return {
    words: plainWords(head, isName).slice(0, MOST_WORDS),
    terms: terms.filter(({ matches }) => matches.length > 0),
    asked: asked.length,
  };
}

/** The inverse document frequency of a word that `count` of `total` tools have, in points: BM25's, never negative. */
export function rarityOf(count: number, total: number): number {
  return Math.round(RARITY_UNIT * Math.log(1 + (total - count + 0.5) / (count + 0.5)));
}

type Rarity = (place: number) => number;

function toTerm({ text, stem }: Word, statistics: SearchStatistics, rarity: Rarity): QueryTerm {
  const own = findWord(statistics.vocabulary, stem);
  const longer = findLonger(stem, statistics);
  const places: readonly (readonly [number, MatchKind, number])[] = [
    ...(own === undefined ? [] : [[own, "exact", 1] as const]),
    ...longer.map(({ place, share }) => [place, "prefix", share] as const),
    ...(isBeginning(stem, statistics) ? [] : findNear({ text, stem }, statistics).map((place) => [place, "near", 1] as const)),
    ...findRelated(stem, statistics).map((place) => [place, "related", 1] as const),
  ];
  // A longer word that is rarer than the word itself must not count for more.
  const most = own === undefined ? Infinity : rarity(own);
  const loudness = isFaintWord(text) ? FAINT : 1;
  const matches = places.map(([place, kind, share]) => {
    return { place, kind, strength: Math.max(1, Math.round(loudness * MATCH_WEIGHTS[kind] * share * Math.min(rarity(place), most))) };
  });
  return { text, mass: matches.reduce((mass, { strength }) => Math.max(mass, strength), 0), matches };
}

function toJoinedTerm({ text, stem }: Word, { vocabulary }: SearchStatistics, rarity: Rarity): QueryTerm {
  const place = findWord(vocabulary, stem);
  if (place === undefined) return { text, mass: 0, matches: [] };
  const strength = Math.max(1, Math.round(MATCH_WEIGHTS.joined * rarity(place)));
  return { text, mass: strength, matches: [{ place, kind: "joined", strength }] };
}

/** Whether a word of the index is or begins with this one, which is no typing mistake then. There may be more than `findLonger` names. */
function isBeginning(stem: string, { vocabulary }: SearchStatistics): boolean {
  const first = placeOf(vocabulary, stem);
  return first < vocabulary.size && vocabulary.wordAt(first).startsWith(stem);
}

/** The words that begin with this one, and how much of each it is: none where they are too many. */
function findLonger(stem: string, { vocabulary }: SearchStatistics): readonly { readonly place: number; readonly share: number }[] {
  if (stem.length < SHORTEST_PREFIX) return [];
  let first = placeOf(vocabulary, stem);
  if (first < vocabulary.size && vocabulary.wordAt(first) === stem) first += 1;
  if (first === vocabulary.size || !vocabulary.wordAt(first).startsWith(stem)) return [];
  const count = placeAfter(vocabulary, stem, first) - first;
  if (count > MOST_PREFIXED) return [];
  return Array.from({ length: count }, (_, more) => {
    const place = first + more;
    return { place, share: stem.length / vocabulary.wordAt(place).length };
  });
}

function findRelated(stem: string, { vocabulary }: SearchStatistics): readonly number[] {
  return relatedStems(stem).flatMap((word) => findWord(vocabulary, word) ?? []);
}

/** The length is that of the word as written: a stem may have lost the end that the mistake kept others from losing. */
function findNear({ text, stem }: Pick<Word, "text" | "stem">, { vocabulary }: SearchStatistics): readonly number[] {
  if (text.length < SHORTEST_NEAR) return [];
  return nearWords(vocabulary, stem, text.length < SHORTEST_NEAR_TWICE ? 1 : 2);
}

/** Neighbours in one piece: someone who writes "work tree" may mean `worktree`. */
function joinNeighbours(words: readonly Word[]): readonly Word[] {
  return words.slice(1).flatMap(({ text }, place) => splitWords(`${words[place]?.text ?? ""}${text}`).slice(0, 1));
}

function distinct(words: readonly Word[]): readonly Word[] {
  return [...new Map(words.map((word) => [word.stem, word])).values()];
}
