/** Patterns as automata that are not yet deterministic (Thompson's construction). */
import type { CharSet } from "./char-set.ts";
import { ANYTHING } from "./named-classes.ts";
import type { PatternNode } from "./node.ts";

/** A state by what leads on from it; `next` are places in the automaton's list. */
export type State =
  | { readonly kind: "chars"; readonly set: CharSet; readonly next: number }
  | { readonly kind: "split"; readonly next: readonly number[] }
  /** Passed only at the start of the text, or only at its end. */
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "accept" };

export interface Automaton {
  readonly states: readonly State[];
  readonly start: number;
  /** Whether a text is accepted as soon as a part of it is, whatever follows. */
  readonly isSearch: boolean;
}

/** How many states the automaton of a pattern has, about: bounded repeats are written out. */
export function countStates(node: PatternNode): number {
  switch (node.kind) {
    case "sequence":
      return sumStates(node.parts);
    case "choice":
      return sumStates(node.options) + 1;
    case "repeat":
      return (countStates(node.body) + 1) * (node.most === Infinity ? node.least + 1 : node.most);
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

/** The automaton of a pattern without undecided parts, matching whole texts or, where it searches, any part of them. */
export function buildAutomaton(pattern: PatternNode, isSearch: boolean): Automaton {
  const states: State[] = [];
  const add = (state: State): number => states.push(state) - 1;

  /** The first state of what matches the node and then goes on at `next`. */
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
        throw new Error(`a pattern with an undecided part: ${node.reason}`);
    }
  };

  const buildRepeat = ({ body, least, most }: PatternNode & { kind: "repeat" }, next: number): number => {
    const optional = Array.from({ length: most === Infinity ? 0 : most - least });
    const rest = optional.reduce<number>((first) => add({ kind: "split", next: [build(body, first), next] }), next);
    const required = Array.from({ length: least });
    return required.reduce<number>((first) => build(body, first), most === Infinity ? buildLoop(body, next) : rest);
  };

  const buildLoop = (body: PatternNode, next: number): number => {
    // The loop's state leads to its body, and the body back to it: its place is taken before the body is built.
    const loop = add({ kind: "split", next: [] });
    states[loop] = { kind: "split", next: [build(body, loop), next] };
    return loop;
  };

  const skipped: PatternNode = { kind: "repeat", body: { kind: "chars", set: ANYTHING }, least: 0, most: Infinity };
  const whole = build(pattern, add({ kind: "accept" }));
  return { states, start: isSearch ? build(skipped, whole) : whole, isSearch };
}
