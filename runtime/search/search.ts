/**
 * Ranked search over an index. The contract (001) decides which tools match: those that pass every filter and have the query as one
 * phrase. Beyond it, matches are ranked, and a query that no tool has as one phrase is answered by its words.
 */
import { once } from "../once.ts";
import type { IndexedCli, IndexReader } from "../tool-index/index-reader.ts";
import { SEARCH_SEPARATOR } from "../tool-index/index-reader.ts";
import type { Ranking } from "./best.ts";
import { takeBest } from "./best.ts";
import type { PhraseMatches, PhrasePlace } from "./phrase.ts";
import { createPhraseRoom, findPhrase, PHRASE_PLACES } from "./phrase.ts";
import { readQuery } from "./query-terms.ts";
import { collectAliases, findScopes } from "./scope.ts";
import type { ScoredQuery } from "./score.ts";
import { createAccumulators, scoreTools } from "./score.ts";

export interface SearchFilters {
  /** Case-insensitive; "" matches every tool. Tools that have it as one phrase, or else by its words. */
  readonly query?: string | undefined;
  /** Case-insensitive, the whole category; "" is no filter (vector search.query_empty.004). */
  readonly category?: string | undefined;
  /** Case-insensitive, the whole CLI name; "" is no filter. */
  readonly cli?: string | undefined;
  /** Most results to return; below 0 counts as 0. */
  readonly limit: number;
}

/** A tool that was found, and why it stands where it does. */
export interface Hit {
  readonly ordinal: number;
  /** Where the query was found as one phrase; absent where it was found by its words, or there was none. */
  readonly phrase?: PhrasePlace;
  /** See `scoreTools`; ranks what `phrase` leaves equal. */
  readonly points: number;
}

/** More than any points: words add up to some thousand at most, in a query of any length that a message holds. */
const PLACE_POINTS = 2 ** 44;

export interface Search {
  /** The tools that pass every filter, the best first, ties by name; without a query in index order. */
  readonly find: (filters: SearchFilters) => readonly Hit[];
  /** What a query is taken to ask for. */
  readonly read: (query: string) => ScoredQuery;
}

/** Search over a reader. Nothing is read before the first query. */
export function createSearch(reader: IndexReader): Search {
  const { clis, toolCount } = reader;
  const aliases = once(() => collectAliases(clis));
  const accumulators = once(() => createAccumulators(toolCount));
  const room = once(() => createPhraseRoom(toolCount));
  const keys = once(() => new Float64Array(toolCount));
  const read = (text: string): ScoredQuery => {
    const statistics = reader.statistics();
    const query = readQuery(text, { statistics, toolCount, isName: (word) => aliases().has(word) });
    return { ...query, scopes: findScopes(query.words, { aliases: aliases(), clis, statistics, toolCount }) };
  };
  return {
    read,
    find({ query = "", category, cli, limit }) {
      const ranges = clis.filter((range) => range.count > 0 && isWithin(range, category, cli));
      if (query.includes(SEARCH_SEPARATOR) || ranges.length === 0) return [];
      if (query === "") return firstHits(ranges, limit);
      const scored = read(query);
      // Before the scores: what reading the text takes for a moment is free again when they need memory.
      const source = { searchText: reader.searchText(), statistics: reader.statistics(), room: room() };
      const phrases = findPhrase(source, ranges, query.toLowerCase());
      const points = scoreTools(scored, { statistics: reader.statistics(), clis }, accumulators());
      const ranked =
        phrases === undefined ? rankWords(points, ranges, Boolean(cli) && isQuestion(scored)) : rankPhrases(points, phrases, keys());
      return takeBest({ ...ranked, ties: reader.nameRanks() }, limit).map((ordinal): Hit => {
        const phrase = PHRASE_PLACES[(phrases?.places[ordinal] ?? 0) - 1];
        return { ordinal, ...(phrase && { phrase }), points: points[ordinal] ?? 0 };
      });
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
 * One word that is not there is answered with nothing. Someone who names a CLI and describes what they want in several words is shown
 * its other tools as well, behind those that have a word of it: the words may be right and the descriptions short.
 */
function isQuestion({ asked, terms }: ScoredQuery): boolean {
  return asked > 1 && terms.length > 0;
}

function firstHits(ranges: readonly IndexedCli[], limit: number): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { first, count } of ranges) {
    for (let ordinal = first; ordinal < first + count && hits.length < limit; ordinal++) hits.push({ ordinal, points: 0 });
  }
  return hits;
}

type KeyedTools = Omit<Ranking, "ties">;

/** Tools that are found by their words stand by their points; `isEveryToolWanted`: those without any at the end. */
function rankWords(points: Float64Array, ranges: readonly IndexedCli[], isEveryToolWanted: boolean): KeyedTools {
  return {
    keys: points,
    visitCandidates(visit) {
      for (const { first, count } of ranges) {
        for (let ordinal = first; ordinal < first + count; ordinal++) {
          if (isEveryToolWanted || (points[ordinal] ?? 0) > 0) visit(ordinal);
        }
      }
    },
  };
}

/** Of tools that have the query as one phrase the better place wins, whatever the points. `keys` is written. */
function rankPhrases(points: Float64Array, { ordinals, places }: PhraseMatches, keys: Float64Array): KeyedTools {
  for (const ordinal of ordinals) keys[ordinal] = (places[ordinal] ?? 0) * PLACE_POINTS + (points[ordinal] ?? 0);
  return {
    keys,
    visitCandidates(visit) {
      for (const ordinal of ordinals) visit(ordinal);
    },
  };
}
