/**
 * The statistics of ranked search: for every word the tools that have it, with what it weighs there (BM25F). Made when the index is
 * compiled and read by offset, or from specs in memory with the first search: the same bytes either way, so that both rank alike.
 */
import type { Cli, Tool } from "../tool/tool-spec.ts";
import { cliTexts, toolTexts } from "./fields.ts";
import type { FieldTexts } from "./fields.ts";
import { encodePostings, FULL_IMPACT } from "./postings.ts";
import type { Posting } from "./postings.ts";
import type { JoinedWords, Vocabulary } from "./vocabulary.ts";
import { createVocabulary, joinWords } from "./vocabulary.ts";
import { FIELDS, SATURATION } from "./weights.ts";
import type { Field } from "./weights.ts";
import type { Splitter } from "./words.ts";
import { createSplitter, splitWords } from "./words.ts";

export interface SearchStatistics {
  readonly vocabulary: Vocabulary;
  /** How many tools have word `place`. */
  readonly countAt: (place: number) => number;
  /** The postings of word `place`, see `visitPostings`. */
  readonly postingsAt: (place: number) => Uint8Array;
}

/** The statistics as they are stored. */
export interface StoredStatistics {
  readonly words: JoinedWords;
  /** How many tools have each word. */
  readonly counts: Uint32Array;
  readonly postings: Uint8Array;
  /** Where the postings of each word start; one more entry at the end. */
  readonly postingStarts: Uint32Array;
}

/** The statistics of these tools, numbered as they come. */
export function collectStatistics(tools: readonly Tool[]): StoredStatistics {
  const postings = new Map<string, Posting[]>();
  const shared = new Map<Cli, ReadonlyMap<string, number>>();
  const split = createSplitter();
  tools.forEach((tool, ordinal) => {
    const inherited = shared.get(tool.cli) ?? weighWords(cliTexts(tool.cli), split);
    shared.set(tool.cli, inherited);
    const weights = addWeights(weighWords(toolTexts(tool), split), inherited);
    for (const [word, weight] of weights) {
      const known = postings.get(word);
      const posting = { ordinal, impact: toImpact(weight) };
      if (known === undefined) postings.set(word, [posting]);
      else known.push(posting);
    }
  });
  return storePostings(postings);
}

/** Stored statistics, ready to be searched. */
export function openStatistics({ words, counts, postings, postingStarts }: StoredStatistics): SearchStatistics {
  return {
    vocabulary: createVocabulary(words),
    countAt: (place) => counts[place] ?? 0,
    postingsAt: (place) => postings.subarray(postingStarts[place], postingStarts[place + 1]),
  };
}

/** What each word of these texts weighs, all fields together. */
function weighWords(texts: FieldTexts, split: Splitter): Map<string, number> {
  const weights = new Map<string, number>();
  for (const field of FIELDS) {
    for (const [word, weight] of weighField(field, texts.get(field.name) ?? [], split))
      weights.set(word, (weights.get(word) ?? 0) + weight);
  }
  return weights;
}

/** What each word weighs in one field. */
export function weighField(
  { weight, dilution, typicalLength }: Field,
  texts: readonly string[],
  split: Splitter = splitWords,
): ReadonlyMap<string, number> {
  const words = texts.flatMap(split);
  const length = words.filter(({ isJoined }) => !isJoined).length;
  const each = weight / (1 - dilution + (dilution * length) / typicalLength);
  const weights = new Map<string, number>();
  for (const { stem } of words) weights.set(stem, (weights.get(stem) ?? 0) + each);
  return weights;
}

function addWeights(weights: Map<string, number>, more: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  for (const [word, weight] of more) weights.set(word, (weights.get(word) ?? 0) + weight);
  return weights;
}

/** BM25's saturation as a byte, so that the rest of the score is sums of whole numbers: alike on every machine, in any order. */
function toImpact(weight: number): number {
  return Math.max(1, Math.round((FULL_IMPACT * weight) / (SATURATION + weight)));
}

function storePostings(postings: ReadonlyMap<string, readonly Posting[]>): StoredStatistics {
  const words = [...postings.keys()].toSorted();
  const encoded = words.map((word) => encodePostings(postings.get(word) ?? []));
  const postingStarts = new Uint32Array(words.length + 1);
  encoded.forEach((bytes, place) => (postingStarts[place + 1] = (postingStarts[place] ?? 0) + bytes.length));
  const bytes = new Uint8Array(postingStarts[words.length] ?? 0);
  encoded.forEach((part, place) => bytes.set(part, postingStarts[place]));
  return {
    words: joinWords(words),
    counts: Uint32Array.from(words, (word) => postings.get(word)?.length ?? 0),
    postings: bytes,
    postingStarts,
  };
}
