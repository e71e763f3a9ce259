/** Defines a row of the table of frameworks. */

/**
 * Facts that some frameworks' help never shows, whatever the program declares. `names`: those of positional values. `values`: which
 * positional values are required. `variadic`:
 * which positional values can be repeated.
 */
export type OmittedFact =
  | "count"
  | "default"
  | "description"
  | "exclusive"
  | "kind"
  | "list"
  | "names"
  | "negation"
  | "optional"
  | "repeat"
  | "required"
  | "type"
  | "values"
  | "variadic";

/** Toolchain that builds and starts a program. */
export type Toolchain =
  | "c"
  | "crystal"
  | "go"
  | "haskell"
  | "java"
  | "lua"
  | "node"
  | "ocaml"
  | "perl"
  | "php"
  | "python"
  | "r"
  | "ruby"
  | "rust"
  | "shell"
  | "tcl";

/** A framework, and its program below `sources/`. */
export interface Framework {
  /** Name of the row, of the saved pages and of the built program. */
  readonly name: string;
  /** Language in the table. */
  readonly language: string;
  readonly toolchain: Toolchain;
  /** Source file or directory, relative to `sources/`. */
  readonly source: string;
  /** Exact versions, in the notation of the package manager. The first is the framework. Empty if the language contains it. */
  readonly packages: readonly string[];
  /** Text of the table's column of versions. Defaults to the version of the first package. */
  readonly version?: string;
  /** Arguments of the linker, for C and C++. */
  readonly libraries?: readonly string[];
  /** Words of the commands `add` and `remote set-url` that differ. An empty text: the program has only this command. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Options and commands that the program does not have, because the framework has no such notation. */
  readonly lacks?: readonly string[];
  /** Positional values that are options in the help. */
  readonly asOptions?: readonly string[];
  /** Facts that the help does not show. */
  readonly omits?: readonly OmittedFact[];
  /** Flags that the framework adds to the commands. */
  readonly adds?: readonly string[];
  /** Texts of options that differ from the specification. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Letters of options that differ from the specification, by name. */
  readonly shorts?: Readonly<Record<string, string>>;
  /** True if only `--no-color` turns colors off, and `--color` does not exist. */
  readonly onlyNoColor?: boolean;
  /** Text of the table's last column. */
  readonly remark?: string;
}
