import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuzzyMatches } from "../../../runtime/search/fuzzy-matches.ts";
import { createVocabulary, findWord, joinWords, prefixEnd, lowerBound } from "../../../runtime/search/vocabulary.ts";
import type { Vocabulary } from "../../../runtime/search/vocabulary.ts";

const vocabularyOf = (words: readonly string[]): Vocabulary => createVocabulary(joinWords([...new Set(words)].toSorted()));

const VOCABULARY = vocabularyOf(["branch", "branches", "commit", "comment", "contain", "container", "list", "lists", "lost", "容器"]);

describe("fuzzy matches", () => {
  it.each<[string, string, number, readonly string[]]>([
    ["a swapped pair", "lsit", 1, ["list"]],
    ["a missing letter", "comit", 1, ["commit"]],
    ["an extra letter", "brannch", 1, ["branch"]],
    ["a changed letter", "cormit", 1, ["commit"]],
    ["two typos", "contianre", 2, ["container"]],
    ["a swap of the first two letters", "ilst", 1, ["list"]],
    ["a changed first letter, which counts twice", "gommit", 2, ["commit"]],
    ["a changed first letter and another typo: none", "gomit", 2, []],
    ["a missing first letter with one typo allowed: none", "ranch", 1, []],
    ["a word with one closest match", "lists", 1, ["lists"]],
    ["a word with several closest matches", "lst", 1, ["list", "lost"]],
    ["a typo with no typos allowed: none", "comit", 0, []],
    ["letters of any language", "容奇", 1, ["容器"]],
    ["a word unlike any other: none", "xyzzy", 2, []],
  ])("include the closest words for %s", (_title, wanted, allowed, want) => {
    expect(fuzzyMatches(VOCABULARY, wanted, allowed).map(VOCABULARY.wordAt)).toEqual(want);
  });

  it("equal the result of comparing every word", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), word, fc.integer({ min: 0, max: 2 }), (words, wanted, allowed) => {
        const vocabulary = vocabularyOf(words);
        const distances = [...new Set(words)].toSorted().map((other) => [other, distance(wanted, other)] as const);
        const fewest = Math.min(allowed, ...distances.map(([, mistakes]) => mistakes));
        const want = distances.filter(([, mistakes]) => mistakes === fewest).map(([other]) => other);
        expect(fuzzyMatches(vocabulary, wanted, allowed).map(vocabulary.wordAt)).toEqual(want);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a vocabulary", () => {
  it("returns the index of a word, and the insertion index of a missing word", () => {
    expect(["branch", "commit", "容器", "lists"].map((word) => findWord(VOCABULARY, word))).toEqual([0, 3, 9, 7]);
    expect(["", "branc", "zzz"].map((word) => findWord(VOCABULARY, word))).toEqual([undefined, undefined, undefined]);
    expect(lowerBound(VOCABULARY, "c")).toBe(2);
    expect(findWord(vocabularyOf([]), "a")).toBeUndefined();
  });

  it.each([
    ["com", 2, 4],
    ["con", 4, 6],
    ["l", 6, 9],
    ["容", 9, 10],
  ])("returns the index after the words with prefix %s", (prefix, from, after) => {
    expect(prefixEnd(VOCABULARY, prefix, from)).toBe(after);
  });
});

/** Computes the optimal string alignment distance from its definition. */
function distance(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (__, column) => (row + column === 0 ? 0 : row + column + 1)),
  );
  const cell = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      // A typo in the first letter counts twice.
      const mistake = row === 1 && column === 1 ? 2 : 1;
      const same = left[row - 1] === right[column - 1] ? 0 : mistake;
      const swap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const line = table[row];
      if (line === undefined) continue;
      line[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + same,
        swap ? cell(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return cell(left.length, right.length);
}
