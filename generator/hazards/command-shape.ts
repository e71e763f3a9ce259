/** A command line as its hazards depend on it: the fixed words, the arguments, and the state of a walk through both. */
import type { ListedProgram } from "./programs/program.ts";

/** Argument passed on the command line, on standard input, or as the working directory. */
export interface Slot {
  readonly name: string;
  readonly kind: "operand" | "flag" | "stdin" | "directory";
  /** Flag as written, without a trailing `=`. */
  readonly flag: string;
  /** True if callers can pass any text. */
  readonly isFree: boolean;
  /** Reports whether the text of an operand can be this option. */
  readonly accepts: (option: string) => boolean;
  /** True if the config limits the text with a pattern. */
  readonly isLimited: boolean;
  /** True if the config or a policy limits the text to a directory or with a pattern. */
  readonly isConfined: boolean;
  /** Reports whether the text can start with this prefix. */
  readonly canStartWith: (prefix: string) => boolean;
  readonly isRequired: boolean;
  /** True if a call can pass several words. */
  readonly isList: boolean;
}

/** The fixed words of a command line, and the arguments that callers can pass. */
export interface CommandShape {
  /** Fixed words, unquoted. */
  readonly words: readonly string[];
  readonly slots: readonly Slot[];
  /** True if operands follow `--`. */
  readonly endsOptions: boolean;
  /** Fixed variables, as `NAME=value`. */
  readonly variables: readonly string[];
}

/** Text of the caller that a program executes. */
export interface ExecutedText {
  /** Program, with the option or subcommand that executes the text: `bash -c`. */
  readonly program: string;
  /** Name of the argument. */
  readonly arg: string;
  /** Index of the fixed word that is the cause. Omitted if the argument itself is the cause. */
  readonly word?: number;
}

/** A walk through the fixed words of a program. */
export interface Walk {
  readonly program: ListedProgram;
  /** Name of the program and its selected subcommands. */
  readonly label: string;
  /** Index of the next word. */
  readonly from: number;
}

/** State after the fixed words of a program. */
export interface Rest extends Walk {
  /** Number of fixed operands. */
  readonly operands: number;
  /** True if the fixed words already contain the code. */
  readonly isFixed: boolean;
  /** Index of the last word, if it is an option whose value is executed. */
  readonly pending?: number;
  /** True if a fixed word is `--`. */
  readonly hasDoubleDash: boolean;
  /** Fixed script of an interpreter, or fixed program of a launcher. */
  readonly script?: string;
  /** True if a launcher has started its program, which gets the words. */
  readonly isStarted?: boolean;
}
