/** The alphabet of some automata: characters that none of them tells apart are one letter. */
import type { Automaton } from "./automaton.ts";
import type { CharSet } from "./char-set.ts";
import { hasCodePoint } from "./char-set.ts";

export interface Letter {
  /** The character that people read most easily. */
  readonly text: string;
  /** The sets of the automata that hold it, compared by identity. */
  readonly sets: ReadonlySet<CharSet>;
}

/** What a reader of a counter-example likes to see, best first. */
const READABLE = Array.from(
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-./_ :@~+,=%#;&|<>$!?*()[]{}^'\"`\\é中😀\t\n\r",
  (char) => char.codePointAt(0) ?? 0,
);

/** All letters, those that are read most easily first; together they stand for every character there is. */
export function listLetters(automata: readonly Automaton[]): readonly Letter[] {
  const states = automata.flatMap((automaton) => automaton.states);
  const sets = Array.from(new Set(states.flatMap((state) => (state.kind === "chars" ? [state.set] : []))));
  const bounds = new Set([
    0,
    ...READABLE,
    ...READABLE.map((char) => char + 1),
    ...sets.flat().flatMap(([first, last]) => [first, last + 1]),
  ]);
  const chars = [...READABLE, ...Array.from(bounds).toSorted((left, right) => left - right)].filter((char) => char <= 0x10ffff);
  const letters = new Map<string, Letter>();
  for (const char of chars) {
    const holding = sets.filter((set) => hasCodePoint(set, char));
    const key = holding.map((set) => sets.indexOf(set)).join();
    if (!letters.has(key)) letters.set(key, { text: String.fromCodePoint(char), sets: new Set(holding) });
  }
  return Array.from(letters.values());
}
