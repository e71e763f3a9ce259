/** Patterns that decide which of several arguments an operand is. */
import { toLinearPattern } from "../text/linear-pattern.ts";
import type { OperandEntry } from "./line-entry.ts";

/** Reports whether a text matches a pattern as a whole. */
type Matcher = (text: string) => boolean;

/** Compiled patterns by their source. */
const matchers = new Map<string, Matcher>();

/** Compiles the patterns of operands, if there are several places for them. Afterwards, `fitsPattern` decides by them. */
export async function preparePatterns(entries: readonly OperandEntry[]): Promise<void> {
  const sources = entries.flatMap((entry) => (entry.kind === "arg" && entry.arg.pattern !== undefined ? [entry.arg.pattern] : []));
  if (entries.filter(({ kind }) => kind === "arg").length < 2) return;
  for (const source of sources) {
    if (matchers.has(source)) continue;
    const compiled = await toLinearPattern(source).compile();
    matchers.set(source, compiled.kind === "ready" ? compiled.matchesAll : () => true);
  }
}

/** Reports whether a value matches the pattern of its argument. True if the pattern was not compiled: the call checks it later. */
export function fitsPattern({ pattern }: { readonly pattern?: string }, value: unknown): boolean {
  return pattern === undefined || typeof value !== "string" || (matchers.get(pattern)?.(value) ?? true);
}
