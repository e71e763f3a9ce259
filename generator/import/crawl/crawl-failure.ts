/** Describes a command whose help could not be read. */
export interface CrawlFailure {
  readonly path: readonly string[];
  /** Reason; completes the sentence "the command …". */
  readonly problem: string;
  /** True if the program does not have the subcommand, or ignores the word. */
  readonly isUnknown?: boolean;
}

/** Reason of a command without a page whose help equals an earlier page. */
export const SAME_HELP = "printed the same help as another command";
