/**
 * The form of an argument: the place that its value goes to, and how the value becomes words there. Only this file reads the keys of an
 * argument that decide it.
 */
import type { ArgSpec } from "../tool/tool-spec.ts";
import { canStandAlone } from "../tool/tool.ts";

/**
 * The place that a value goes to. `option`: the command line, as a flag or after one. `operand`: the command line, as an operand. `words`:
 * the command line, as words that the config's author chose, in the position of an option. `directory`: the working directory of the
 * process. `variable`: an environment variable of the process.
 */
export type Place = "option" | "operand" | "words" | "stdin" | "directory" | "variable";

/** The form of an argument. */
export type ArgForm = LineForm | { readonly place: "stdin" | "directory" } | VariableForm;

/** The form of an argument on the command line. */
export type LineForm = OptionForm | WordsForm;

/** A value that is written as a flag or after one. */
export interface OptionForm {
  readonly place: "option";
  /** The flag as written: `--color`, `-n`, `key=`. */
  readonly flag: string;
  /** Whether the value is in the same word as the flag: `key=value`. */
  readonly isGlued: boolean;
  readonly words: ValueWords | SwitchWords | OptionalWords;
  readonly times: Times;
}

/** A value that is written without a flag. */
export interface WordsForm {
  readonly place: "operand" | "words";
  readonly words: ValueWords;
  readonly times: Times;
}

/** A value in an environment variable. */
export interface VariableForm {
  readonly place: "variable";
  /** The name of the variable. */
  readonly name: string;
  /** The text between the items of a list. Omitted for a line feed. */
  readonly separator?: string;
}

/**
 * How often the words of a value are written. `once`: the argument has a single value. `each`: for each item, with the flag. `together`: for
 * each item, after one flag. `joined`: all items are one word.
 */
export type Times = "once" | "each" | "together" | "joined";

/** Words that contain the value, or replace it. */
export type ValueWords =
  | { readonly kind: "templates"; readonly templates: readonly string[] }
  /** The words that replace each value. */
  | { readonly kind: "mapped"; readonly table: NonNullable<ArgSpec["enum_words"]> };

/** `true` writes the flag alone. `false` writes `negation`, or nothing. */
export interface SwitchWords {
  readonly kind: "switch";
  readonly flag: string;
  readonly negation?: string;
}

/** `true` writes the flag alone, and a text writes `prefix` and the text in one word. */
export interface OptionalWords {
  readonly kind: "optional";
  /** The flag without a value: `--color`. */
  readonly alone: string;
  /** `--color=`, or `-U`. */
  readonly prefix: string;
}

/** The keys that decide the form of an argument. Other combinations of them than the check stage accepts have no defined form. */
export type FormKeys = Named &
  Pick<
    ArgSpec,
    "type" | "positional" | "cwd" | "stdin" | "env" | "file" | "repeat" | "join" | "value" | "negatable" | "optional_value" | "enum_words"
  >;

type Named = { readonly name: string } & Pick<ArgSpec, "flag">;

/** The template of a map's entries. */
const ENTRY = ["{key}={value}"];

/** The template of other values. */
const WHOLE_VALUE = ["{}"];

/** Returns the form of an argument. */
export function toForm(arg: FormKeys): ArgForm {
  const place = placeOf(arg);
  switch (place) {
    case "stdin":
    case "directory":
      return { place };
    case "variable":
      return { place, name: arg.env ?? "", ...(arg.join !== undefined && { separator: arg.join }) };
    case "operand":
    case "words":
    case "option":
      return toLineForm(arg);
  }
}

/** Returns the form of an argument whose value goes to the command line. Ignores keys for other places, as for a global argument. */
export function toLineForm(arg: FormKeys): LineForm {
  const place = linePlaceOf(arg);
  if (place !== "option") return { place, words: toValueWords(arg), times: timesOf(arg) };
  const flag = flagOf(arg);
  return { place, flag, isGlued: flag.endsWith("="), words: toOptionWords(arg), times: timesOf(arg) };
}

