/**
 * Patterns that are matched in linear time, whatever the text is: the only file that knows re2js, which is loaded with the
 * first pattern that is used.
 */
import { findUnsupported, toRe2Syntax } from "./pattern-syntax.ts";

/** A pattern as the policy writes it, in Python's flavour. */
export interface LinearPattern {
  readonly source: string;
  /** Compiles once; never rejects. */
  readonly compile: () => Promise<CompiledPattern>;
}

export type CompiledPattern =
  | { readonly kind: "ready"; readonly matchesAll: (text: string) => boolean; readonly matchesPart: (text: string) => boolean }
  | { readonly kind: "invalid"; readonly problem: string };

/** The pattern, not yet compiled. */
export function toLinearPattern(source: string): LinearPattern {
  let compiled: Promise<CompiledPattern> | undefined;
  return { source, compile: () => (compiled ??= compile(source)) };
}

/** What is wrong with a pattern, for a diagnostic: it does not compile, or it uses what cannot be matched in linear time. */
export async function findPatternProblem(source: string): Promise<string | undefined> {
  const compiled = await compile(source);
  return compiled.kind === "invalid" ? compiled.problem : undefined;
}

async function compile(source: string): Promise<CompiledPattern> {
  const unsupported = findUnsupported(source);
  if (unsupported !== undefined) return { kind: "invalid", problem: unsupported };
  return await compileRe2(toRe2Syntax(source));
}

/** Compiles a pattern in RE2's own syntax. Never rejects. */
export async function compileRe2(source: string): Promise<CompiledPattern> {
  const { RE2JS, RE2JSSyntaxException } = await import("re2js");
  try {
    const pattern = RE2JS.compile(source);
    return { kind: "ready", matchesAll: (text) => pattern.testExact(text), matchesPart: (text) => pattern.test(text) };
  } catch (error) {
    const reason = error instanceof RE2JSSyntaxException ? error.getDescription() : String(error);
    const place = error instanceof RE2JSSyntaxException ? error.getPattern() : null;
    return { kind: "invalid", problem: `not a valid pattern: ${reason}${place === null ? "" : ` '${place}'`}` };
  }
}
