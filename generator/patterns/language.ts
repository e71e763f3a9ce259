/**
 * Compares the sets of strings that two patterns match. Supports the regular part of the syntax, with limits that keep each comparison
 * below a fraction of a second. All other patterns and comparisons are undecided, with a reason.
 */
import { toRe2Syntax } from "@climax-gen/runtime/internal/text/pattern-syntax";
import type { Automaton } from "./automaton.ts";
import { buildAutomaton, countStates } from "./automaton.ts";
import type { DeterministicState } from "./deterministic.ts";
import { createTransitions } from "./deterministic.ts";
import { listLetters } from "./letters.ts";
import { findUndecided } from "./node.ts";
import { readPattern } from "./read-pattern.ts";

/** Set of strings that a pattern matches. */
export interface Language {
  readonly kind: "language";
  readonly automaton: Automaton;
}

/** A pattern, or a comparison, that is not supported or exceeds a limit. */
export interface Undecided {
  readonly kind: "undecided";
  /** Completes "because of …". */
  readonly reason: string;
}

/** Result of a comparison: a shortest text with the wanted property, no such text, or undecided. */
export type Witness = { readonly kind: "found"; readonly text: string } | { readonly kind: "none" } | Undecided;

/** The part of a text that must match: the whole text, or any part of it. */
export type MatchMode = "whole" | "part";

/** Maximum number of states of one automaton. */
const MAX_STATES = 4000;
/** Maximum number of pairs of states that a comparison visits, and of transitions that it follows. */
const MAX_PAIRS = 10_000;
const MAX_STEPS = 2_000_000;

/** Returns the language of a policy's pattern, in Python's syntax. The result is meaningless if the pattern does not compile. */
export function compileLanguage(pattern: string, mode: MatchMode = "whole"): Language | Undecided {
  const node = readPattern(toRe2Syntax(pattern, mode === "part" ? "deny" : "allow"));
  const unknown = findUndecided(node);
  if (unknown !== undefined) return unknown;
  return countStates(node) > MAX_STATES ? tooLarge : { kind: "language", automaton: buildAutomaton(node, mode === "part") };
}

/** Returns a pattern that matches only this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}

const tooLarge: Undecided = { kind: "undecided", reason: "its size" };

/** Finds a text in the first language that is not in the second. */
export function findInDifference(left: Language | Undecided, right: Language | Undecided): Witness {
  return findPair(left, right, {
    isWanted: (inLeft, inRight) => inLeft.accepts && !inRight.accepts,
    isHopeless: (inLeft) => inLeft.isDead,
  });
}

/** Finds a text in both languages. */
export function findInIntersection(left: Language | Undecided, right: Language | Undecided): Witness {
  return findPair(left, right, {
    isWanted: (inLeft, inRight) => inLeft.accepts && inRight.accepts,
    isHopeless: (inLeft, inRight) => inLeft.isDead || inRight.isDead,
  });
}

type PairTest = (inLeft: DeterministicState, inRight: DeterministicState) => boolean;

interface PairSearch {
  readonly isWanted: PairTest;
  /** Reports whether no continuation is wanted. */
  readonly isHopeless: PairTest;
}

interface Pair {
  readonly inLeft: DeterministicState;
  readonly inRight: DeterministicState;
  readonly text: string;
}

/**
 * Searches breadth-first, so that a shortest text is found. The empty text is least readable and is returned only if no other text exists.
 */
function findPair(left: Language | Undecided, right: Language | Undecided, { isWanted, isHopeless }: PairSearch): Witness {
  if (left.kind === "undecided") return left;
  if (right.kind === "undecided") return right;
  const letters = listLetters([left.automaton, right.automaton]);
  const [leftWalk, rightWalk] = [createTransitions(left.automaton), createTransitions(right.automaton)];
  const start: Pair = { inLeft: leftWalk.start, inRight: rightWalk.start, text: "" };
  const seen = new Map([["", start]]);
  let steps = 0;
  // Iterating over a map also visits entries that are added during the iteration.
  for (const { inLeft, inRight, text } of seen.values()) {
    if (isHopeless(inLeft, inRight)) continue;
    steps += (inLeft.indexes.length + inRight.indexes.length) * letters.length;
    if (seen.size > MAX_PAIRS || steps > MAX_STEPS) return tooLarge;
    for (const letter of letters) {
      const pair = { inLeft: leftWalk.step(inLeft, letter), inRight: rightWalk.step(inRight, letter), text: text + letter.text };
      if (isWanted(pair.inLeft, pair.inRight)) return { kind: "found", text: pair.text };
      const key = `${pair.inLeft.key};${pair.inRight.key}`;
      if (!seen.has(key)) seen.set(key, pair);
    }
  }
  return isWanted(start.inLeft, start.inRight) ? { kind: "found", text: "" } : { kind: "none" };
}
