/** The types of a call explanation. */
import type { ArgViolation, CallValues } from "./call-plan.ts";
import type { CommandWord } from "./command-line.ts";

export type CallExplanation = ExplainedRefusal | ExplainedCommand | ExplainedReading;

/** Nothing would run. */
export interface ExplainedRefusal {
  readonly kind: "refused";
  /** The text of the reply. */
  readonly text: string;
  /** Coerced and with defaults. Omitted if the arguments themselves are wrong. */
  readonly values?: CallValues;
  /** What the policy refuses. */
  readonly violations: readonly ArgViolation[];
}

/** A process would be started. The values of `secret` arguments are `***`. */
export interface ExplainedCommand {
  readonly kind: "command";
  readonly values: CallValues;
  /** The words that an executor puts before the command. */
  readonly prefix: readonly string[];
  readonly words: readonly CommandWord[];
  readonly stdin?: string;
  /** Where the program runs. Omitted: in the server's own directory, or the one that an image has by itself. */
  readonly directory?: string;
  /** Names of the server's variables that the command gets, sorted; in docker, those that its client gets. */
  readonly inherited: readonly string[];
  readonly isConfirmed: boolean;
  readonly timeoutSeconds: number;
}

/** Files would be read. */
export interface ExplainedReading {
  readonly kind: "reading";
  readonly values: CallValues;
  /** Below the server's working directory or `--root`; of several, the first that exists. */
  readonly paths: readonly string[];
  readonly isConfirmed: boolean;
}
