/** An automaton made deterministic while it is walked: only the states that a walk reaches are ever made. */
import type { Automaton } from "./automaton.ts";
import type { Letter } from "./letters.ts";

/** Where a walk is. */
export interface WalkState {
  /** Equal for equal states, within one walk. */
  readonly key: string;
  /** Whether a text that ends here is accepted. */
  readonly accepts: boolean;
  /** Whether no text that goes on from here is accepted. */
  readonly isDead: boolean;
  readonly places: readonly number[];
}

export interface Walk {
  readonly start: WalkState;
  readonly step: (from: WalkState, letter: Letter) => WalkState;
}

/** Whether the text starts, or ends, where a closure is taken. */
interface Edges {
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

export function createWalk(automaton: Automaton): Walk {
  const made = new Map<string, WalkState>();
  const toState = (places: readonly number[], isStart: boolean): WalkState => {
    const reached = stopSearch(automaton, closeOver(automaton, places, { isStart, isEnd: false }));
    const key = `${isStart ? "^" : ""}${reached.join()}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const atEnd = closeOver(automaton, reached, { isStart, isEnd: true });
    const accepts = atEnd.some((place) => automaton.states[place]?.kind === "accept");
    const state = { key, accepts, isDead: reached.length === 0, places: reached };
    made.set(key, state);
    return state;
  };
  const next = (place: number, letter: Letter): readonly number[] => {
    const state = automaton.states[place];
    if (state?.kind === "accept" && automaton.isSearch) return [place];
    return state?.kind === "chars" && letter.sets.has(state.set) ? [state.next] : [];
  };
  return {
    start: toState([automaton.start], true),
    step: ({ places }, letter) =>
      toState(
        places.flatMap((place) => next(place, letter)),
        false,
      ),
  };
}

/** A search that has found its part is over: what else it could find makes no difference, and many more states. */
function stopSearch({ states, isSearch }: Automaton, places: readonly number[]): readonly number[] {
  const found = isSearch ? places.find((place) => states[place]?.kind === "accept") : undefined;
  return found === undefined ? places : [found];
}

/** The states that are reached without reading, in order; those that only lead on are left out. */
function closeOver({ states }: Automaton, places: readonly number[], { isStart, isEnd }: Edges): readonly number[] {
  const seen = new Set(places);
  const reached: number[] = [];
  // A set that grows while it is walked visits what is added.
  for (const place of seen) {
    const state = states[place];
    if (state?.kind === "split") for (const next of state.next) seen.add(next);
    else if (state?.kind === "start" && isStart) seen.add(state.next);
    else if (state?.kind === "end" && isEnd) seen.add(state.next);
    else if (state?.kind !== "start") reached.push(place);
  }
  return reached.toSorted((left, right) => left - right);
}
