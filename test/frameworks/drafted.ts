/** Reads the tools and arguments of a drafted config. */
import { parse } from "yaml";

/** An argument of a draft. */
export interface DraftedArgument {
  readonly name: string;
  readonly description: string;
  /** Spellings of the option, without `=`. Empty for a positional value. */
  readonly flags: readonly string[];
  readonly isPositional: boolean;
  readonly type: string;
  readonly required: boolean;
  readonly repeat: boolean;
  readonly negatable: boolean;
  readonly isOptional: boolean;
  /** Values of the list `enum`. A mapped list has its names. */
  readonly values?: readonly string[];
}

/** A tool of a draft. */
export interface DraftedTool {
  readonly name: string;
  readonly description: string;
  /** Words after the program. */
  readonly path: readonly string[];
  readonly args: readonly DraftedArgument[];
  /** Spellings of options that the draft names as not for tools, such as `--color`. */
  readonly leftOut: ReadonlySet<string>;
  /** Lists of arguments of which a call passes at most one. */
  readonly exclusive: readonly (readonly string[])[];
}

interface RawTool {
  readonly name: string;
  readonly description?: string;
  readonly command?: string | readonly string[];
  readonly args?: readonly Readonly<Record<string, unknown>>[];
  readonly at_most_one?: readonly (readonly string[])[];
  readonly exactly_one?: readonly (readonly string[])[];
}

/** Reads the tools of a draft. */
export function readDraft(text: string): readonly DraftedTool[] {
  const { tools = [] } = parse(text) as { readonly tools?: readonly RawTool[] };
  const leftOut = new Set(
    Array.from(
      text.replace(/\n *# {2,}/g, " ").matchAll(/^ *(?:args: )?# .*\bnot for tools: (.*)/gm),
      ([, list = ""]) => list.match(/--?[\w-]+/g) ?? [],
    ).flat(),
  );
  return tools.map(({ name, description = "", command = "", args = [], at_most_one = [], exactly_one = [] }) => ({
    name,
    description,
    path: (typeof command === "string" ? command.split(" ") : command).filter((word) => word !== ""),
    args: args.filter((raw) => typeof raw["name"] === "string").map(readArgument),
    leftOut,
    exclusive: [...at_most_one, ...exactly_one],
  }));
}

function readArgument(raw: Readonly<Record<string, unknown>>): DraftedArgument {
  const isPositional = raw["positional"] === true;
  const values = raw["enum"];
  const name = String(raw["name"]);
  return {
    name,
    description: textOf(raw["description"]),
    flags: isPositional ? [] : readFlags(raw),
    isPositional,
    type: textOf(raw["type"]) || "string",
    required: raw["required"] === true,
    repeat: raw["repeat"] === true || raw["repeat"] === "once" || raw["join"] !== undefined,
    negatable: raw["negatable"] === true || (raw["type"] === "boolean" && values !== undefined),
    isOptional: raw["optional_value"] === true,
    ...(Array.isArray(values)
      ? { values: values.map(String) }
      : typeof values === "object" && values !== null && { values: Object.keys(values) }),
  };
}

/** Returns all spellings: of `flag`, of `x-flags`, and the first word of `value`. */
function readFlags(raw: Readonly<Record<string, unknown>>): readonly string[] {
  const value: unknown = Array.isArray(raw["value"]) ? raw["value"][0] : raw["value"];
  const listed = Array.isArray(raw["x-flags"]) ? raw["x-flags"].map(String) : [];
  const found = [textOf(raw["flag"]), textOf(value), ...listed].map((flag) => flag.replace(/(?:=|\{.*)$/, ""));
  return [...new Set(found.filter((flag) => flag.startsWith("-")))];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns the argument of a flag: `--output`, `-o` or, in some notations, `-output`. */
export function findByFlag(tool: DraftedTool, flags: readonly string[]): DraftedArgument | undefined {
  return tool.args.find((arg) => flags.some((flag) => arg.flags.includes(flag)));
}

/** Reports whether a draft leaves an option out on purpose, because it is for people at a terminal. */
export function isLeftOut(option: { readonly name: string; readonly short?: string }, tool: DraftedTool): boolean {
  return findByFlag(tool, spellings(option)) === undefined && spellings(option).some((flag) => tool.leftOut.has(flag));
}

/** Returns the spellings of an option. */
export function spellings(option: { readonly name: string; readonly short?: string }): readonly string[] {
  return [`--${option.name}`, `-${option.name}`, ...(option.short === undefined ? [] : [`-${option.short}`])];
}
