/**
 * Which tools have a word, and how much: for each tool in order the distance from the tool before it, as a variable-length number
 * (seven bits a byte, lowest first, the high bit for "more"), then one byte of impact.
 */

/** The impact of a word that fills a tool; see `toImpact`. */
export const FULL_IMPACT = 255;

/** The postings of one word while they are collected; written at once, because as objects they would be most of a generator's memory. */
export interface PostingList {
  readonly bytes: number[];
  count: number;
  /** The tool that was added last. */
  last: number;
}

export function createPostingList(): PostingList {
  return { bytes: [], count: 0, last: 0 };
}

/** Adds a tool, which has to come behind those that are there, with an impact from 1 to `FULL_IMPACT`. */
export function addPosting(list: PostingList, ordinal: number, impact: number): void {
  let distance = ordinal - list.last;
  for (; distance >= 0x80; distance >>>= 7) list.bytes.push((distance & 0x7f) | 0x80);
  list.bytes.push(distance, impact);
  list.count += 1;
  list.last = ordinal;
}

/** Calls `visit` for each posting. A callback and not a list: a common word has as many postings as there are tools. */
export function visitPostings(bytes: Uint8Array, visit: (ordinal: number, impact: number) => void): void {
  let ordinal = 0;
  for (let place = 0; place < bytes.length;) {
    let byte = bytes[place++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[place++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    ordinal += distance;
    visit(ordinal, bytes[place++] ?? 0);
  }
}
