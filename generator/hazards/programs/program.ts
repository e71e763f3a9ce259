/** Defines the parts of a command line that a program executes, and common kinds of programs. */

/** The parts of a command line that a program executes. A part is omitted if the program does not execute it. */
export interface ListedProgram {
  /**
   * Options whose value is code, a command, or a file that contains either, without the `=` of `--option=value`. A short option (`-c`) also
   * matches at the end of a cluster (`-lc`).
   */
  readonly options?: readonly string[];
  /** Minimum number of words that the option and its value need. Defaults to 1, for `--option=value`. */
  readonly minWords?: number;
  /** Options whose value is executed besides the code or the script, such as a module to load. They can follow any subcommand. */
  readonly loads?: readonly string[];
  /** Other options whose value is the next word, which is therefore not an operand. */
  readonly values?: readonly string[];
  /** Index of the first operand that is executed, from 0. Later operands are executed as well. */
  readonly operands?: number;
  /** Prefix of the operands that are executed. Defaults to none: all of them are. */
  readonly codePrefix?: string;
  /** True if operands are executed only before `--`, as in `vim +command`. */
  readonly isOptionLike?: boolean;
  /** True if standard input is executed when the command line contains no code; `always` if it is always executed. */
  readonly stdin?: boolean | "always";
  /** True if files of the working directory are executed, such as a makefile. */
  readonly readsDirectory?: boolean;
  /** Options whose value is a directory with code, such as `make -C`. They can follow subcommands that read their directory. */
  readonly directories?: readonly string[];
  /** Fixed words, or variables such as `NAME=value`, with which no code of the directory is executed. One that ends in `=` is a prefix. */
  readonly directoryGuards?: readonly string[];
  /** Fixed words of which one is necessary for the execution of operands: `pdflatex -shell-escape`. Defaults to none. */
  readonly enabledBy?: readonly string[];
  /** True if the operand at the index `operands` is a script. A relative path is in the working directory. */
  readonly hasScript?: boolean;
  /** True if the words after fixed code or a fixed script are its arguments: `bash -c 'fixed' TEXT`. */
  readonly passesArguments?: boolean;
  /** Index of the operand that names a program to start, from 0. The words after it belong to that program. */
  readonly starts?: number;
  /** True if the started program is on another machine or in a container, so that it does not depend on the working directory. */
  readonly startsElsewhere?: boolean;
  /** True if fixed code can execute its arguments: `eval "$1"`, `exec "$@"`. */
  readonly isShell?: boolean;
  /** Option whose value names a program to start. */
  readonly startOption?: string;
  /**
   * True if any text of the caller is executed after the operand at `starts`. If the launcher has no `options`, text from the operand at
   * `operands` or `starts` is, too.
   */
  readonly runsAnyText?: boolean;
  /** Options, or variables such as `NAME=value`, that disable execution. */
  readonly safeOptions?: readonly string[];
  /** Subcommands by name. Other subcommands are harmless. */
  readonly subcommands?: ReadonlyMap<string, ListedProgram>;
}

/** A program, and its names, separated by spaces. */
export type ProgramRow = readonly [names: string, program: ListedProgram];

/** Names of programs, separated by spaces, and the facts about each of them. */
export type Row<Fact> = readonly [names: string, ...facts: readonly Fact[]];

/** Maps each name of the rows to its facts. */
export const factsByName = <Fact>(rows: readonly Row<Fact>[]): ReadonlyMap<string, readonly Fact[]> =>
  new Map(rows.flatMap(([names, ...facts]) => names.split(" ").map((name) => [name, facts] as const)));

/** Maps each name of the rows to its program. */
export const table = (rows: readonly ProgramRow[]): ReadonlyMap<string, ListedProgram> =>
  new Map(rows.flatMap(([names, program]) => names.split(" ").map((name) => [name, program] as const)));

/** Starts another program: with more privileges, on another machine or root, or with arguments from its input. */
export const unrestrictedLauncher: ListedProgram = { runsAnyText: true, starts: 0 };
/** Starts the program named by the first operand. */
export const launcher: ListedProgram = { starts: 0 };
const toWords = (words: string): readonly string[] => words.split(" ").filter((word) => word !== "");
/** Executes a script or, without one, standard input. */
export const interpreter = (options: string, { loads = "", values = "" } = {}): ListedProgram => ({
  operands: 0,
  stdin: true,
  hasScript: true,
  passesArguments: true,
  options: toWords(options),
  loads: toWords(loads),
  values: toWords(values),
});
/** Executes the values of these options, and nothing else. */
export const optionsOnly = (options: string): ListedProgram => ({ options: toWords(options) });
/** Executes files of the working directory, and the values of these options. */
export const project = (options = "", directories = ""): ListedProgram => ({
  readsDirectory: true,
  options: toWords(options),
  directories: toWords(directories),
});
/** Executes the operands from this index, and the values of these options. */
export const operandsFrom = (operands: number, options = ""): ListedProgram => ({ operands, options: toWords(options) });
/** Installs or starts packages, which execute code of their authors. */
export const packages = (options = ""): ListedProgram => ({ operands: 0, options: toWords(options) });
