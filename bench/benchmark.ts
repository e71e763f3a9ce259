/** Defines a benchmark: a name, and a function that measures its tables. */
import type { OptionName, OptionValues } from "./options.ts";
import type { Measured } from "./targets.ts";

export interface BenchTable {
  readonly title: string;
  readonly columns: readonly string[];
  /** One cell per column. Numbers are shown with at most two decimals. */
  readonly rows: readonly (readonly (string | number)[])[];
  /** Notes on the figures, printed below the table. */
  readonly note?: string;
  /** Measured values of targets: `measured: { start: 2.13 }`. */
  readonly measured?: Measured;
  /** True if a program to compare with is missing. The table reports it, and pages keep their figures. */
  readonly isPartial?: boolean;
  /** Conditions that are not met. If there are any, the benchmark fails after its tables are printed. */
  readonly problems?: readonly string[];
  /** Draws the table as lines: `x` and each of `lines` name numeric columns; both axes are logarithmic. */
  readonly plot?: { readonly file: string; readonly x: string; readonly lines: readonly string[] };
}

export interface BenchContext {
  /** Checked values of `--option value`; "" for an option without a value. */
  readonly options: OptionValues;
  /** Seed of generated data. */
  readonly seed: number;
  /** Prints the progress on standard error. */
  readonly say: (line: string) => void;
}

export interface Benchmark {
  readonly name: string;
  readonly title: string;
  /** Options of the benchmark, in addition to the general ones. */
  readonly options: readonly OptionName[];
  run(context: BenchContext): Promise<readonly BenchTable[]>;
}

/** Returns the number given as `--name value`. */
export function numberOption({ options }: BenchContext, name: OptionName, otherwise: number): number {
  return Number(options[name] ?? otherwise);
}
