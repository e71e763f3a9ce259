/** The types of a tool and a CLI in generated code, with the keys of the YAML config. */
import type { SecretSources } from "./secret-source.ts";

/** The JSON type of an argument. A `map` is an object with text values. */
export type ArgType = "string" | "integer" | "number" | "boolean" | "map";

/** One value of an argument after coercion. A `repeat` argument has a list of such values. */
export type ScalarValue = string | number | boolean;

/** The value of a `map` argument. */
export type MapValue = Readonly<Record<string, string>>;

/** A value of an argument after coercion. */
export type ArgValue = ScalarValue | readonly ScalarValue[] | MapValue;

/** The declared risk of a tool, which is converted to MCP annotations. */
export type Risk = "read" | "write" | "destructive";

/** `refuse` rejects calls with unknown arguments, whatever the risk of the tool. */
export type UnknownArgs = "refuse";

/** The limits that a config sets for the values of an argument. Those of a list apply to each item, those of a map to each text. */
export interface ArgLimits {
  /** Minimum of a number, inclusive. */
  readonly min?: number;
  /** Maximum of a number, inclusive. */
  readonly max?: number;
  /** Maximum length of a text in characters (code points). */
  readonly max_length?: number;
  /** A regular expression that the whole text must match, in the syntax of policies. */
  readonly pattern?: string;
  /** The pattern that every key of a map must match. */
  readonly keys?: { readonly pattern: string };
}

/** One argument of a tool, with the keys of the YAML config. */
export interface ArgSpec extends ArgLimits {
  readonly type: ArgType;
  readonly description?: string;
  /** A call must pass the argument; a default does not satisfy it (vector coerce.required.005). */
  readonly required?: boolean;
  /** Used if the argument is absent or `null`. A list if `repeat` is set. */
  readonly default?: ArgValue;
  /** Names of arguments that a call must also pass if it passes this one, or those of each value that needs some. */
  readonly requires?: readonly string[] | Readonly<Record<string, readonly string[]>>;

  /** `-n`, `--format`, or `key=` for a value in the same word. Defaults to `--` and the name with dashes. */
  readonly flag?: string;
  /** Other flags that the program reads as `flag`. Only the guard reads them; for `cwd`, flags that name the working directory. */
  readonly spellings?: readonly string[];
  /** The value is a word without a flag. Defaults to false. */
  readonly positional?: boolean;
  /** The value is the working directory of the process, not a word of the command line. */
  readonly cwd?: boolean;
  /** The value is written to the standard input of the process. */
  readonly stdin?: boolean;
  /** The value is this variable of the process, not a word of the command line. */
  readonly env?: string;
  /** The value is written to a private temporary file, whose path replaces the value. */
  readonly file?: { readonly suffix?: string };

  /**
   * The argument is a list. Writes the flag before each value, or one positional per value. With `once`, writes the flag once before all
   * values.
   */
  readonly repeat?: boolean | "once";
  /** Joins the items of a list or a map to one word, with this text between them. */
  readonly join?: string;
  /**
   * Templates of the words of a value: `{}` is the value, and `{key}` and `{value}` are the parts of a map's entry. There is no automatic
   * flag.
   */
  readonly value?: readonly string[];
  /** `false` writes `--no-x` for the flag `--x`. */
  readonly negatable?: boolean;
  /** The value is `true` or a text. `true` writes the flag alone. A text is written in the same word as the flag. */
  readonly optional_value?: boolean;

  /** The allowed values. For a list, the allowed items. */
  readonly enum?: readonly (string | number)[];
  /**
   * The words that replace a value, by value. For a `boolean` without `enum`, the words of `true` and `false`. There is no automatic flag.
   */
  readonly enum_words?: Readonly<Record<string, readonly string[]>>;
  /** Allows the value to start with `-` at the start of a word. */
  readonly allow_leading_dash?: boolean;
  /** Masks the value in logs, the audit, confirmation prompts and replies. */
  readonly secret?: boolean;
}

/** An operating system that `os` can name. */
export type System = "linux" | "macos";

