/** Converts the state of a form, one text per argument, to the arguments of a call and back. */
import type { ToolArg } from "@climax-gen/runtime/browser";
import { canStandAlone, isInFile, isListArg, placeOf } from "@climax-gen/runtime/browser";

/** The control of an argument. */
export type FieldKind =
  /** One line. */
  | "text"
  | "long_text"
  | "number"
  | "boolean"
  /** One of the values of `enum`. */
  | "choice"
  /** Several of the values of `enum`. */
  | "choices"
  /** A list, one value per line. */
  | "lines"
  /** A map, one `key=value` per line. */
  | "pairs"
  /** `true`, `false` or text. */
  | "optional_text";

/** Text by the name of the argument. An argument without text is not passed. */
export type FormState = ReadonlyMap<string, string>;

/** Returns the control that an argument has in the form. */
export function fieldKind(arg: ToolArg): FieldKind {
  const { type, enum: members } = arg;
  if (type === "map") return "pairs";
  if (isListArg(arg)) return members === undefined ? "lines" : "choices";
  if (canStandAlone(arg)) return "optional_text";
  if (members !== undefined) return "choice";
  if (type === "boolean") return "boolean";
  if (type === "integer" || type === "number") return "number";
  return placeOf(arg) === "stdin" || isInFile(arg) ? "long_text" : "text";
}

/** Prefix of a text value of `optional_text`. `true` and `false` have no prefix. */
export const TEXT_MARK = "=";

/**
 * Converts the strings of a form to the arguments of a call. A string that does not have the argument's type is passed unchanged, and the
 * server rejects it.
 */
export function toGiven(args: readonly ToolArg[], state: FormState): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    args.flatMap((arg) => {
      const text = state.get(arg.name) ?? "";
      return text === "" ? [] : [[arg.name, toValue(arg, text)] as const];
    }),
  );
}

/** Converts the arguments of a call to strings of a form. Returns undefined if the form cannot represent them, so that they need JSON. */
export function toFormState(args: readonly ToolArg[], given: Readonly<Record<string, unknown>>): FormState | undefined {
  const state = new Map(args.flatMap((arg) => (Object.hasOwn(given, arg.name) ? [[arg.name, toText(arg, given[arg.name])] as const] : [])));
  return isSame(toGiven(args, state), given) ? state : undefined;
}

function toValue(arg: ToolArg, text: string): unknown {
  switch (fieldKind(arg)) {
    case "text":
    case "long_text":
      return text;
    case "number":
    case "boolean":
    case "choice":
      return toScalar(arg, text);
    case "choices":
    case "lines":
      return linesOf(text).map((line) => toScalar(arg, line));
    case "pairs":
      return Object.fromEntries(linesOf(text).map(splitPair));
    case "optional_text":
      return text.startsWith(TEXT_MARK) ? toScalar(arg, text.slice(TEXT_MARK.length)) : text === "true";
  }
}

function toText(arg: ToolArg, value: unknown): string {
  switch (fieldKind(arg)) {
    case "text":
    case "long_text":
    case "number":
    case "boolean":
    case "choice":
      return String(value);
    case "choices":
    case "lines":
      return Array.isArray(value) ? value.map(String).join("\n") : "";
    case "pairs":
      return typeof value === "object" && value !== null ? Object.entries(value).map(joinPair).join("\n") : "";
    case "optional_text":
      return typeof value === "boolean" ? String(value) : `${TEXT_MARK}${String(value)}`;
  }
}

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function toScalar({ type }: ToolArg, text: string): unknown {
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return (type === "integer" || type === "number") && NUMBER.test(text) ? Number(text) : text;
}

/** Returns the lines. A line feed at the end starts no line. */
function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, "").split("\n");
}

function splitPair(line: string): readonly [key: string, value: string] {
  const end = line.indexOf("=");
  return end === -1 ? [line, ""] : [line.slice(0, end), line.slice(end + 1)];
}

function joinPair([key, value]: readonly [string, unknown]): string {
  return `${key}=${String(value)}`;
}

/** Compares JSON values. The order of keys does not matter. */
function isSame(left: unknown, right: unknown): boolean {
  return toSortedJson(left) === toSortedJson(right);
}

function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
}
