/** Defines the options of `npm run bench`. An option has one meaning in all benchmarks. Each benchmark has its own defaults. */

/** Kind of a value: an integer from 1, any number above 0, or a path relative to the directory in which the user entered the command. */
type Value = "N" | "SECONDS" | "FILE" | "DIR";

interface Option {
  /** Omitted if the option takes no value. */
  readonly value?: Value;
  readonly says: string;
}

export const OPTIONS = {
  rounds: { value: "N", says: "how often each variant runs" },
  tools: { value: "N", says: "how many tools the made-up configs hold" },
  configs: { value: "N", says: "how many made-up configs hold them" },
  calls: { value: "N", says: "how many calls each variant makes" },
  seconds: { value: "SECONDS", says: "how long each variant runs" },
  minutes: { value: "N", says: "how long clients run" },
  server: { value: "N", says: "the most tools that a server is generated of" },
  corpus: {
    value: "FILE",
    says: "JSON of configs and of queries whose answers are known; for import: a folder of saved help texts; for refused: a list of programs",
  },
  gold: { value: "FILE", says: "JSON of flags that programs are known to have" },
  peers: { value: "DIR", says: "where peers are installed; .bench/peers by default" },
  seed: { value: "N", says: "the seed of generated data; 1 by default" },
  json: { value: "FILE", says: "write the figures as data" },
  profile: { says: "write a CPU profile of each process that is timed into .bench/profiles; the figures are distorted then" },
  "write-docs": { says: "write the tables and plots into the pages" },
  list: { says: "say what each benchmark measures, and its options; measure nothing" },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof OPTIONS;

export type OptionValues = Readonly<Partial<Record<OptionName, string>>>;

/** In the order in which they are shown. */
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[];

/** The options of the harness, which every benchmark accepts. */
export const GENERAL_OPTIONS: readonly OptionName[] = ["seed", "json", "profile", "write-docs", "list"];

const BY_NAME: ReadonlyMap<string, Option> = new Map(Object.entries(OPTIONS));

export function isOptionName(name: string): name is OptionName {
  return BY_NAME.has(name);
}

/** `--rounds N`. */
export function printOption(name: OptionName): string {
  const { value }: Option = OPTIONS[name];
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** Returns an error message for the value of an option, or undefined if it is valid. A value of `undefined` means that it is missing. */
export function findMistake(name: OptionName, given: string | undefined): string | undefined {
  const { value }: Option = OPTIONS[name];
  if (value === undefined) return given === undefined ? undefined : `--${name} takes no value: leave "${given}" out`;
  switch (value) {
    case "N":
      return /^[1-9]\d{0,8}$/.test(given ?? "") ? undefined : `--${name} takes a whole number from 1${notThat(given)}`;
    case "SECONDS":
      return /^\d+(\.\d+)?$/.test(given ?? "") && Number(given) > 0 ? undefined : `--${name} takes a number above 0${notThat(given)}`;
    case "FILE":
    case "DIR":
      return given ? undefined : `--${name} takes the path of a ${value === "FILE" ? "file" : "folder"}`;
  }
}

export function isPath(name: OptionName): boolean {
  const { value }: Option = OPTIONS[name];
  return value === "FILE" || value === "DIR";
}

function notThat(given: string | undefined): string {
  return given === undefined ? "" : `, not "${given}"`;
}
