/** Defines the input of the readers of each format: a file that describes a program. */

/** A file of `--from`, and the command that it describes. */
export interface SourceFile {
  readonly program: string;
  /** Words of the command that the file describes. Empty for the program. */
  readonly path: readonly string[];
  /** Path of the file, for source comments. */
  readonly label: string;
  readonly text: string;
}
