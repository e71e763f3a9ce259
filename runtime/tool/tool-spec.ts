/** The types of a tool in generated code, which TypeScript checks against an argument interface. */

export type ArgType = "string" | "integer" | "number" | "boolean";

/** One value of an argument after coercion. A `repeat` argument has a list of them. */
export type ScalarValue = string | number | boolean;
export type ArgValue = ScalarValue | readonly ScalarValue[];

/** The declared risk of a tool, which is converted to MCP annotations. */
export type Risk = "read" | "write" | "destructive";

/** One argument of a tool, with the keys of the YAML config. */
export interface ArgSpec {
  readonly type: ArgType;
  readonly description?: string;
  /** A call must pass the argument; a default does not satisfy it (vector coerce.required.005). */
  readonly required?: boolean;
  /** Used if the argument is absent or `null`. A list if `repeat` is set. */
  readonly default?: ArgValue;
  /** `-n`, `--format`, or `key=` for a value in the same word. Defaults to `--` and the name with dashes. */
  readonly flag?: string;
  readonly positional?: boolean;
  /** The value is the working directory of the process, not a word of the command line. */
  readonly cwd?: boolean;
  /** The value is written to the standard input of the process. */
  readonly stdin?: boolean;
  readonly enum?: readonly string[];
  /** A list of values: the flag once per value, or one positional per value. */
  readonly repeat?: boolean;
  /** Allow a positional string value to start with `-`. */
  readonly allow_leading_dash?: boolean;
  /** The value never appears in a log. */
  readonly secret?: boolean;
}

/** The properties that all tools of a CLI share. */
export interface CliSpec {
  readonly name: string;
  readonly description: string;
  /** Words of the base command, as written. Quotes, `~` and `$VAR` are resolved when a tool is called. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly working_dir?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Arguments that the server fills in on every call, from `default`; a caller neither sees nor sets them. */
  readonly global_args?: Readonly<Record<string, ArgSpec>>;
  /**
   * Number of tools in the config. Defaults to the number of tools in the module; written only if a later config redefines some of
   * them, because a redefined tool still counts (vector search.dup.006).
   */
  readonly tool_count?: number;
}

/** The form of a tool's standard output. */
export interface OutputSpec {
  /** `raw` is text without cleaning. A media type, such as `image/png`, sends the bytes. Defaults to `text`. */
  readonly format?: "text" | "raw" | "json" | "jsonl" | `${string}/${string}`;
  /** The JSON Schema of the result: of `json` the value, of `jsonl` the list of values, of either with `select` the selection. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** A JMESPath expression that selects the result. */
  readonly select?: string;
  /** Maximum size of the reply, in bytes as JSON. Defaults to 64 KiB. */
  readonly max_bytes?: number;
  /** The argument, in braces, that names the file that the program writes. The reply contains the file. */
  readonly file?: string;
}

/** The meaning of an exit code: text for a success, `error` for a failure. */
export type ExitMeaning = string | { readonly error: string };

/** The keys of a tool that do not depend on its handler. */
export interface ToolFields {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** In seconds. Defaults to 30, and 0 means 30 too. */
  readonly timeout?: number;
  readonly risk?: Risk;
  /** Additional search terms. */
  readonly keywords?: readonly string[];
}

/** The keys of a tool that runs a command. */
interface CommandFields extends ToolFields {
  /** The whole command line before arguments: the words of the CLI's base command, then the tool's own. */
  readonly command: readonly string[];
  /** Exit codes that mean success. Defaults to 0 only. */
  readonly success_exit_codes?: readonly number[];
  /** Writes flags first, then `--`, then positionals. Defaults to false. */
  readonly end_of_options?: boolean;
  /** The form of standard output. Defaults to text. */
  readonly output?: OutputSpec;
  /** Meanings of exit codes. They count as success, except those with `error`. */
  readonly exit_codes?: Readonly<Record<string, ExitMeaning>>;
  /** Whether a call that reaches its timeout is a success. Defaults to false. */
  readonly timeout_is_success?: boolean;
  /** When standard error is part of the reply. Defaults to always. */
  readonly stderr?: "always" | "on_failure";
}

/**
 * A tool in generated code: `const git_log: ToolSpec<GitLogArgs> = {…}`. The interface and the table are checked against each other: a
 * missing or unknown argument, a wrong type, a missing `required`, a value outside the enum and a default of the wrong type do not
 * compile.
 */
export interface ToolSpec<Args> extends CommandFields {
  /** The arguments by name. For a tool without arguments, `Args` extends `Record<string, never>`. */
  readonly args: string extends keyof Args ? Readonly<Record<string, never>> : { readonly [Name in keyof Args]-?: EntryOf<Args[Name]> };
}

/** The tools of one CLI in generated code. */
export type ToolSpecs = Readonly<Record<string, AnyToolSpec>>;

/** A tool without its argument interface. The runtime reads every `ToolSpec` as this type. */
export interface AnyToolSpec extends CommandFields {
  readonly args: Readonly<Record<string, ArgSpec>>;
}

/** The table entry for an argument, derived from the type of its property, which includes `undefined` if the property is optional. */
type EntryOf<Property> = undefined extends Property
  ? ArgSpecOf<Exclude<Property, undefined>, false>
  : ArgSpecOf<Property, true> & { readonly required: true };

type ArgSpecOf<Value, IsRequired> = [Value] extends [readonly (infer Item)[]]
  ? IsWide<Item> extends true
    ? FreeList<Item, IsRequired>
    : ChosenList<Item, IsRequired>
  : IsWide<Value> extends true
    ? FreeValue<Value, IsRequired>
    : ChosenValue<Value, IsRequired>;

type IsWide<Value> = string extends Value ? true : number extends Value ? true : boolean extends Value ? true : false;

type TypeName<Value> = [Value] extends [boolean] ? "boolean" : [Value] extends [number] ? "integer" | "number" : "string";

// Interfaces instead of intersections, because TypeScript compares them faster, and every argument of every tool is compared.
interface SharedFields<IsRequired> extends Omit<ArgSpec, "type" | "enum" | "default" | "repeat" | "required"> {
  readonly required?: IsRequired;
}

interface FreeValue<Value, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Value>;
  readonly enum?: never;
  readonly repeat?: false;
  readonly default?: Value;
}

interface ChosenValue<Value, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Value>;
  readonly enum: readonly `${Value & ScalarValue}`[];
  readonly repeat?: false;
  readonly default?: Value;
}

interface FreeList<Item, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Item>;
  readonly enum?: never;
  readonly repeat: true;
  readonly default?: readonly Item[];
}

interface ChosenList<Item, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Item>;
  readonly enum: readonly `${Item & ScalarValue}`[];
  readonly repeat: true;
  readonly default?: readonly Item[];
}
