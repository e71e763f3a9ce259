/** What a benchmark is to the harness: a name, and tables that it measures when asked. */

export interface BenchTable {
  readonly title: string;
  readonly columns: readonly string[];
  /** One cell a column. Numbers are shown with at most two decimals. */
  readonly rows: readonly (readonly (string | number)[])[];
  /** What a reader has to know of the figures, below the table. */
  readonly note?: string;
  /** Draws the table as lines: `x` and each of `lines` name numeric columns; both axes are logarithmic. */
  readonly plot?: { readonly file: string; readonly x: string; readonly lines: readonly string[] };
}

export interface BenchContext {
  /** What was given as `--option value`; an option without a value is "". */
  readonly options: Readonly<Record<string, string>>;
  /** Seed of whatever is made up. */
  readonly seed: number;
  /** Tells the user how far it is, on standard error. */
  readonly say: (line: string) => void;
}

export interface Benchmark {
  readonly name: string;
  readonly title: string;
  run(context: BenchContext): Promise<readonly BenchTable[]>;
}

/** The number given as `--name value`. Throws where it is none. */
export function numberOption({ options }: BenchContext, name: string, otherwise: number): number {
  const given = new Map(Object.entries(options)).get(name);
  const number = given === undefined ? otherwise : Number(given);
  if (!Number.isFinite(number)) throw new Error(`--${name} must be a number, not ${given}`);
  return number;
}
