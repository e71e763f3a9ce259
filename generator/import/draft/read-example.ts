/** Reads a command line of a page back into the arguments of its tool. Pure. */
import type { DraftArgument } from "./draft-argument.ts";

/** A value of an argument in an example. */
export type ExampleValue = string | number | boolean | readonly string[];

/** Signs of a shell, and of a text that is not a complete command line. */
const NOT_PLAIN = /[|<>;&$`*?{}\\]|\.{3}|\u2026/;

/** The item that writes `--`. */
const SEPARATOR = 'words: ["--"]';

/**
 * Returns the arguments of a command line, or undefined if a word of it is not a value of an argument.
 * @param start number of words of the program and its subcommand
 */
export function readExample(text: string, start: number, args: readonly DraftArgument[]): ReadonlyMap<string, ExampleValue> | undefined {
  const words = splitWords(text);
  if (words === undefined || NOT_PLAIN.test(text)) return undefined;
  const values = new Map<string, ExampleValue>();
  const operands: string[] = [];
  const separator = args.findIndex(({ keys }) => keys[0] === SEPARATOR);
  let end: number | undefined;
  const rest = words.slice(start);
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") {
      end = operands.length;
      operands.push(...rest.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    const taken = readOption(word, rest[at + 1], args);
    if (taken === undefined || !taken.every(({ arg, value }) => addValue(values, arg, value))) return undefined;
    if (taken.some(({ isNext }) => isNext)) at += 1;
  }
  const areRead =
    separator === -1
      ? end === undefined && addOperands(values, operands, args)
      : // The server always writes the separator, so the example must have it.
        (end !== undefined || operands.length === 0) &&
        addOperands(values, operands.slice(0, end ?? 0), args.slice(0, separator)) &&
        addOperands(values, operands.slice(end ?? 0), args.slice(separator));
  const isComplete = areRead && args.every(({ name, form }) => form?.isRequired !== true || values.has(name));
  return isComplete ? values : undefined;
}

/** Splits at spaces. Quotes group words. Returns undefined if a quote is not closed. */
function splitWords(text: string): readonly string[] | undefined {
  if (!/^(?:[^"']|"[^"]*"|'[^']*')*$/.test(text)) return undefined;
  return Array.from(text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g), ([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, (_all, one, two) => one ?? two));
}

interface TakenOption {
  readonly arg: DraftArgument;
  /** True for a switch. */
  readonly value: string | true;
  /** True if the value is the next word. */
  readonly isNext?: boolean;
}

function readOption(word: string, next: string | undefined, args: readonly DraftArgument[]): readonly TakenOption[] | undefined {
  const find = (name: string): DraftArgument | undefined => args.find(({ names }) => names.includes(name));
  const [, name = word, joined] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const arg = find(name);
  if (arg !== undefined) {
    if (arg.form === undefined) return undefined;
    if (arg.form.kind === "switch") return joined === undefined ? [{ arg, value: true }] : undefined;
    if (joined !== undefined) return [{ arg, value: joined }];
    return next === undefined || next.startsWith("-") || arg.form.isOptional ? undefined : [{ arg, value: next, isNext: true }];
  }
  const short = find(word.slice(0, 2));
  if (word.startsWith("--") || short?.form === undefined || word.length < 3) return undefined;
  if (short.form.kind !== "switch") return [{ arg: short, value: word.slice(2) }];
  const others = readOption(`-${word.slice(2)}`, next, args);
  return others && [{ arg: short, value: true }, ...others];
}

/** Adds a value of an option. Returns false if the argument cannot have it. */
function addValue(values: Map<string, ExampleValue>, { name, form }: DraftArgument, value: string | true): boolean {
  if (form === undefined) return false;
  if (value === true) {
    values.set(name, true);
    return true;
  }
  if (form.kind === "list") {
    const before = values.get(name);
    values.set(name, [...(Array.isArray(before) ? (before as readonly string[]) : []), ...(form.separator === undefined ? [value] : value.split(form.separator))]);
    return accepts(form, value);
  }
  const known = toTyped(form, value);
  if (known === undefined || values.has(name) || !accepts(form, value)) return false;
  values.set(name, known);
  return true;
}

type Form = NonNullable<DraftArgument["form"]>;

function accepts({ values }: Form, value: string): boolean {
  return value !== "" && (values === undefined || values.includes(value));
}

function toTyped({ type }: Form, value: string): ExampleValue | undefined {
  if (type === "integer") return /^-?\d{1,9}$/.test(value) ? Number(value) : undefined;
  if (type === "number") return /^-?\d{1,9}(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
  return value;
}

/** Adds the positional values in their order. Returns false if an argument is missing, or a value remains. */
function addOperands(values: Map<string, ExampleValue>, operands: readonly string[], args: readonly DraftArgument[]): boolean {
  let rest = operands;
  for (const { name, form } of args) {
    if (form?.kind !== "operand" && form?.kind !== "operands") continue;
    const [first] = rest;
    if (first === undefined) continue;
    if (!accepts(form, first) || first.startsWith("-")) return false;
    values.set(name, form.kind === "operands" ? rest : first);
    rest = form.kind === "operands" ? [] : rest.slice(1);
  }
  return rest.length === 0;
}
