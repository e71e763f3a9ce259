/** Defines the description of a program's command line, as documented. Every fact has the page and the line that it was read from. */

/** Kinds of pages, by descending priority. */
export const sourceKinds = ["file", "help", "man", "complete", "fig"] as const;

/** The kind of text that contains a fact. */
export type SourceKind = (typeof sourceKinds)[number];

/** The source of a fact. */
export interface Source {
  readonly from: SourceKind;
  /** Label of the page, such as `git clone --help` or `git-clone.1.gz`. */
  readonly page: string;
  /** Line number, from 1. Data files without lines have 1. */
  readonly line: number;
}

/** A value with its source. */
export interface Fact<Value> extends Source {
  readonly value: Value;
}

/** Whether an option takes a value. `unknown`: no text of the program shows it. */
export type OptionKind = "switch" | "value" | "optional" | "unknown";

/**
 * Notation of a value. `glued`: after `=`. `bracketed`: in brackets or capitals. `bare`: a lower-case word after a space. `attached`: directly
 * after the name, as in `-T#` and `-J<flag>`. `colon`: after a colon, as in `-splash:<image>`.
 */
export type ValueForm = "glued" | "bracketed" | "bare" | "attached" | "colon";

/** The words after an option that takes several. `any`: as in `--files FILE [FILE ...]`. `fixed`: as in `--size WIDTH HEIGHT`. */
export type FollowingWords = "any" | "fixed";

/** Values that a text lists. `closed`: the list is complete. */
export interface ListedValues {
  readonly words: readonly string[];
  readonly strength: "closed" | "prose";
}

/** Facts about an option. */
export interface OptionFacts {
  /** All spellings, such as `-n` and `--max-count`, in the order of the text. */
  readonly names: readonly string[];
  readonly source: Source;
  readonly kind: OptionKind;
  /** Spelling that turns the option off, such as `--no-color`. */
  readonly negation?: string;
  /** True if `=true` turns the switch on, and `=false` off. */
  readonly isAssignable?: boolean;
  /** Words that turn an assignable switch on and off. Defaults to `true` and `false`. */
  readonly booleanWords?: readonly [on: string, off: string];
  /** True if two values follow, as in `--arg name value`. */
  readonly isPair?: boolean;
  /** Several words follow one occurrence of the option. Omitted if one word follows. */
  readonly following?: FollowingWords;
  /** Placeholder of the value, such as `file` in `<file>`; without brackets. */
  readonly placeholder?: string;
  readonly values?: Fact<ListedValues>;
  readonly repeat?: boolean;
  readonly default?: string;
  /** Type of the value, if a text names it or a default shows it. */
  readonly type?: "string" | "integer" | "number";
  readonly description?: Fact<string>;
  /** Heading above the option, in lower case. Empty without a heading. */
  readonly section: string;
  readonly isInherited?: boolean;
  readonly isDeprecated?: boolean;
  /** True if a text says that a call needs the option. */
  readonly required?: boolean;
  /** True if a text says that the option is for internal use. */
  readonly hidden?: boolean;
  /** True if the option starts a group of words that `--` ends: `--pages FILE [RANGE] --`. */
  readonly startsGroup?: boolean;
  /** Environment variable that the program reads without the option. */
  readonly env?: string;
  /** Names of options that a text excludes together with this one. */
  readonly excludes?: readonly string[];
  /** What a text says that the option is used with: commands, such as `start` for "When used with start or stop, …", or other words. */
  readonly usedWith?: readonly string[];
  /** True if the text of an option of the program names the command that has it. */
  readonly isNamedFor?: boolean;
  /** True if the option is a command of the program, which has its own tool: `--list-keys`. */
  readonly isAction?: boolean;
  /** True if the tools of all such commands have the option. */
  readonly isForActions?: boolean;
  /** Notation of the value. Omitted without a value. */
  readonly valueForm?: ValueForm;
  /** Occurrences of the names in the page. */
  readonly mentions: number;
  /** True if a section of examples uses the option. */
  readonly isInExample?: boolean;
}

