/** A command whose help could not be read. */
export interface CrawlFailure {
  readonly path: readonly string[];
  /** Reason; completes the sentence "the command …". */
  readonly problem: string;
  /** The program does not know the subcommand, or ignored it. */
  readonly isUnknown?: boolean;
}

/** Reason why a command has no page: its help is a page that was read before. */
export const SAME_HELP = "printed the same help as another command";
