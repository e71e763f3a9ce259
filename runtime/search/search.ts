/**
 * Ranked search over an index. By the contract (001), a tool matches if it passes every filter and contains the query as an exact phrase.
 * As an extension, matches are ranked, and a query without a phrase match returns the tools that match its terms.
 */
import { defined } from "../text/defined.ts";
import { once } from "../text/once.ts";
import type { IndexedCli, IndexReader } from "./reader.ts";
import { SEARCH_SEPARATOR } from "./reader.ts";
import type { Ranking } from "./top-k.ts";
import { compareRanks, topK } from "./top-k.ts";
import type { PhraseMatches, PhrasePosition } from "./phrase.ts";
import { createPhraseBuffer, findPhrase, PHRASE_POSITIONS } from "./phrase.ts";
import { findUnnamed, listGroups } from "./command-groups.ts";
import { findCommand } from "./command-path.ts";
import { inverseDocumentFrequency, readQuery } from "./query-terms.ts";
import { collectAliases, findScopes } from "./scope.ts";
import type { ScoredQuery } from "./score.ts";
import { addCommand, createAccumulators, scoreTools } from "./score.ts";
import { listTwins } from "./twins.ts";
import { LEAST_SCORE } from "./weights.ts";
import { plainWords } from "./words.ts";
import { FULL_IMPACT } from "./postings.ts";

/** Parameters of a search. A tool must match all of them. */
export interface SearchFilters {
  /** Case-insensitive exact phrase; terms if no tool contains the phrase. "" matches every tool. */
  readonly query?: string | undefined;
  /** Whole category, case-insensitive. "" does not filter (vector search.query_empty.004). */
  readonly category?: string | undefined;
  /** Whole CLI name, case-insensitive. "" does not filter. */
  readonly cli?: string | undefined;
  /** Maximum number of results. A negative number counts as 0. */
  readonly limit: number;
  /** Number of results to skip. Defaults to 0, and a negative number counts as 0. */
  readonly offset?: number;
}

/** Search result with its sort keys. */
export interface Hit {
  readonly ordinal: number;
  /** Position of the exact phrase. Omitted if the tool matches by terms, or the query is empty. */
  readonly phrase?: PhrasePosition;
  /** Score (see `scoreTools`), which ranks tools with the same `phrase`. */
  readonly points: number;
}

/** The results within `offset` and `limit`, and the number of all matching tools. */
export interface SearchHits {
  readonly hits: readonly Hit[];
  readonly total: number;
  /** Whether even the best result is a weak match (see `isWeakMatch`). False for phrase matches, and without a query. */
  readonly isWeak: boolean;
}

/** Sort key that is added per phrase position. Exceeds the score of any query that fits into a message. */
const POSITION_POINTS = 2 ** 44;

/** Search over one index. */
export interface Search {
  /**
   * Returns one page of the matching tools by descending rank, with ties ordered by name. Without a query, the tools are in index order.
   */
  readonly find: (filters: SearchFilters) => SearchHits;
  /** Parses a query into terms and scopes. */
  readonly read: (query: string) => ScoredQuery;
}

