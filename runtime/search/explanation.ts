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
import { isQualifier } from "./stop-words.ts";
import type { FieldName, MatchKind } from "./weights.ts";
import { FIELDS } from "./weights.ts";

/** A query term and its best match in the tool. */
export interface ExplainedTerm {
  readonly word: string;
  /** Matching stem. */
  readonly met: string;
  readonly kind: MatchKind;
  /** Whether the term is a qualifier, which has a low weight. */
  readonly isFaint: boolean;
  /** Contribution to the score, before `coverage`. */
  readonly score: number;
  /** Fields that contain the stem, each with the weight of the stem in that field. */
  readonly fields: readonly { readonly field: FieldName; readonly weight: number }[];
}

export interface ExplainedHit {
  readonly tool: Tool;
  /** `coverage` times the sum of the term scores, plus the sum of the scope scores. */
  readonly score: number;
  /** Position of the exact phrase. Omitted if the tool matches by terms. Phrase matches rank by position first. */
  readonly phrase?: PhrasePosition;
  readonly terms: readonly ExplainedTerm[];
  /** Factor for the fraction of the query that the tool matches; 1 for the whole query. */
  readonly coverage: number;
  /** Names of the tool's CLI in the query, each with its contribution to the score. */
  readonly scopes: readonly { readonly alias: string; readonly score: number }[];
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
  const hits = found.hits.map(({ ordinal, phrase, points }): ExplainedHit => {
    const tool = reader.readTool(ordinal);
    const terms = query.terms.flatMap((term) => explainTerm(term, reader.statistics(), { ordinal, tool }));
    return {
      tool,
      score: points / SCORE_UNIT,
      ...(phrase !== undefined && { phrase }),
      terms: terms.map(({ explained }) => explained),
      coverage: coverageOf(
        terms.map(({ term }) => term),
        query,
      ),
      scopes: query.scopes
        .filter(({ cli }) => reader.clis[cli]?.cli === tool.cli)
        .map(({ alias, strength }) => ({ alias, score: strength / IDF_UNIT })),
    };
  });
  return { hits, total: found.total };
}

function coverageOf(met: readonly QueryTerm[], { terms }: ScoredQuery): number {
  const totalWeight = (some: readonly QueryTerm[]): number => some.reduce((sum, { weight }) => sum + weight, 0);
  return met.length === 0 ? 0 : coverageFactor(totalWeight(met), totalWeight(terms));
}

interface Place {
  readonly ordinal: number;
  readonly tool: Tool;
}

/** Explains the best match of a term in a tool. Returns an empty list if the term does not match. */
function explainTerm(
  term: QueryTerm,
  statistics: SearchStatistics,
  { ordinal, tool }: Place,
): readonly { readonly term: QueryTerm; readonly explained: ExplainedTerm }[] {
  const points = ({ place, strength }: TermMatch): number => strength * impactOn(ordinal, statistics.postingsAt(place));
  const [best] = term.matches.map((match) => ({ match, points: points(match) })).toSorted((left, right) => right.points - left.points);
  if (best === undefined || best.points === 0) return [];
  const met = statistics.vocabulary.wordAt(best.match.place);
  const explained = {
    word: term.text,
    met,
    kind: best.match.kind,
    isFaint: isQualifier(term.text),
    score: best.points / SCORE_UNIT,
    fields: fieldsWith(met, tool),
  };
  return [{ term, explained }];
}

function impactOn(wanted: number, postings: Uint8Array): number {
  let found = 0;
  visitPostings(postings, (ordinal, impact) => {
    if (ordinal === wanted) found = impact;
  });
  return found;
}

function fieldsWith(word: string, tool: Tool): ExplainedTerm["fields"] {
  const texts = new Map([...toolTexts(tool), ...cliTexts(tool.cli)]);
  return FIELDS.flatMap((field) => {
    const weight = weighField(field, texts.get(field.name) ?? []).get(word);
    return weight === undefined ? [] : [{ field: field.name, weight }];
  });
}
