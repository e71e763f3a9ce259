/** The result of reading a command line: a tool and its arguments, or the reason why the words are not those of a tool. */
import type { ArgValue } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";

/** The result of reading a command line. */
export type Reading = ReadLine | RefusedLine;

/** A command line that is a call of a tool. */
export interface ReadLine {
  readonly kind: "read";
  readonly tool: Tool;
  /**
   * The arguments that the words contain. An argument without words is absent, so its default applies as in any call. Arguments for standard
   * input and variables are never in them; the working directory is, if a flag of the program names it (`spellings` of a `cwd` argument).
   */
  readonly args: Readonly<Record<string, ArgValue>>;
  /** Constant words that the config adds and the caller did not write, in order. */
  readonly added: readonly string[];
  /** Words of `added` that answer a question of the program. The user must answer it instead. Omitted without any. */
  readonly asked?: readonly string[];
}

/** A command line that is no call of a tool, or not of one tool only. */
export interface RefusedLine {
  readonly kind: "refused";
  readonly rule: ReadingRule;
  /** The word that breaks the rule. Empty if a word is missing, or if the command line as a whole breaks it. */
  readonly word: string;
  /** The closest enabled tool. Omitted if the program has none. */
  readonly nearest?: NearestForm;
  /** The fault, and what to write instead. */
  readonly message: string;
}

/** A command line that the guard accepts. */
export interface NearestForm {
  /** The name of the tool. */
  readonly tool: string;
  /** The form of its command lines: `git log [--max-count=N] [--] [PATHS…]`. */
  readonly commandLine: string;
}

/** The rules of which a refused command line breaks one. */
export type ReadingRule =
  | "unknown-subcommand"
  | "unknown-option"
  | "abbreviation"
  | "unknown-value"
  | "missing-value"
  | "missing-word"
  | "unknown-operand"
  | "ambiguous"
  | "order-dependent"
  | "response-file"
  | "repeated-option"
  | "operand-like-option"
  | "file-argument"
  | "disabled";
