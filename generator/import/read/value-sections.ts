/**
 * Reads the descriptions of positional values. They are in sections such as "Arguments:" of clap and "positional arguments:" of argparse,
 * or among the options, as in the man pages of git.
 */
import { findClosedValues } from "./values/closed-values.ts";
import { toDescription, unmark } from "./option-facts.ts";
import { indentOf } from "./plain-lines.ts";
import { readHeading } from "./sections.ts";
import { toName } from "./usage-words.ts";

/** The description of a positional value. */
export interface DescribedValue {
  readonly description?: string;
  /** All allowed values. */
  readonly values?: readonly string[];
}

const HEADING = /^(?:(?:positional|required) )?(?:arguments?|args|positionals?|operands?|parameters)$/;

/** A section of options describes only values in angle brackets: `<pathspec>...`. */
const OPTIONS = /^(?:[\w-]+ )?options$/;

/** One name in its notation, and its description: `<FILE>...  The file`, `[pattern]`, `name [string]  The name`. */
const ROW = /^([[<({]*[A-Za-z][\w.:/-]*[\])>}]*(?: ?\.\.\.)?[\])>}]*)(?:\s*$|\s{2,}(?:[-:] )?(.*)$|: +(.*)$| - (.*)$)/;

/** Returns the values that the sections of a page define, by name. The lines below a name are part of its description. */
export function findDescribedValues(lines: readonly string[]): ReadonlyMap<string, DescribedValue> {
  const found = new Map<string, string[]>();
  let names: "any" | "in_brackets" | "none" = "none";
  /** Column of the names. Undefined before the first. */
  let base: number | undefined;
  let last: string[] | undefined;
  for (const given of lines) {
    const line = unmark(given);
    const heading = readHeading(line);
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
    last = !isValue ? undefined : [texts.find((text) => text !== undefined) ?? ""];
    const name = toName(written.replace(/\.\.\./, ""));
    if (last !== undefined && name !== "" && !found.has(name)) found.set(name, last);
  }
  return new Map(Array.from(found, ([name, text]) => [name, toDescribed(name, text)]));
}

function toDescribed(name: string, lines: readonly string[]): DescribedValue {
  const description = toDescription(lines.join("\n").trim());
  const listed = findClosedValues(name, lines);
  // A remark alone, such as a type or a default, is not a description: `[default: .]`.
  const isRemark = /^(?:<[^>]*>|\[[^\]]*\]|\([^)]*\))$/.test(description);
  return {
    ...(description !== "" && !isRemark && { description }),
    ...(listed?.strength === "closed" && { values: listed.words }),
  };
}
