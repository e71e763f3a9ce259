/** Defines what a program is asked about flags, and what it says. */
import type { Response } from "./read-response.ts";

/** What a program says about a flag. */
export interface FlagVerdict {
  readonly flag: string;
  /**
   * `value`: it takes a value. `optional`: it takes one only in the same word. `switch`: it takes none. `known`: it exists, and the program
   * does not show whether it takes a value. `rejected`: the program does not have it. `unclear`: the program does not say.
   */
  readonly kind: "value" | "optional" | "switch" | "known" | "rejected" | "unclear";
  /** Whether the program takes `FLAG=VALUE`. Undefined if it was not asked or does not say. Always undefined for `-x`. */
  readonly joined?: boolean;
  /** Whether the program takes `FLAG VALUE`. */
  readonly separate?: boolean;
  /** Whether the value of `FLAG VALUE` may start with a dash. Omitted if `separate` is not true, or the program does not say. */
  readonly takesDash?: boolean;
}

/** The flags of one command. */
export interface ProbeRequest {
  /** The program, as `ask` starts it. */
  readonly program: string;
  /** The words of the subcommand. */
  readonly path: readonly string[];
  readonly flags: readonly string[];
  /** Verdicts about a command with the same page. The program is only asked whether this command has the flags too. Defaults to none. */
  readonly known?: ReadonlyMap<string, FlagVerdict>;
  /** Runs the program with these words. Resolves to undefined if it could not be started, or exceeded a limit. Limits concurrent runs. */
  readonly ask: (words: readonly string[]) => Promise<Response | undefined>;
  /** Returns true when no further run may start. The flags that were not asked are `unclear`. Defaults to never. */
  readonly isOver?: () => boolean;
}