/** Creates a search over an index. Nothing is read before the first query. */
export function createSearch(reader: IndexReader): Search {
  const { clis, toolCount } = reader;
  const aliases = once(() => collectAliases(clis));
  const accumulators = once(() => createAccumulators(toolCount));
  const buffer = once(() => createPhraseBuffer(toolCount));
  const keys = once(() => new Float64Array(toolCount));
  const twins = once(() => listTwins(reader.twins()));
  const groups = once(() => listGroups({ statistics: reader.statistics(), clis }));
  const read = (text: string): ScoredQuery => {
    const statistics = reader.statistics();
    const query = readQuery(text, { statistics, toolCount, isName: (word) => aliases().has(word) });
    const source = { aliases: aliases(), clis, statistics, toolCount };
    const unnamed = findUnnamed(groups(), query);
    return { ...query, unnamed, scopes: findScopes(query.words, source), ...defined({ command: findCommand(text, source) }) };
  };
  const isCliName = (start: string, cli: IndexedCli): boolean =>
    [plainWords(start), plainWords(start, () => true)].some((words) =>
      aliases()
        .get(words.join(" "))
        ?.some((index) => clis[index] === cli),
    );
  return {
    read,
    find({ query = "", category, cli, limit, offset }) {
      const ranges = clis.filter((range) => range.count > 0 && isWithin(range, category, cli));
      if (query.includes(SEARCH_SEPARATOR) || ranges.length === 0) return { hits: [], total: 0, isWeak: false };
      const first = Math.max(0, offset ?? 0);
      const end = first + Math.max(0, limit);
      if (query === "") return listTools(ranges, first, end);
      const scored = read(query);
      // Phrases are searched first, so that the memory for reading the text is free again when the scores need memory.
      const source = { searchText: reader.searchText(), statistics: reader.statistics(), buffer: buffer(), isCliName };
      const phrases = findPhrase(source, ranges, query.toLowerCase());
      const points = scoreTools(scored, { statistics: reader.statistics(), clis }, accumulators());
      const includesUnmatched = Boolean(cli) && hasSeveralTerms(scored);
      const least = includesUnmatched || phrases !== undefined ? 0 : LEAST_SCORE * findBest(points, ranges);
      addCommand(scored, points);
      const ranked = phrases === undefined ? rankWords(points, ranges, { includesUnmatched, least }) : rankPhrases(points, phrases, keys());
      const { ordinals, total } = takeBest(withoutTwins({ ...ranked, ties: reader.nameRanks() }, twins()), end);
      const [best] = ordinals;
      const isWeak = phrases === undefined && best !== undefined && isWeakMatch(points[best] ?? 0, scored, toolCount);
      const hits = ordinals.slice(first, end).map((ordinal): Hit => {
        const phrase = PHRASE_POSITIONS[(phrases?.positions[ordinal] ?? 0) - 1];
        return { ordinal, ...(phrase && { phrase }), points: points[ordinal] ?? 0 };
      });
      return { hits, total, isWeak };
    },
  };
}

function isWithin({ cli }: IndexedCli, category: string | undefined, name: string | undefined): boolean {
  return (!category || equalsIgnoringCase(cli.category, category)) && (!name || equalsIgnoringCase(cli.name, name));
}

function equalsIgnoringCase(left: string | undefined, right: string): boolean {
  return left !== undefined && left.toLowerCase() === right.toLowerCase();
}

/**
 * Reports whether a query has several terms, at least one of which is in the index. With the `cli` filter, such a query also returns the
 * CLI's other tools, after the matching ones, because short descriptions may lack the right words. A single unknown word returns nothing.
 */
function hasSeveralTerms({ termCount, terms }: ScoredQuery): boolean {
  return termCount > 1 && terms.length > 0;
}

/** Returns the tools from position `first` to before `end`, in index order. */
function listTools(ranges: readonly IndexedCli[], first: number, end: number): SearchHits {
  const hits: Hit[] = [];
  let total = 0;
  for (const range of ranges) {
    const [from, to] = [Math.max(first, total), Math.min(end, total + range.count)];
    for (let position = from; position < to; position++) hits.push({ ordinal: range.first + position - total, points: 0 });
    total += range.count;
  }
  return { hits, total, isWeak: false };
}

/**
 * Returns the first `end` tools of a ranking, but at least one, and the number of all tools in it. Counts the tools while it ranks them.
 */
function takeBest(ranking: Ranking, end: number): { readonly ordinals: readonly number[]; readonly total: number } {
  let total = 0;
  const visitCandidates = (visit: (ordinal: number) => void): void =>
    ranking.visitCandidates((ordinal) => {
      total += 1;
      visit(ordinal);
    });
  return { ordinals: topK({ ...ranking, visitCandidates }, Math.max(1, end)), total };
}

