/**
 * Encodes posting lists. A posting consists of the distance from the previous ordinal, as a variable-length integer, and one byte of
 * impact. The integer has seven bits per byte, low bits first. The high bit is set if more bytes follow.
 */

/** Maximum impact of a term; see `toImpact`. */
export const FULL_IMPACT = 255;

/** Posting list under construction. Postings are encoded immediately, because as objects they would take most of the generator's memory. */
export interface PostingList {
  readonly bytes: number[];
  count: number;
  /** Number of tools that contain the term in their own fields. */
  own: number;
  /** Number of tools that contain the term in their name, keywords or description. */
  stated: number;
  /** Ordinal of the last tool added. */
  last: number;
}

/** Creates an empty posting list. */
export function createPostingList(): PostingList {
  return { bytes: [], count: 0, own: 0, stated: 0, last: 0 };
}

/** Appends a tool with an impact from 1 to `FULL_IMPACT`. Ordinals must be added in ascending order. */
export function addPosting(list: PostingList, ordinal: number, impact: number): void {
  let distance = ordinal - list.last;
  for (; distance >= 0x80; distance >>>= 7) list.bytes.push((distance & 0x7f) | 0x80);
  list.bytes.push(distance, impact);
  list.count += 1;
  list.last = ordinal;
}

/** Calls `visit` for each posting. A callback avoids a list, because a common term has a posting for every tool. */
export function visitPostings(bytes: Uint8Array, visit: (ordinal: number, impact: number) => void): void {
  let ordinal = 0;
  for (let offset = 0; offset < bytes.length;) {
    let byte = bytes[offset++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[offset++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    ordinal += distance;
    visit(ordinal, bytes[offset++] ?? 0);
  }
}
