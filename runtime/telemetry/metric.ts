/** Metrics at one moment, in the model that Prometheus and OpenMetrics share. */

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

export interface Distribution {
  readonly labels: Labels;
  /** How many values were at most the bound of the same place in `bounds`, and above the one before it. */
  readonly counts: readonly number[];
  readonly sum: number;
  /** How many values there were, those above the last bound included. */
  readonly count: number;
}

interface Described {
  readonly name: string;
  readonly help: string;
}

export type Metric =
  | (Described & { readonly type: "counter" | "gauge"; readonly samples: readonly Sample[] })
  | (Described & { readonly type: "histogram"; readonly bounds: readonly number[]; readonly distributions: readonly Distribution[] });
