/** Matches strings with the runtime's pattern engine, for comparison with the automata. */
import { toLinearPattern } from "../../runtime/text/linear-pattern.ts";

export interface Matcher {
  readonly whole: (text: string) => boolean;
  readonly part: (text: string) => boolean;
}

/** Compiles a pattern. Returns `undefined` if it does not compile. */
export async function toMatcher(pattern: string): Promise<Matcher | undefined> {
  const compiled = await toLinearPattern(pattern).compile();
  return compiled.kind === "ready" ? { whole: compiled.matchesAll, part: compiled.matchesPart } : undefined;
}
