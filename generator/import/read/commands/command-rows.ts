/** Reads the rows of a list of commands: their names, values and summaries. */
import type { Fact, Source } from "../../description.ts";
import { ROW_LAYOUTS } from "../layouts/command-layouts.ts";
import { namesKind } from "../values/value-words.ts";

/** A command in a list of commands. */
export interface ListedCommand {
  /** Name, or several words for a command below another one: `remote add`. */
  readonly name: string;
  readonly summary?: Fact<string>;
  /** Text after the name in the list: `[UNIT...]`. */
  readonly values?: string;
  readonly source: Source;
}

const NAME = /^[A-Za-z0-9](?:[\w.:-]*\w)?$/;

/** Reports whether a text can be the name of a command. */
export function isCommandName(text: string): boolean {
  return NAME.test(text);
}

/** The start of a sentence instead of a name: `Note that `ls` and `lsl` recurse - use …`. */
const SENTENCE = /^[A-Z][a-z]+ [a-z]+ \S+ \S+/;

/** Reports whether a plain word after a name in a list is a part of it. */
export type IsNested = (first: string, second: string) => boolean;

/** Reads a row. Several names in it have no summary. Returns none if the row is text. */
export function readCommandRow(text: string, source: Source, isNested: IsNested): readonly ListedCommand[] {
  const commas = text.replace(/,$/, "").split(/, /);
  if (commas.length > 1 && commas.every(isCommandName)) return commas.map((name) => ({ name, source }));
  const match = ROW_LAYOUTS.map(({ pattern }) => pattern.exec(text)).find((found) => found !== null);
  const [, head = "", summary = ""] = match ?? [];
  if (SENTENCE.test(head)) return [];
  const first = head.split(/[\s,|]/)[0]?.replace(/[:*,]$/, "") ?? "";
  if (!isCommandName(first)) return [];
  const nested = !isPlainWord(first) ? [] : nestedWords(head.slice(first.length).trim(), (word) => isNested(first, word));
  const values = head.slice([first, ...nested].join(" ").length).trim();
  if (summary === "" && nested.length === 0 && values.includes(" ") && !arePlaceholders(first, values)) return [];
  return [toCommand([first, ...nested].join(" "), values, { ...source, value: summary.trim().replace(/\s+/g, " ") })];
}

/** Returns a command of a list. Omits an empty summary, and text that is not a value. */
export function toCommand(name: string, values: string, { value, ...source }: Fact<string>): ListedCommand {
  return { name, source, ...(value !== "" && { summary: { ...source, value } }), ...(/^[[<A-Z]/.test(values) && { values }) };
}

/** Returns the plain words before the values of a row: `set-url` of `set-url <name> <url>`. */
function nestedWords(text: string, isNested: (word: string) => boolean): readonly string[] {
  const words = text === "" ? [] : text.split(" ");
  const end = words.findIndex((word) => !isPlainWord(word));
  const plain = end === -1 ? words : words.slice(0, end);
  const [first = "", ...others] = plain;
  // Before values in brackets or capitals, plain words are literal.
  const isBeforeValues = end !== -1 && /^[[<({A-Z-]/.test(words[end] ?? "") && !plain.some(isPlaceholderWord);
  const isKnown = first !== "" && others.length === 0 && isNested(first);
  return plain.length < 3 && (isBeforeValues || isKnown) ? plain : [];
}

function isPlainWord(word: string): boolean {
  return /^[a-z][a-z0-9:_-]*$/.test(word) && !/^(?:and|or|the|an?|to|is)$/.test(word);
}

/** Verbs at the start of the names of commands: `set-url` is one, `repo-url` a value. */
const VERBS = new Set(
  "set get add new create make remove rm delete list ls show edit update change rename move copy run start stop check".split(" "),
);

function isPlaceholderWord(word: string): boolean {
  return namesKind(word) && !isVerbName(word);
}

/** Reports whether a word starts with a verb and a dash, so that it is the name of a command and not of a value. */
export function isVerbName(word: string): boolean {
  const [verb = "", ...others] = word.split("-");
  return others.length > 0 && VERBS.has(verb);
}

function arePlaceholders(name: string, values: string): boolean {
  const isEach = values.split(" ").every((word) => /^[[<{A-Z]/.test(word) || /^(?:\.{3}|\u2026)$|\.{3}\]$/.test(word));
  return /^[a-z]/.test(name) && (/^[[<{(-]/.test(values) || isEach);
}
