/**
 * Which tools have a word, and how much: for each tool in order the distance from the tool before it, as a variable-length number
 * (seven bits a byte, lowest first, the high bit for "more"), then one byte of impact.
 */

/** The impact of a word that fills a tool; see `toImpact`. */
export const FULL_IMPACT = 255;

export interface Posting {
  readonly ordinal: number;
  /** 1 to `FULL_IMPACT`. */
  readonly impact: number;
}

/** Postings in ascending order of their tools, as bytes. */
export function encodePostings(postings: readonly Posting[]): readonly number[] {
  const bytes: number[] = [];
  let previous = 0;
  for (const { ordinal, impact } of postings) {
    let distance = ordinal - previous;
    for (; distance >= 0x80; distance >>>= 7) bytes.push((distance & 0x7f) | 0x80);
    bytes.push(distance, impact);
    previous = ordinal;
  }
  return bytes;
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
