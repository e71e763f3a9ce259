/** What the runtime says of a text: the other opinion that the automata are held against. */
import { toLinearPattern } from "../../runtime/policy/linear-pattern.ts";

export interface Matcher {
  readonly whole: (text: string) => boolean;
  readonly part: (text: string) => boolean;
}

/** `undefined` for a pattern that does not compile. */
export async function toMatcher(pattern: string): Promise<Matcher | undefined> {
  const compiled = await toLinearPattern(pattern).compile();
  return compiled.kind === "ready" ? { whole: compiled.matchesAll, part: compiled.matchesPart } : undefined;
}
