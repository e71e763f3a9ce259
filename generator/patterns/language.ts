/**
 * The set of texts that a pattern matches, and whether two such sets differ: decided for the regular part of the syntax, with
 * limits that keep every answer within a fraction of a second. What cannot be decided says so and why.
 */
import { toRe2Syntax } from "@climax-gen/runtime";
import type { Automaton } from "./automaton.ts";
import { buildAutomaton, countStates } from "./automaton.ts";
import type { WalkState } from "./deterministic.ts";
import { createWalk } from "./deterministic.ts";
import { listLetters } from "./letters.ts";
import { findUndecided } from "./node.ts";
import { readPattern } from "./read-pattern.ts";

/** The texts that a pattern matches. */
export interface Language {
  readonly kind: "language";
  readonly automaton: Automaton;
}

export interface Undecided {
  readonly kind: "undecided";
  /** Completes "because of …". */
  readonly reason: string;
}

/** A shortest text that was looked for; no such text at all; or nobody knows. */
export type Witness = { readonly kind: "found"; readonly text: string } | { readonly kind: "none" } | Undecided;

/** Whether a text is matched as a whole (`pattern`), or where some part of it is (`deny_pattern`). */
export type MatchMode = "whole" | "part";

const MOST_STATES = 4000;
/** Pairs of states that a comparison may visit, and the steps from state to state that all its visits may need. */
const MOST_PAIRS = 10_000;
const MOST_STEPS = 2_000_000;

/** The language of a pattern as policies write it, in Python's flavour. Of a pattern that does not compile, the answer means nothing. */
export function compileLanguage(pattern: string, mode: MatchMode = "whole"): Language | Undecided {
  const node = readPattern(toRe2Syntax(pattern, mode === "part" ? "deny" : "allow"));
  const unknown = findUndecided(node);
  if (unknown !== undefined) return unknown;
  return countStates(node) > MOST_STATES ? tooLarge : { kind: "language", automaton: buildAutomaton(node, mode === "part") };
}

const tooLarge: Undecided = { kind: "undecided", reason: "its size" };

/** A text that the first language has and the second does not. */
export function findInDifference(left: Language | Undecided, right: Language | Undecided): Witness {
  return findPair(left, right, {
    isWanted: (inLeft, inRight) => inLeft.accepts && !inRight.accepts,
    isHopeless: (inLeft) => inLeft.isDead,
  });
}

/** A text that both languages have. */
export function findInIntersection(left: Language | Undecided, right: Language | Undecided): Witness {
  return findPair(left, right, {
    isWanted: (inLeft, inRight) => inLeft.accepts && inRight.accepts,
    isHopeless: (inLeft, inRight) => inLeft.isDead || inRight.isDead,
  });
}

type PairTest = (inLeft: WalkState, inRight: WalkState) => boolean;

interface Search {
  readonly isWanted: PairTest;
  /** Whether no text that goes on from here is wanted. */
  readonly isHopeless: PairTest;
}

interface Pair {
  readonly inLeft: WalkState;
  readonly inRight: WalkState;
  readonly text: string;
}

/** Breadth first, so that a shortest text is found; the empty text says least to a reader and is the last resort. */
function findPair(left: Language | Undecided, right: Language | Undecided, { isWanted, isHopeless }: Search): Witness {
  if (left.kind === "undecided") return left;
  if (right.kind === "undecided") return right;
  const letters = listLetters([left.automaton, right.automaton]);
  const [leftWalk, rightWalk] = [createWalk(left.automaton), createWalk(right.automaton)];
  const start: Pair = { inLeft: leftWalk.start, inRight: rightWalk.start, text: "" };
  const seen = new Map([["", start]]);
  let steps = 0;
  // A map that grows while it is walked visits what is added.
  for (const { inLeft, inRight, text } of seen.values()) {
    if (isHopeless(inLeft, inRight)) continue;
    steps += (inLeft.places.length + inRight.places.length) * letters.length;
    if (seen.size > MOST_PAIRS || steps > MOST_STEPS) return tooLarge;
    for (const letter of letters) {
      const pair = { inLeft: leftWalk.step(inLeft, letter), inRight: rightWalk.step(inRight, letter), text: text + letter.text };
      if (isWanted(pair.inLeft, pair.inRight)) return { kind: "found", text: pair.text };
      const key = `${pair.inLeft.key};${pair.inRight.key}`;
      if (!seen.has(key)) seen.set(key, pair);
    }
  }
  return isWanted(start.inLeft, start.inRight) ? { kind: "found", text: "" } : { kind: "none" };
}