/** The properties that all tools of a CLI share. */
export interface CliSpec {
  readonly name: string;
  readonly description: string;
  /** Words of the base command, as written. Quotes, `~` and `$VAR` are resolved when a tool is called. */
  readonly command: readonly string[];
  /** Variables of every process of the CLI. Their values are not expanded, unlike the variables of a tool (vector call.env.002). */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of every process of the CLI whose values are read for each call. */
  readonly secrets?: SecretSources;
  /** Working directory of the processes. Defaults to the server's working directory. */
  readonly working_dir?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Arguments that the server adds to every call, with the value of `default`. Callers neither see nor set them. */
  readonly global_args?: Readonly<Record<string, ArgSpec>>;
  /** Rejects calls with unknown arguments. By default, applies only to tools with the risk `write` or `destructive`. */
  readonly unknown_args?: UnknownArgs;
  /** Commands of which a server runs the first that is installed. `command` is the first of them. Defaults to `command` alone. */
  readonly any_of?: readonly (readonly string[])[];
  /** The action of a server at its start if the program of a tool is not installed: log a warning, leave the tool out, or not start. */
  readonly when_missing?: "warn" | "hide" | "fail";
  /** The systems on which the tools are available. Elsewhere, a server leaves them out. Defaults to all. */
  readonly os?: readonly System[];
  /** The words after the program that print its version and do nothing else. A guard runs them. Omitted if the config names no version. */
  readonly version_command?: readonly string[];
  /**
   * Number of tools in the config. Defaults to the number of tools in the module. Written only if a later config redefines some of the
   * tools, because a redefined tool still counts (vector search.dup.006).
   */
  readonly tool_count?: number;
}

/** Rules for combinations of arguments. Each list consists of names. Only arguments that the call passes count, not defaults. */
export interface Relations {
  readonly at_most_one?: readonly (readonly string[])[];
  readonly exactly_one?: readonly (readonly string[])[];
  readonly at_least_one?: readonly (readonly string[])[];
}

/** An example call of a tool, written by the author of the config. */
export interface ToolExample<Args = Readonly<Record<string, unknown>>> {
  readonly description?: string;
  readonly args: Args;
}

/** The form of a tool's standard output. */
export interface OutputSpec {
  /** `raw` is text without cleaning. A media type, such as `image/png`, sends the bytes. Defaults to `text`. */
  readonly format?: "text" | "raw" | "json" | "jsonl" | "json-stream" | `${string}/${string}`;
  /** With `json`: the last object or list on lines of its own, unless standard output is JSON as a whole. Defaults to standard output. */
  readonly from?: "last_value";
  /** The JSON Schema of the result: the value of `json`, the list of values of `jsonl` and `json-stream`, or the selection if `select` is set. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** A JMESPath expression that selects the result. */
  readonly select?: string;
  /** Maximum size of the reply, in bytes as JSON. Defaults to 19,000. */
  readonly max_bytes?: number;
  /** The argument, in braces, that names the file that the program writes. The reply contains the file. */
  readonly file?: string;
}

/** The meaning of an exit code: text for a success, `error` for a failure, `error_if` if the output decides. */
export type ExitMeaning = string | { readonly error: string } | ConditionalMeaning;

/** The meaning of an exit code that is a failure if a condition holds, and otherwise a success. */
export interface ConditionalMeaning {
  /** A JMESPath expression on the JSON of standard output before `select`, or patterns. A condition that cannot be decided holds. */
  readonly error_if: string | ErrorPatterns;
  /** The meaning of a success. Defaults to none. */
  readonly text?: string;
  /** The meaning of a failure. Defaults to none. */
  readonly error?: string;
}

/** Patterns of which one has to match a part of a stream. Syntax and characters are those of `deny_pattern` in policies. */
export interface ErrorPatterns {
  readonly stdout?: string;
  readonly stderr?: string;
}

