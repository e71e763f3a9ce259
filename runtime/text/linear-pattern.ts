/**
 * Matches patterns in time linear in the length of the text. This is the only file that uses re2js, which is loaded when the first pattern
 * is compiled.
 */
import { findUnsupported, toRe2Syntax, toUnboundedRe2Syntax } from "./pattern-syntax.ts";
import type { PatternUse } from "./python-classes.ts";
import { wordBeyondAscii } from "./python-classes.ts";

/** A pattern of a policy, in Python's syntax. Its character classes depend on its use; see `PatternUse`. */
export interface LinearPattern {
  readonly source: string;
  /** Compiles once; never rejects. */
  readonly compile: () => Promise<CompiledPattern>;
}

/** A compiled pattern, which can match a whole text (`matchesAll`) or a part of it, or the reason why the pattern cannot be compiled. */
export type CompiledPattern =
  | { readonly kind: "ready"; readonly matchesAll: (text: string) => boolean; readonly matchesPart: (text: string) => boolean }
  | { readonly kind: "invalid"; readonly problem: string };

/** Creates a pattern without compiling it. */
export function toLinearPattern(source: string, use: PatternUse = "allow"): LinearPattern {
  let compiled: Promise<CompiledPattern> | undefined;
  return { source, compile: () => (compiled ??= compile(source, use)) };
}

/** Returns the error message for a pattern that does not compile, or that cannot be matched in linear time. */
export async function findPatternProblem(source: string, use: PatternUse): Promise<string | undefined> {
  const compiled = await compile(source, use);
  return compiled.kind === "invalid" ? compiled.problem : undefined;
}

async function compile(source: string, use: PatternUse): Promise<CompiledPattern> {
  const unsupported = findUnsupported(source);
  if (unsupported !== undefined) return { kind: "invalid", problem: unsupported };
  return await compileRe2(toRe2Syntax(source, use), toUnboundedRe2Syntax(source, use));
}

/**
 * Compiles a pattern in RE2's syntax. Never rejects.
 * @param unboundedSource the pattern without word boundaries, which are ASCII-only in RE2; used for partial matches in text with other
 *   letters
 */
export async function compileRe2(source: string, unboundedSource?: string): Promise<CompiledPattern> {
  const { RE2JS, RE2JSSyntaxException } = await import("re2js");
  try {
    const pattern = RE2JS.compile(source);
    const unbounded = unboundedSource === undefined ? undefined : RE2JS.compile(unboundedSource);
    return {
      kind: "ready",
      matchesAll: (text) => pattern.testExact(text),
      matchesPart: (text) => (unbounded && wordBeyondAscii().test(text) ? unbounded : pattern).test(text),
    };
  } catch (error) {
    const reason = error instanceof RE2JSSyntaxException ? error.getDescription() : String(error);
    const fragment = error instanceof RE2JSSyntaxException ? error.getPattern() : null;
    return { kind: "invalid", problem: `not a valid pattern: ${reason}${fragment === null ? "" : ` '${fragment}'`}` };
  }
}
