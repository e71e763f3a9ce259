/** Reads the words of a shell as the arguments of a tool. */
import { parseJson } from "../text/json.ts";
import { nearNames } from "../text/near-names.ts";
import { renderValue } from "../text/render-value.ts";
import type { ShellFlag, WordType } from "./flags.ts";
import { negationOf } from "./flags.ts";

/** Options of the front end that can follow the name of a tool. A flag of the tool with the same spelling precedes them. */
export interface OwnOptions {
  readonly help: boolean;
  readonly json: boolean;
  readonly dryRun: boolean;
  /** The JSON text of `--args`, or `-` for standard input. */
  readonly args?: string;
}

/** The words of a call. */
export type ReadWords =
  | { readonly kind: "read"; readonly given: ReadonlyMap<string, unknown>; readonly own: OwnOptions }
  | { readonly kind: "misuse"; readonly problem: string };

/** The word `-` as the value of an argument that is the standard input of the program. */
export const FROM_INPUT = Symbol("standard input");

class Misuse extends Error {}

/**
 * Reads the words after the name of a tool. Values have the types of the schema, as far as a word has such a value: `x` for a number stays
 * a text, so that the call reports it like any caller's. The value of an argument for standard input is `FROM_INPUT` for the word `-`.
 */
export function readWords(words: readonly string[], flags: readonly ShellFlag[]): ReadWords {
  try {
    return { kind: "read", ...read(words, flags) };
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    return { kind: "misuse", problem: error.message };
  }
}

function read(words: readonly string[], flags: readonly ShellFlag[]): Omit<Extract<ReadWords, { kind: "read" }>, "kind"> {
  const given = new Map<string, unknown>();
  const operands: string[] = [];
  const own = { help: false, json: false, dryRun: false, args: undefined as string | undefined };
  const known = toTable(flags);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      operands.push(word);
      continue;
    }
    const [name, inline] = splitFlag(word);
    const found = known.get(name);
    const next = (): string => {
      if (inline !== undefined) return inline;
      const value = words[(at += 1)];
      if (value === undefined) throw new Misuse(`${name} needs a value`);
      if (known.has(splitFlag(value)[0])) throw new Misuse(`${name} needs a value; write a value that is a flag as ${name}=${value}`);
      return value;
    };
    if (found !== undefined) add(given, found, { name, inline, next });
    else if (name === "--args") own.args = next();
    else if (name === "--json" && inline === undefined) own.json = true;
    else if (name === "--dry-run" && inline === undefined) own.dryRun = true;
    else if ((name === "--help" || name === "-h") && inline === undefined) own.help = true;
    else throw new Misuse(describeUnknown(name, flags));
  }
  if (!own.help) placeOperands(operands, flags, given);
  const { args, ...rest } = own;
  return { given, own: { ...rest, ...(args !== undefined && { args }) } };
}

interface FoundFlag {
  readonly flag: ShellFlag;
  /** Whether the word is `--no-x`. */
  readonly isNegated: boolean;
}

/** Returns the flags by their spellings: with dashes, and as the argument is named. Negations have no precedence over other flags. */
function toTable(flags: readonly ShellFlag[]): ReadonlyMap<string, FoundFlag> {
  const table = new Map<string, FoundFlag>();
  for (const flag of flags) if (flag.kind === "switch" || flag.kind === "optional") table.set(negationOf(flag), { flag, isNegated: true });
  for (const flag of flags) table.set(`--${flag.name}`, { flag, isNegated: false });
  for (const flag of flags) table.set(flag.flag, { flag, isNegated: false });
  return table;
}

function splitFlag(word: string): readonly [name: string, inline: string | undefined] {
  const end = word.indexOf("=");
  return end < 0 || !word.startsWith("--") ? [word, undefined] : [word.slice(0, end), word.slice(end + 1)];
}

interface WrittenFlag {
  readonly name: string;
  /** The text after `=`. */
  readonly inline: string | undefined;
  /** Returns `inline`, or the next word. */
  readonly next: () => string;
}