/** The keys of a tool that do not depend on its handler. */
export interface ToolFields extends Relations {
  readonly name: string;
  /** Name for people. */
  readonly title?: string;
  readonly description: string;
  /** In seconds. Defaults to 30. 0 also means 30. */
  readonly timeout?: number;
  /** If omitted, the tool may have any effect. */
  readonly risk?: Risk;
  /** Whether the tool reaches the network. If omitted, clients assume that it can. */
  readonly network?: boolean;
  /** Whether a repeated call with the same arguments has no further effect. If omitted, clients assume that it has one. */
  readonly idempotent?: boolean;
  /** Whether the tool runs code of its working directory or of the caller, such as scripts, tests and build files. */
  readonly runs_code?: boolean;
  /** Additional search terms. */
  readonly keywords?: readonly string[];
  /** Search terms of low weight, such as words about options of the program that are not arguments of the tool. */
  readonly weak_keywords?: readonly string[];
  /** Calls that are listed with the input schema. */
  readonly examples?: readonly ToolExample[];
}

/** A command, after the base command, that finds a value for a confirmation message, such as the name of a machine by its id. */
export interface ResolverSpec {
  readonly command: readonly string[];
  /** Templates of values by name. `zone` is passed as `--zone VALUE`. A flag is left out if the call lacks one of its arguments. */
  readonly args?: Readonly<Record<string, string>>;
  /** Templates of the words after the flags. All words are left out if the call lacks one of their arguments. Defaults to none. */
  readonly words?: readonly string[];
  /** In seconds. Defaults to 10. */
  readonly timeout?: number;
}

/** An item of `order`: the name of an argument, or constant words, in which `{name}` is the value of an argument. */
export type OrderItem = string | readonly string[];

/** The keys of a tool that define how its command is built, how its result is read, and where it is available. */
export interface CommandRules {
  /** The arguments and constant words in their order on the command line. Defaults to positionals, then flags. */
  readonly order?: readonly OrderItem[];
  /** Exit codes that mean success. Defaults to 0 only. */
  readonly success_exit_codes?: readonly number[];
  /** Writes flags first, then `--`, then positionals. Defaults to false. */
  readonly end_of_options?: boolean;
  /** The form of standard output. Defaults to text. */
  readonly output?: OutputSpec;
  /** Meanings of exit codes. These codes count as success, except for codes with `error`, or with an `error_if` that holds. */
  readonly exit_codes?: Readonly<Record<string, ExitMeaning>>;
  /** Whether a call that reaches its timeout is a success. Defaults to false. */
  readonly timeout_is_success?: boolean;
  /**
   * The replies that contain standard error: all, those of failed or of successful calls, or none. Replies to failed calls contain it also if
   * the program did not exit by itself, or printed nothing else. Defaults to `always`.
   */
  readonly stderr?: "always" | "on_failure" | "on_success" | "never";
  /** A line before the standard output of a successful call, such as the unit of its numbers. Only for text; defaults to none. */
  readonly reply_prefix?: string;
  /** Template of the first line of a confirmation: `{name}` is an argument or a variable of `resolve`. */
  readonly confirm_message?: string;
  /** The systems on which the tool is available. Elsewhere, a server leaves it out. Defaults to those of the CLI. */
  readonly os?: readonly System[];
}

/** The keys of a tool that runs a command. */
export interface CommandFields extends ToolFields, CommandRules {
  /** The whole command line before arguments: the words of `program` or of the CLI's base command, then the tool's own. */
  readonly command: readonly string[];
  /** Replaces the base command of the CLI. */
  readonly program?: readonly string[];
  /** Variables that are added to the variables of the CLI, and override them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Secret variables that are added to those of the CLI, and override them. */
  readonly secrets?: SecretSources;
  /** Overrides the directory of the CLI. */
  readonly working_dir?: string;
  /** Commands that run before a confirmation, by the name of the variable that gets their output. */
  readonly resolve?: Readonly<Record<string, ResolverSpec>>;
}

/** The tools of one CLI in generated code. */
export type ToolSpecs = Readonly<Record<string, AnyToolSpec>>;

/** A tool without its argument interface. The runtime reads every `ToolSpec` as this type. */
export interface AnyToolSpec extends CommandFields {
  readonly args: Readonly<Record<string, ArgSpec>>;
}
