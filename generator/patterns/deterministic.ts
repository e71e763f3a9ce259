/** Determinizes an automaton lazily (subset construction): only reached states are created. */
import type { Automaton } from "./automaton.ts";
import type { Letter } from "./letters.ts";

/** State of the deterministic automaton. */
export interface DeterministicState {
  /** Identifies the state within one walk. */
  readonly key: string;
  /** True if a text that ends in this state is accepted. */
  readonly accepts: boolean;
  /** True if no continuation of the text is accepted. */
  readonly isDead: boolean;
  /** Indexes of the nondeterministic states. */
  readonly indexes: readonly number[];
}

/** Transitions of the deterministic automaton, from its start. */
export interface Transitions {
  readonly start: DeterministicState;
  readonly step: (from: DeterministicState, letter: Letter) => DeterministicState;
}

/** Position of a closure: at the start of the text, at its end, at both, or at neither. */
interface Edges {
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/** Creates a walk over an automaton. */
export function createTransitions(automaton: Automaton): Transitions {
  const made = new Map<string, DeterministicState>();
  const toState = (indexes: readonly number[], isStart: boolean): DeterministicState => {
    const reached = stopSearch(automaton, closeOver(automaton, indexes, { isStart, isEnd: false }));
    const key = `${isStart ? "^" : ""}${reached.join()}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const atEnd = closeOver(automaton, reached, { isStart, isEnd: true });
    const accepts = atEnd.some((index) => automaton.states[index]?.kind === "accept");
    const state = { key, accepts, isDead: reached.length === 0, indexes: reached };
    made.set(key, state);
    return state;
  };
  const next = (index: number, letter: Letter): readonly number[] => {
    const state = automaton.states[index];
    if (state?.kind === "accept" && automaton.isSearch) return [index];
    return state?.kind === "chars" && letter.sets.has(state.set) ? [state.next] : [];
  };
  return {
    start: toState([automaton.start], true),
    step: ({ indexes }, letter) =>
      toState(
        indexes.flatMap((index) => next(index, letter)),
        false,
      ),
  };
}

/**
 * Reduces the states of a search to the accepting one, if reached. The other states do not affect the result, and would only multiply the
 * number of states.
 */
function stopSearch({ states, isSearch }: Automaton, indexes: readonly number[]): readonly number[] {
  const found = isSearch ? indexes.find((index) => states[index]?.kind === "accept") : undefined;
  return found === undefined ? indexes : [found];
}

/** Returns the epsilon closure, sorted. Split and anchor states that were followed are omitted. */
function closeOver({ states }: Automaton, indexes: readonly number[], { isStart, isEnd }: Edges): readonly number[] {
  const seen = new Set(indexes);
  const reached: number[] = [];
  // Iterating over a set also visits members that are added during the iteration.
  for (const index of seen) {
    const state = states[index];
    if (state?.kind === "split") for (const next of state.next) seen.add(next);
    else if (state?.kind === "start" && isStart) seen.add(state.next);
    else if (state?.kind === "end" && isEnd) seen.add(state.next);
    else if (state?.kind !== "start") reached.push(index);
  }
  return reached.toSorted((left, right) => left - right);
}
