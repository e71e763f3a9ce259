/**
 * Statistics of ranked search: for every term, the tools that contain it and its BM25F weight in each. A compiled index contains them, and
 * they are read by offset. For specs in memory, they are computed on the first search. Both forms have equal bytes, and result in the same
 * ranking.
 */
import { byKey } from "../text/code-unit-order.ts";
import type { Cli, Tool } from "../tool/tool.ts";
import { commandTerm } from "./command-term.ts";
import { cliTexts, toolTexts } from "./fields.ts";
import type { FieldTexts } from "./fields.ts";
import type { PostingList } from "./postings.ts";
import { addPosting, createPostingList, FULL_IMPACT } from "./postings.ts";
import type { JoinedWords, Vocabulary } from "./vocabulary.ts";
import { createVocabulary, joinWords } from "./vocabulary.ts";
import { FEW_TOOLS, FIELDS, SATURATION, SHARED } from "./weights.ts";
import type { Field } from "./weights.ts";
import type { Splitter, Word } from "./words.ts";
import { createSplitter, splitWords } from "./words.ts";

/** The terms of an index and the tools that contain them. */
export interface SearchStatistics {
  readonly vocabulary: Vocabulary;
  /** Returns the number of tools that contain the term with this index. */
  readonly countAt: (index: number) => number;
  /**
   * Returns the number of tools whose own fields contain the term with this index, or `countAt` if no tool's own fields do. It determines
   * the rarity of the term: a word of a CLI's description is in all of its tools, but may describe only one of them. A word of
   * arguments that many tools share counts for fewer tools, if the name, keywords or description of a tool contains it; see `SHARED`.
   */
  readonly ownCountAt: (index: number) => number;
  /** Returns the postings of the term with this index; see `visitPostings`. */
  readonly postingsAt: (index: number) => Uint8Array;
}

/** Stored form of the statistics. */
export interface StoredStatistics {
  readonly words: JoinedWords;
  /** Number of tools that contain each term. */
  readonly counts: Uint32Array;
  /** See `ownCountAt`. */
  readonly ownCounts: Uint32Array;
  readonly postings: Uint8Array;
  /** Start offset of each term's postings, followed by the total length. */
  readonly postingStarts: Uint32Array;
}

/** Computes the statistics of these tools, numbered in this order. */
export function collectStatistics(tools: readonly Tool[]): StoredStatistics {
  const postings = new Map<string, PostingList>();
  const shared = new Map<Cli, ReadonlyMap<string, number>>();
  const split = createSplitter();
  tools.forEach((tool, ordinal) => {
    const inherited = shared.get(tool.cli) ?? weighWords(cliTexts(tool.cli), split, FIELDS);
    shared.set(tool.cli, inherited);
    const texts = toolTexts(tool);
    const weights = weighWords(texts, split, PURPOSE_FIELDS);
    const stated = new Set(weights.keys());
    addFields(weights, texts, { split, fields: OTHER_FIELDS });
    const own = new Set(weights.keys());
    for (const [word, weight] of inherited) weights.set(word, (weights.get(word) ?? 0) + weight);
    const command = commandTerm(tool);
    if (command !== undefined) weights.set(command, 1);
    for (const [word, weight] of weights) {
      const list = postings.get(word) ?? createPostingList();
      if (list.count === 0) postings.set(word, list);
      addPosting(list, ordinal, toImpact(weight));
      if (own.has(word)) list.own += 1;
      if (stated.has(word)) list.stated += 1;
    }
  });
  return storePostings(postings, tools.length);
}

/** Opens stored statistics for searching. */
export function openStatistics({ words, counts, ownCounts, postings, postingStarts }: StoredStatistics): SearchStatistics {
  return {
    vocabulary: createVocabulary(words),
    countAt: (index) => counts[index] ?? 0,
    ownCountAt: (index) => ownCounts[index] ?? 0,
    postingsAt: (index) => postings.subarray(postingStarts[index], postingStarts[index + 1]),
  };
}

const PURPOSE_FIELDS = FIELDS.filter(({ isPurpose = false }) => isPurpose);
const OTHER_FIELDS = FIELDS.filter(({ isPurpose = false }) => !isPurpose);

/** Returns the weight of each term, summed over these fields. */
function weighWords(texts: FieldTexts, split: Splitter, fields: readonly Field[]): Map<string, number> {
  const weights = new Map<string, number>();
  addFields(weights, texts, { split, fields });
  return weights;
}

interface SplitFields {
  readonly split: Splitter;
  readonly fields: readonly Field[];
}

function addFields(weights: Map<string, number>, texts: FieldTexts, { split, fields }: SplitFields): void {
  for (const field of fields) addField(weights, field, (texts.get(field.name) ?? []).map(split));
}

/** Returns the weight of each term in one field. */
export function weighField(field: Field, texts: readonly string[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  addField(weights, field, texts.map(splitWords));
  return weights;
}

function addField(weights: Map<string, number>, field: Field, texts: readonly (readonly Word[])[]): void {
  const { weight, dilution, typicalLength } = field;
  let length = 0;
  for (const words of texts) for (const { isJoined } of words) length += isJoined ? 0 : 1;
  const each = weight / (1 - dilution + (dilution * length) / typicalLength);
  for (const words of texts) for (const { stem } of words) weights.set(stem, (weights.get(stem) ?? 0) + each);
}

/** Converts a weight to its BM25 saturation, as a byte. The rest of the score is a sum of integers, which is equal on every machine. */
function toImpact(weight: number): number {
  return Math.max(1, Math.round((FULL_IMPACT * weight) / (SATURATION + weight)));
}

/** Returns the number of tools that determines the rarity of a term; see `ownCountAt`. */
function ownCount({ count, own, stated }: PostingList, toolCount: number): number {
  if (own === 0) return count;
  const most = Math.ceil(Math.max(FEW_TOOLS, SHARED * toolCount));
  return stated > 0 && own > most ? Math.max(stated, most) : own;
}

function storePostings(lists: ReadonlyMap<string, PostingList>, toolCount: number): StoredStatistics {
  const sorted = [...lists].toSorted(byKey);
  const postingStarts = new Uint32Array(sorted.length + 1);
  sorted.forEach(([, { bytes }], index) => (postingStarts[index + 1] = (postingStarts[index] ?? 0) + bytes.length));
  const postings = new Uint8Array(postingStarts[sorted.length] ?? 0);
  sorted.forEach(([, { bytes }], index) => postings.set(bytes, postingStarts[index]));
  return {
    words: joinWords(sorted.map(([word]) => word)),
    counts: Uint32Array.from(sorted, ([, { count }]) => count),
    ownCounts: Uint32Array.from(sorted, ([, list]) => ownCount(list, toolCount)),
    postings,
    postingStarts,
  };
}
