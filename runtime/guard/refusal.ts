/** Why words are not those of a tool, before the closest tool is known. */
import type { ReadingRule } from "./reading.ts";

/** A refusal with its place. */
export interface Refusal {
  readonly kind: "refused";
  readonly rule: ReadingRule;
  readonly word: string;
  readonly message: string;
  /** The number of words that were read before. The closest of several tools has read most. */
  readonly at: number;
  /** Whether the words of the subcommand were not all read. */
  readonly isInPath?: true;
}

/** Returns a refusal. */
export function refuse(rule: ReadingRule, word: string, at: number, message: string): Refusal {
  return { kind: "refused", rule, word, at, message };
}