function add(given: Map<string, unknown>, { flag, isNegated }: FoundFlag, { name, inline, next }: WrittenFlag): void {
  const before = given.get(flag.name);
  if (isNegated && inline !== undefined) throw new Misuse(`${name} has no value`);
  switch (flag.kind) {
    case "list":
      given.set(flag.name, [...((before ?? []) as readonly unknown[]), toValue(next(), flag.type)]);
      return;
    case "map":
      given.set(flag.name, Object.fromEntries([...Object.entries(before ?? {}), toEntry(name, next())]));
      return;
    case "switch":
    case "optional":
    case "value":
    case "json":
      if (before !== undefined) throw new Misuse(`${name} is given twice, and has one value`);
      given.set(flag.name, isNegated ? false : toSingle(flag, { name, inline, next }));
  }
}

function toSingle(flag: ShellFlag, { name, inline, next }: WrittenFlag): unknown {
  switch (flag.kind) {
    case "switch":
      return inline === undefined ? true : toValue(inline, "boolean");
    case "optional":
      return inline === undefined ? true : toValue(inline, flag.type);
    case "json": {
      const text = next();
      const value = parseJson(text);
      if (value !== undefined) return value;
      if (!allowsText(flag.schema)) throw new Misuse(`${name} needs JSON, and '${renderValue(text)}' is not JSON`);
      return text;
    }
    case "value":
    case "list":
    case "map": {
      const text = next();
      return flag.isInput && text === "-" ? FROM_INPUT : toValue(text, flag.type);
    }
  }
}

/** Reports whether a schema can match a text. */
function allowsText({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === undefined || type === "string" || (Array.isArray(type) && type.includes("string"));
}

/** Returns the value of a word. A word that has no value of the type stays a text. */
function toValue(word: string, type: WordType): unknown {
  if (type === "string") return word;
  const value = parseJson(word);
  return typeof value === (type === "boolean" ? "boolean" : "number") ? value : word;
}

function toEntry(name: string, word: string): readonly [key: string, value: string] {
  const end = word.indexOf("=");
  if (end < 0) throw new Misuse(`${name} needs KEY=VALUE, and '${renderValue(word)}' has no '='`);
  return [word.slice(0, end), word.slice(end + 1)];
}

/**
 * Assigns operands in the order of the arguments. First, each required argument gets one word. Then, optional arguments get one word each,
 * and a list gets the rest.
 */
function placeOperands(words: readonly string[], flags: readonly ShellFlag[], given: Map<string, unknown>): void {
  const slots = flags.filter(({ isOperand, name }) => isOperand && !given.has(name));
  let spare = words.length - slots.filter(({ isRequired }) => isRequired).length;
  let at = 0;
  for (const slot of slots) {
    const own = slot.isRequired ? 1 : 0;
    const more = Math.max(0, slot.kind === "list" ? spare : Math.min(spare, 1 - own));
    const taken = words.slice(at, at + own + more).map((word) => toValue(word, slot.type));
    at += own + more;
    spare -= more;
    if (taken.length > 0) given.set(slot.name, slot.kind === "list" ? taken : taken[0]);
  }
  const [rest] = words.slice(at);
  if (rest === undefined) return;
  const all = flags.filter(({ isOperand }) => isOperand);
  const problem = `unexpected word '${renderValue(rest)}'`;
  throw new Misuse(all.length === 0 ? `${problem}: all arguments of this tool have flags` : `${problem}: too many words without a flag`);
}

/** Maximum number of suggested flags. */
const MAX_NEAR = 3;

function describeUnknown(name: string, flags: readonly ShellFlag[]): string {
  const own = flags.find(({ programFlag }) => programFlag === name);
  if (own !== undefined) return `no flag ${name}: here it is ${own.flag}`;
  const near = nearNames(
    name,
    flags.map(({ flag }) => flag),
    MAX_NEAR,
  );
  const advice = near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "";
  return `no flag ${renderValue(name)}${advice}`;
}