interface KeyedTools extends Omit<Ranking, "ties" | "visitCandidates"> {
  /** Calls `visit` with all candidates, and possibly with other tools. */
  readonly visitTools: (visit: (ordinal: number) => void) => void;
  readonly isCandidate: (ordinal: number) => boolean;
}

type RankedTools = KeyedTools & Pick<Ranking, "ties">;

/** Ranks the candidates, but of the tools with the same effect only the best. */
function withoutTwins({ visitTools, isCandidate, ...order }: RankedTools, twins: ReadonlyMap<number, readonly number[]>): Ranking {
  const isLess = (ordinal: number, other: number): boolean => isCandidate(other) && compareRanks(order, other, ordinal) < 0;
  const isBest = (ordinal: number): boolean => twins.get(ordinal)?.some((other) => isLess(ordinal, other)) !== true;
  const hasTwins = twins.size > 0;
  return {
    ...order,
    visitCandidates: (visit) =>
      visitTools((ordinal) => {
        if (isCandidate(ordinal) && (!hasTwins || isBest(ordinal))) visit(ordinal);
      }),
  };
}

/** Returns the best score of the tools in these ranges. */
function findBest(points: Float64Array, ranges: readonly IndexedCli[]): number {
  let best = 0;
  for (const { first, count } of ranges) {
    for (let ordinal = first; ordinal < first + count; ordinal++) {
      const score = points[ordinal] ?? 0;
      if (score > best) best = score;
    }
  }
  return best;
}

/** The tools of a word search that are results. */
interface WordResults {
  /** Whether tools without a match follow at the end. */
  readonly includesUnmatched: boolean;
  /** Score below which a tool is not a result. */
  readonly least: number;
}

/** Ranks term matches by score. */
function rankWords(points: Float64Array, ranges: readonly IndexedCli[], { includesUnmatched, least }: WordResults): KeyedTools {
  const isCandidate = (ordinal: number): boolean => {
    const score = points[ordinal] ?? 0;
    return includesUnmatched || (score > 0 && score >= least);
  };
  return {
    keys: points,
    isCandidate,
    visitTools(visit) {
      for (const { first, count } of ranges) {
        for (let ordinal = first; ordinal < first + count; ordinal++) {
          if (includesUnmatched || (points[ordinal] ?? 0) > 0) visit(ordinal);
        }
      }
    },
  };
}

/** Ranks phrase matches by position, then by score. Overwrites `keys`. */
function rankPhrases(points: Float64Array, { ordinals, positions }: PhraseMatches, keys: Float64Array): KeyedTools {
  for (const ordinal of ordinals) keys[ordinal] = (positions[ordinal] ?? 0) * POSITION_POINTS + (points[ordinal] ?? 0);
  return {
    keys,
    visitTools: (visit) => ordinals.forEach((ordinal) => visit(ordinal)),
    isCandidate: (ordinal) => (positions[ordinal] ?? 0) > 0,
  };
}

/**
 * Score below which the best result is a weak match. The value is suitable for servers of 100 and of 2,000 tools;
 * `docs/search-evaluation.md` has the measurements.
 */
const WEAK_MATCH = 0.167;

/**
 * Reports whether the best result, with this score, is a weak match. The score is normalized: the rarest term at full impact has 1, times
 * the square root of the fraction of the query that the score covers. Terms that are not in the index count as the rarest terms.
 */
function isWeakMatch(points: number, { terms, termCount, scopes }: ScoredQuery, toolCount: number): boolean {
  const rarest = inverseDocumentFrequency(1, toolCount);
  const known = terms.reduce((sum, { weight }) => sum + weight, 0);
  const scope = scopes.reduce((highest, { strength }) => Math.max(highest, strength), 0);
  const whole = known + Math.max(0, termCount - terms.length) * rarest + scope;
  const score = points / FULL_IMPACT;
  return whole === 0 || (score / rarest) * Math.sqrt(score / whole) < WEAK_MATCH;
}