/** Facts about a positional argument. */
export interface PositionalFacts {
  readonly name: string;
  readonly source: Source;
  readonly isRequired: boolean;
  readonly repeat: boolean;
  readonly values?: readonly string[];
  readonly default?: string;
  readonly description?: string;
  /** Sign before the value, in its word: `+` in `[+FORMAT]`. */
  readonly prefix?: string;
  /** True if `--` precedes the value: `POD -- COMMAND`. */
  readonly isAfterEnd?: boolean;
}

/** An exit code with its meaning. */
export interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

/** A command line that a text shows as an example. */
export interface CommandExample {
  /** The command line, with the program. */
  readonly text: string;
  /** The text beside or above it. */
  readonly caption?: string;
}

/** The kinds of text that the reader expects to define something, but cannot read. */
export const unreadKinds = ["options", "command", "positional"] as const;

/** A text that looks like a definition, but defines nothing that the reader understands. */
export interface UnreadText {
  /** `options`: a section or list of options without one that can be read. */
  readonly kind: (typeof unreadKinds)[number];
  /** The first line, without indentation. */
  readonly text: string;
}

/** A command: a program, or a subcommand with the words before it. */
export interface CommandFacts {
  /** Words after the program. Empty for the program. */
  readonly path: readonly string[];
  /** True if the command is an option of the program: its path is the option. */
  readonly isAction?: boolean;
  /** Words of the command that its tool always writes. Defaults to the path. */
  readonly words?: readonly string[];
  readonly summary?: Fact<string>;
  /** Another sentence about the command: of its page if `summary` is from the list of its parent, or the reverse. */
  readonly otherSummary?: Fact<string>;
  /** The first sentences of the pages that explain the command. */
  readonly about?: string;
  readonly usage: readonly Fact<string>[];
  readonly options: readonly OptionFacts[];
  readonly positionals: readonly PositionalFacts[];
  readonly exits: readonly Fact<ExitCode>[];
  readonly commands: readonly CommandFacts[];
  /** True if `--` is documented as the end of options. */
  readonly hasEndOfOptions: boolean;
  /** Groups of options that exclude each other: one spelling of each. A call can have at most one option of a group. */
  readonly exclusive?: readonly (readonly string[])[];
  readonly examples?: readonly Fact<CommandExample>[];
  /** True if the command only prints the help of its subcommands. */
  readonly isGroup?: boolean;
  /** True if the complete list of commands names it as a low-level one, or leaves it out. */
  readonly isLowLevel?: boolean;
  /** True if the help of the program does not list the command, or a command above it: only the complete list does. */
  readonly isFurther?: boolean;
  /** Texts that could not be read. */
  readonly unread?: readonly Fact<UnreadText>[];
}

/** Facts about a program and its commands. */
export interface CliDescription {
  readonly program: string;
  readonly version?: string;
  /** Words that printed the version. */
  readonly versionCommand?: string;
  readonly root: CommandFacts;
}

/** A text of a program, as it was printed. */
export interface Page {
  readonly from: SourceKind;
  readonly label: string;
  /** Words of the command that the text describes, without the program. */
  readonly path: readonly string[];
  readonly text: string;
  /** Names of the subcommands that print this text too. */
  readonly sharedBy?: readonly string[];
  /** Words in a list like that of subcommands that are values of the command: they print this text too. */
  readonly values?: readonly string[];
  /** True if the command is a low-level one. */
  readonly isLowLevel?: boolean;
  /** True if the help of the program does not list the command, or a command above it. */
  readonly isFurther?: boolean;
}

/** Path of a page that lists the global options of all commands, such as that of `kubectl options`. */
export const GLOBAL_PAGE = "options";

/** Reports whether one of the pages refers to the list of global options, such as "Use kubectl options". */
export function refersToGlobals(program: string, pages: readonly Page[]): boolean {
  return pages.some(({ text }) => text.includes(`${program} ${GLOBAL_PAGE}`));
}

/** Lists a command and all commands below it, parents first. */
export function walkCommands(command: CommandFacts): readonly CommandFacts[] {
  return [command, ...command.commands.flatMap(walkCommands)];
}
