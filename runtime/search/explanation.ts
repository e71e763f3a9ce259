/** Explains the match and the score of each result, for `climax-gen search --explain`. Servers do not use it. */
import type { IndexReader } from "./reader.ts";
import type { Tool } from "../tool/tool.ts";
import { cliTexts, toolTexts } from "./fields.ts";
import type { PhrasePosition } from "./phrase.ts";
import { FULL_IMPACT, visitPostings } from "./postings.ts";
import type { QueryTerm, TermMatch } from "./query-terms.ts";
import { IDF_UNIT } from "./query-terms.ts";
import type { ScoredQuery } from "./score.ts";
import { coverageFactor } from "./score.ts";
import type { Search, SearchFilters } from "./search.ts";
import type { SearchStatistics } from "./statistics.ts";
import { weighField } from "./statistics.ts";
import { wordWeight } from "./stop-words.ts";
import type { FieldName, MatchKind } from "./weights.ts";
import { FIELDS, UNNAMED_GROUP } from "./weights.ts";

/** A query term and its best match in the tool. */
export interface ExplainedTerm {
  readonly word: string;
  /** Matching stem. */
  readonly met: string;
  readonly kind: MatchKind;
  /** Whether the term has a low weight in every query; see `wordWeight`. */
  readonly isFaint: boolean;
  /** Contribution to the score, before `coverage`. */
  readonly score: number;
  /** Fields that contain the stem, each with the weight of the stem in that field. */
  readonly fields: readonly { readonly field: FieldName; readonly weight: number }[];
}

/** A result with the parts of its score. */
export interface ExplainedHit {
  readonly tool: Tool;
  /** `coverage` times `group` times the sum of the term scores, plus the sum of the scope scores and the score of the command. */
  readonly score: number;
  /** Position of the exact phrase. Omitted if the tool matches by terms. Phrase matches rank by position first. */
  readonly phrase?: PhrasePosition;
  readonly terms: readonly ExplainedTerm[];
  /** Factor for the fraction of the query that the tool matches: 1 for the whole query. */
  readonly coverage: number;
  /** Factor of a tool in a group of subcommands that the query does not name, otherwise 1. */
  readonly group: number;
  /** Names of the tool's CLI in the query, each with its contribution to the score. */
  readonly scopes: readonly { readonly alias: string; readonly score: number }[];
  /** The tool's subcommand with which the query starts, and its contribution to the score. Omitted if there is none. */
  readonly command?: { readonly path: string; readonly score: number };
}

/** Internal points per unit of score. */
const SCORE_UNIT = IDF_UNIT * FULL_IMPACT;

/** The results of one query, and the number of all matching tools. */
export interface ExplainedPage {
  readonly hits: readonly ExplainedHit[];
  readonly total: number;
}

/** Returns the results of `search.find`, each with an explanation. */
export function explainSearch(reader: IndexReader, search: Search, filters: SearchFilters): ExplainedPage {
  const query = search.read(filters.query ?? "");
  const found = search.find(filters);
  const unnamed = new Set(query.unnamed);
  const ordinals = new Set(found.hits.map(({ ordinal }) => ordinal));
  const bestMatches = query.terms.map((term) => findBestMatches(term, reader.statistics(), ordinals));
  const hits = found.hits.map(({ ordinal, phrase, points }): ExplainedHit => {
    const tool = reader.readTool(ordinal);
    const fields = weighFields(tool);
    const terms = query.terms.flatMap((term, index) => {
      const best = bestMatches[index]?.get(ordinal);
      if (best === undefined) return [];
      const met = reader.statistics().vocabulary.wordAt(best.match.index);
      return [{ term, explained: explainTerm(term, best, { met, fields }) }];
    });
    return {
      tool,
      score: points / SCORE_UNIT,
      ...(phrase !== undefined && { phrase }),
      terms: terms.map(({ explained }) => explained),
      coverage: coverageOf(
        terms.map(({ term }) => term),
        query,
      ),
      group: unnamed.has(ordinal) ? UNNAMED_GROUP : 1,
      scopes: query.scopes
        .filter(({ cli }) => reader.clis[cli]?.cli === tool.cli)
        .map(({ alias, strength }) => ({ alias, score: strength / IDF_UNIT })),
      ...(query.command?.ordinals.includes(ordinal) === true && {
        command: { path: query.command.path, score: query.command.strength / IDF_UNIT },
      }),
    };
  });
  return { hits, total: found.total };
}

function coverageOf(met: readonly QueryTerm[], { terms }: ScoredQuery): number {
  const totalWeight = (some: readonly QueryTerm[]): number => some.reduce((sum, { weight }) => sum + weight, 0);
  return met.length === 0 ? 0 : coverageFactor(totalWeight(met), totalWeight(terms));
}

/** The match of a term that contributes most to the score of a tool. */
interface BestMatch {
  readonly match: TermMatch;
  readonly points: number;
}

/** Returns the best match of a term in each of these tools. A tool without a match is left out. Reads the postings of each match once. */
function findBestMatches(
  { matches }: QueryTerm,
  statistics: SearchStatistics,
  ordinals: ReadonlySet<number>,
): ReadonlyMap<number, BestMatch> {
  const best = new Map<number, BestMatch>();
  for (const match of matches) {
    visitPostings(statistics.postingsAt(match.index), (ordinal, impact) => {
      const points = match.strength * impact;
      if (ordinals.has(ordinal) && points > (best.get(ordinal)?.points ?? 0)) best.set(ordinal, { match, points });
    });
  }
  return best;
}

function explainTerm(
  term: QueryTerm,
  { match, points }: BestMatch,
  { met, fields }: { readonly met: string; readonly fields: ReturnType<typeof weighFields> },
): ExplainedTerm {
  return {
    word: term.text,
    met,
    kind: match.kind,
    isFaint: wordWeight(term.text) < 1,
    score: points / SCORE_UNIT,
    fields: fields.flatMap(([field, weights]) => {
      const weight = weights.get(met);
      return weight === undefined ? [] : [{ field, weight }];
    }),
  };
}

/** Returns the weights of the stems in each field of a tool. */
function weighFields(tool: Tool): readonly (readonly [FieldName, ReadonlyMap<string, number>])[] {
  const texts = new Map([...toolTexts(tool), ...cliTexts(tool.cli)]);
  return FIELDS.map((field) => [field.name, weighField(field, texts.get(field.name) ?? [])]);
}