/** Returns the place that the value of an argument goes to. */
export function placeOf(arg: FormKeys): Place {
  if (arg.stdin === true) return "stdin";
  if (arg.cwd === true) return "directory";
  if (arg.env !== undefined) return "variable";
  return linePlaceOf(arg);
}

function linePlaceOf(arg: FormKeys): LineForm["place"] {
  if (arg.positional === true) return "operand";
  const hasOwnWords = arg.value !== undefined || arg.enum_words !== undefined;
  return hasOwnWords && (arg.flag === undefined || arg.flag === "") ? "words" : "option";
}

/** Reports whether the value is a part of the command line. */
export function isOnCommandLine(arg: FormKeys): boolean {
  const place = placeOf(arg);
  return place === "option" || place === "operand" || place === "words";
}

/** Reports whether the value is an operand: a word without a flag, in the position of `positional`. */
export function isOperand(arg: FormKeys): boolean {
  return placeOf(arg) === "operand";
}

/** Reports whether the program reads the value from a temporary file, whose path is on the command line. */
export function isInFile({ file }: Pick<FormKeys, "file">): boolean {
  return file !== undefined;
}

/** Returns the flag that an argument writes, or `undefined` if it writes none. */
export function writtenFlagOf(arg: FormKeys): string | undefined {
  return placeOf(arg) === "option" ? flagOf(arg) : undefined;
}

/** Returns the flag that an argument writes for `false`, or `undefined` if it writes none. */
export function writtenNegationOf(arg: FormKeys): string | undefined {
  const form = toForm(arg);
  return "words" in form && form.words.kind === "switch" ? form.words.negation : undefined;
}

/** Reports whether `false` writes a flag, instead of no words. */
export function isNegatable({ negatable }: { readonly negatable?: boolean | undefined }): boolean {
  return negatable === true;
}

/** Reports whether a value can write several words of the same form: one for each item of a list or map. */
export function isRepeatable(arg: FormKeys): boolean {
  const form = toForm(arg);
  return "times" in form && (form.times === "each" || form.times === "together");
}

/** Returns the variable that the value of an argument goes to, or `undefined` for another place. */
export function variableOf(arg: FormKeys): string | undefined {
  return placeOf(arg) === "variable" ? arg.env : undefined;
}

/** Returns the flag of an argument. Defaults to `--` and the name with dashes, also for an empty flag (vector argv.flag.013). */
export function flagOf(arg: Named): string {
  return arg.flag === undefined || arg.flag === "" ? `--${arg.name.replaceAll("_", "-")}` : arg.flag;
}

/** Returns the flag for `false` of a `negatable` argument: `--no-x` for `--x`. */
function negationOf(flag: string): string {
  return flag.replace(/^--?/, "--no-");
}

/** Returns the templates of the words of a value, also of those without their own template. */
export function templatesOf({ value, type }: Pick<FormKeys, "value" | "type">): readonly string[] {
  return value ?? (type === "map" ? ENTRY : WHOLE_VALUE);
}

/** Returns the words of a value that is not `true` or `false`, which write a flag. */
function toValueWords(arg: FormKeys): ValueWords {
  if (arg.enum_words !== undefined) return { kind: "mapped", table: arg.enum_words };
  return { kind: "templates", templates: templatesOf(arg) };
}

function toOptionWords(arg: FormKeys): OptionForm["words"] {
  const flag = flagOf(arg);
  if (arg.enum_words !== undefined) return toValueWords(arg);
  if (arg.type === "boolean" && arg.value === undefined)
    return { kind: "switch", flag, ...(isNegatable(arg) && { negation: negationOf(flag) }) };
  if (canStandAlone(arg)) return { kind: "optional", alone: flag.replace(/=$/, ""), prefix: prefixOf(flag) };
  return toValueWords(arg);
}

/** Returns the text before a value in the same word. Several letters after one dash also need the `=`. */
function prefixOf(flag: string): string {
  return flag.endsWith("=") || /^-[^-]$/.test(flag) ? flag : `${flag}=`;
}

function timesOf({ type, repeat, join }: FormKeys): Times {
  if (join !== undefined) return "joined";
  if (repeat === "once") return "together";
  return type === "map" || repeat === true ? "each" : "once";
}
