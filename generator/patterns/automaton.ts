/** Builds nondeterministic automata from patterns (Thompson's construction). */
import type { CharSet } from "./char-set.ts";
import { ANYTHING } from "./named-classes.ts";
import type { PatternNode } from "./node.ts";

/** State with its transitions. `next` has one or several indexes in the automaton's list of states. */
export type State =
  | { readonly kind: "chars"; readonly set: CharSet; readonly next: number }
  | { readonly kind: "split"; readonly next: readonly number[] }
  /** Followed only at the start, or the end, of the text. */
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "accept" };

/** Nondeterministic automaton with epsilon transitions. */
export interface Automaton {
  readonly states: readonly State[];
  readonly start: number;
  /** True if a text is accepted when any part of it matches. */
  readonly isSearch: boolean;
}

/** Estimates the number of states of a pattern's automaton, in which bounded repeats are expanded. */
export function countStates(node: PatternNode): number {
  switch (node.kind) {
    case "sequence":
      return sumStates(node.parts);
    case "choice":
      return sumStates(node.options) + 1;
    case "repeat":
      return (countStates(node.body) + 1) * (node.max === Infinity ? node.min + 1 : node.max);
    case "chars":
    case "start":
    case "end":
    case "undecided":
      return 1;
  }
}

function sumStates(nodes: readonly PatternNode[]): number {
  return nodes.reduce((sum, node) => sum + countStates(node), 0);
}

/**
 * Builds the automaton of a pattern. The automaton matches whole strings, or with `isSearch` any part of them. Throws if a part of the
 * pattern is undecided.
 */
export function buildAutomaton(pattern: PatternNode, isSearch: boolean): Automaton {
  const states: State[] = [];
  const add = (state: State): number => states.push(state) - 1;

  /** Adds the states that match the node and continue at `next`. Returns the first of them. */
  const build = (node: PatternNode, next: number): number => {
    switch (node.kind) {
      case "chars":
        return add({ kind: "chars", set: node.set, next });
      case "start":
      case "end":
        return add({ kind: node.kind, next });
      case "sequence":
        return node.parts.reduceRight((follower, part) => build(part, follower), next);
      case "choice":
        return add({ kind: "split", next: node.options.map((option) => build(option, next)) });
      case "repeat":
        return buildRepeat(node, next);
      case "undecided":
        throw new Error(`pattern has an undecided part: ${node.reason}`);
    }
  };

  const buildRepeat = ({ body, min, max }: PatternNode & { kind: "repeat" }, next: number): number => {
    const optional = Array.from({ length: max === Infinity ? 0 : max - min });
    const rest = optional.reduce<number>((first) => add({ kind: "split", next: [build(body, first), next] }), next);
    const required = Array.from({ length: min });
    return required.reduce<number>((first) => build(body, first), max === Infinity ? buildLoop(body, next) : rest);
  };

  const buildLoop = (body: PatternNode, next: number): number => {
    // The loop and its body refer to each other, so the state of the loop is added before the body is built.
    const loop = add({ kind: "split", next: [] });
    states[loop] = { kind: "split", next: [build(body, loop), next] };
    return loop;
  };

  const skipped: PatternNode = { kind: "repeat", body: { kind: "chars", set: ANYTHING }, min: 0, max: Infinity };
  const whole = build(pattern, add({ kind: "accept" }));
  return { states, start: isSearch ? build(skipped, whole) : whole, isSearch };
}
