/** Chooses the forms of search results so that a reply stays within its size. Pure. */
import type { ResultForm } from "../search/reader.ts";
import { utf8Length } from "../tool-index/result-texts.ts";
import type { FoundResult } from "../tool-index/tool-index.ts";

/** A result in a reply. `whole`: with the full schema and whole descriptions. */
export interface ChosenResult {
  readonly result: FoundResult;
  readonly form: ChosenForm;
}

type ChosenForm = "whole" | ResultForm;

/** Results in the order of their rank. */
export interface ChosenResults {
  readonly results: readonly ChosenResult[];
  /** The next results, which have no space for their schemas. */
  readonly more: readonly ChosenResult[];
  /** Whether the results are within the size. False if the first one alone exceeds it. */
  readonly fits: boolean;
}

/** Limits of a reply. */
export interface Room {
  /** Number of results with a schema. */
  readonly schemas: number;
  /** Size of all results, in bytes of UTF-8. */
  readonly bytes: number;
  /** Size that the reply adds to each result, in bytes. */
  readonly extra: number;
}

/** Number of results that get a schema before any of them gets all its descriptions. */
const PREFERRED_RESULTS = 5;

/**
 * Chooses the results with schemas, and the ones in `more`. There is at least one result, whatever its size. The first results get short
 * schemas, as far as they fit; then full schemas from the first to the last; then further results follow with full schemas. The result that
 * the query names is whole. At most half of the size is for the lines of `more`.
 */
export function chooseResults(found: readonly FoundResult[], { schemas, bytes, extra }: Room): ChosenResults {
  const sizeOf = (result: FoundResult, form: ChosenForm): number =>
    (form === "whole" ? utf8Length(result.text(form)) : result.size(form)) + extra;
  const best = (place: number): ChosenForm => (place >= schemas ? "brief" : found[place]?.isNamed === true ? "whole" : "full");
  const least = (place: number): ChosenForm => (best(place) === "full" ? "short" : best(place));
  const forms: ChosenForm[] = [];
  const briefs = reserveBriefs(found, (result) => sizeOf(result, "brief"), bytes / 2);
  let room = bytes - briefs.reduce((sum, size) => sum + size, 0);
  const tryForm = (place: number, form: ChosenForm): boolean => {
    const result = found[place];
    const given = forms[place];
    if (result === undefined) return false;
    const before = given === undefined ? (briefs[place] ?? 0) : sizeOf(result, given);
    const cost = sizeOf(result, form) - before;
    if (cost > room && forms.length > 0) return false;
    room -= cost;
    forms[place] = form;
    return true;
  };
  while (forms.length < Math.min(PREFERRED_RESULTS, found.length) && tryForm(forms.length, least(forms.length)));
  for (const [place] of forms.entries()) tryForm(place, best(place));
  while (forms.length < found.length && tryForm(forms.length, best(forms.length)));
  const results = forms.map((form, place) => ({ result: at(found, place), form }));
  const { more, left } = takeMore(found.slice(forms.length, Math.max(forms.length, briefs.length)), room, sizeOf);
  return { results, more, fits: left >= 0 };
}

/** Returns the sizes of the brief forms of the first results, which get at most this space. The others follow with a larger `offset`. */
function reserveBriefs(found: readonly FoundResult[], sizeOf: (result: FoundResult) => number, space: number): readonly number[] {
  const sizes: number[] = [];
  let sum = 0;
  for (const result of found) {
    const size = sizeOf(result);
    sum += size;
    if (sum > space && sizes.length > 0) break;
    sizes.push(size);
  }
  return sizes;
}

/** Returns as many results for `more` as fit. Their sizes are already part of the room, which is negative if they do not fit. */
function takeMore(
  rest: readonly FoundResult[],
  room: number,
  sizeOf: (result: FoundResult, form: ChosenForm) => number,
): { readonly more: readonly ChosenResult[]; readonly left: number } {
  const more = rest.map((result): ChosenResult => ({ result, form: "brief" }));
  let left = room;
  while (left < 0 && more.length > 0) {
    const last = more.pop();
    left += last === undefined ? 0 : sizeOf(last.result, "brief");
  }
  return { more, left };
}

function at(found: readonly FoundResult[], place: number): FoundResult {
  const result = found[place];
  if (result === undefined) throw new RangeError(`no result ${place}`);
  return result;
}
