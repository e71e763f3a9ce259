/** Type of one row in the tables of diagnostic codes. */

/** The fault and its remedy. A function receives the details of the diagnostic; a constant text needs none. */
export interface CodeEntry {
  readonly severity: Severity;
  /** The fault: lower case, one clause, no final period. */
  readonly message: string | ((details: never) => string);
  /** The remedy: an imperative, or a question such as `did you mean "x"?`. Omitted, or undefined, if no remedy is known. */
  readonly help?: string | ((details: never) => string | undefined);
  /**
   * Set if the line of the fault can contain a secret. Its text is then not printed, because logs of pipelines are stored. Its position is
   * printed.
   */
  readonly hidesLine?: true;
}

/**
 * An error stops generation. A warning does not, except with `--strict`. A note never does: it names something that only some clients or
 * modes are affected by, or that CLImax configs need not have.
 */
export type Severity = "error" | "warning" | "note";
