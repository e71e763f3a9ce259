/**
 * Reads the descriptions of positional values. They are in sections such as "Arguments:" of clap and "positional arguments:" of argparse,
 * or among the options, as in the man pages of git.
 */
import type { PositionalFacts } from "../../description.ts";
import { OWN_RULES } from "../layouts/own-rules.ts";
import { findClosedValues } from "../values/closed-values.ts";
import { readDescription } from "../options/description.ts";
import { indentOf, unmark } from "../lines/plain-lines.ts";
import { readHeading } from "../lines/sections.ts";
import { toName } from "./usage-words.ts";

/** What a section says about a positional value. */
type DescribedValue = Partial<Pick<PositionalFacts, "description" | "values" | "default" | "isRequired" | "repeat">>;

const HEADING = /^(?:(?:positional|required) )?(?:arguments?|args|positionals?|positional variables|operands?|parameters)$/;

/** A section of options describes only values in angle brackets: `<pathspec>...`. */
const OPTIONS = /^(?:[\w-]+ )?options$/;

/** One name in its notation: `<FILE>...`, `[pattern]`, `{low,high}`, and `name TEXT ...` of CLI11 with its type. */
const VALUE_NAME = String.raw`[[<({]*(?:\.{3})?[A-Za-z][\w.:/-]*(?:\[[^\s[\]]*\])?[\])>}]*(?: [A-Z]+)?(?: ?\.\.\.)?[\])>}]*`;

/** A name and its description: `<FILE>...  The file`, `name: The name`, `name - The name`. */
const ROW = new RegExp(String.raw`^(${VALUE_NAME})(?:\s*$|(?: REQUIRED)?\s{2,}(?:[-:] )?(.*)$|: +(.*)$| - (.*)$)`);

/** A described value, and its place. */
export interface ListedValue {
  readonly facts: DescribedValue;
  /** Line number, from 1. */
  readonly line: number;
  /** True if the section has positional values only. */
  readonly isPositional: boolean;
  /** True if the name is in angle brackets, and not in square ones. */
  readonly isMarked: boolean;
}

/** Returns the name of the next value with the same word: `str`, `str_2`. */
export function numberedName(name: string, known: { readonly has: (name: string) => boolean }): string {
  let numbered = name;
  for (let number = 2; known.has(numbered); number++) numbered = `${name}_${number}`;
  return numbered;
}

/** The values that sections of a page describe, and the rows that name no value. */
export interface DescribedValues {
  /** By name. */
  readonly values: ReadonlyMap<string, ListedValue>;
  /** Rows that look like names, and cannot be read. */
  readonly unread: readonly { readonly line: number; readonly text: string }[];
}

/** A row of at most three words before a gap, which is not a sentence: `SRC DST   Both of them`. */
const NAMES = /^[A-Za-z<[](?!.*[.:;]$)\S*(?: \S+){0,2}(?: {2,}\S.*)?$/;

/** Returns the values that the sections of a page define. The lines below a name are part of its description. */
export function findDescribedValues(lines: readonly string[]): DescribedValues {
  const unread: { line: number; text: string }[] = [];
  const found = new Map<string, Omit<ListedValue, "facts"> & { readonly text: string[] }>();
  let names: "any" | "in_brackets" | "none" = "none";
  /** Column of the names. Undefined before the first. */
  let base: number | undefined;
  let last: string[] | undefined;
  for (const [at, given] of lines.entries()) {
    const line = unmark(given)
      .replace(/^(\s*)\* (?=\s*\w)/, "$1  ")
      .replace(/^(\s*[[<]\S+[\]>])\u2026/, "$1...");
    // Below a heading, a word in capitals that is indented is the name of a value.
    const heading: string | undefined = names === "any" && /^ +[A-Z][A-Z0-9_-]*$/.test(line) ? undefined : readHeading(line);
    const indent = indentOf(line);
    if (line.trim() !== "" && (heading !== undefined || indent === 0) && indent <= (base ?? indent)) {
      names = HEADING.test(heading ?? "") ? "any" : OPTIONS.test(heading ?? "") ? "in_brackets" : "none";
      base = last = undefined;
      continue;
    }
    if (names === "none") continue;
    base ??= line.trim() === "" ? undefined : indent;
    if (line.trim() === "" || indent > (base ?? 0)) {
      last?.push(line.trim());
      continue;
    }
    const [row, written = "", ...texts] = ROW.exec(line.trim().replace(/^\[--\] /, "")) ?? [];
    const isValue = row !== undefined && (names === "any" || /^\[?</.test(written));
    if (row === undefined && names === "any" && NAMES.test(line.trim())) unread.push({ line: at + 1, text: line.trim() });
    const text = texts.find((one) => one !== undefined) ?? "";
    const mark = /(?: | # )REQUIRED\s/.test(line) ? "[required] " : "";
    last = !isValue ? undefined : [`${mark}${text.replace(/^<[\w[\]]+>\s+/, "")}`];
    const own = toName(
      written
        .replace(/\.\.\./, "")
        .replace(/^\[(.*)\]$/, "$1")
        .replace(/(?<=^[a-z]\S*) [A-Z]+/, ""),
    );
    const name = OWN_RULES.tyroType.pattern.test(written) && names === "any" ? numberedName(own, found) : own;
    const isPositional = names === "any";
    const isMarked = written.startsWith("<");
    if (last !== undefined && name !== "" && !found.has(name)) found.set(name, { text: last, line: at + 1, isPositional, isMarked });
    if (/\.{3}/.test(written) && last !== undefined) last[0] = `${last[0] ?? ""} [array]`;
  }
  const values = new Map(Array.from(found, ([name, { text, ...place }]) => [name, { ...place, facts: toDescribed(name, text) }]));
  return { values, unread };
}

function toDescribed(name: string, lines: readonly string[]): DescribedValue {
  const { text, facts } = readDescription(lines);
  const values = facts.values ?? findClosedValues(name, lines)?.words;
  // A type alone is not a description.
  const isRemark = /^(?:<[^>]*>|\[[^\]]*\]|\([^)]*\))$/.test(text);
  return {
    ...(text !== "" && !isRemark && { description: text }),
    ...(values && { values }),
    ...(facts.default !== undefined && { default: facts.default }),
    ...(facts.repeat && { repeat: true }),
    ...(facts.required && { isRequired: true }),
  };
}
