/** The type of one row in the tables of diagnostic codes. */

/** A row of the table. The message is lower case, has no final full stop, and says what to write instead. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly message: (details: never) => string;
}

export type Severity = "error" | "warning";
