/** Finds the usage lines of a page. */
import type { UsageLine } from "./usage-options.ts";
import { MARK_END, MARK_START } from "./plain-lines.ts";
import { readHeading } from "./sections.ts";

const START = /^\s*(?:(?:usage|synopsis)\b:?|syntax:)/i;

/** Returns the usage lines, each joined with the deeper lines that continue it. */
export function findUsageLines(lines: readonly string[], words: readonly string[]): readonly UsageLine[] {
  const start = lines.findIndex((line) => START.test(line));
  if (start === -1) return [];
  const first = lines[start] ?? "";
  const inline = first.replace(START, "").trimStart();
  const found: { text: string; line: number; indent: number }[] = [];
  if (inline !== "") found.push({ text: inline, line: start + 1, indent: first.length - inline.length });
  const headingIndent = first.length - first.trimStart().length;
  let blanks = 0;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      blanks++;
      if (isSubcommandUsage(lines[at + 1], words)) continue;
      if (inline !== "" || (found.length > 0 && blanks > 1)) break;
      continue;
    }
    const indent = line.length - line.trimStart().length;
    const text = line.trim().replace(/^(?:(?:or|usage):\s*|or\s+)/i, "");
    const isNew = text !== line.trim() || startsUsage(text, words) || startsLike(text, found[0]?.text);
    // A heading without a colon.
    if (blanks > 0 && !isNew && inline === "" && found.length > 0 && indent <= headingIndent) break;
    if (indent === 0 && !isNew && !(inline === "" && found.length === 0 && readHeading(line) === undefined) && !text.startsWith("[")) break;
    if (!isNew && PROSE.test(text)) break;
    if (REMARK.test(text)) continue;
    const last = found.at(-1);
    if (isNew || last === undefined) found.push({ text, line: at + 1, indent });
    else last.text += ` ${text}`;
  }
  return found.map(({ text, line }) => ({ text, line }));
}

/** Reports whether a line is another usage of a subcommand, after a blank line. A sentence can start with the name of a program. */
function isSubcommandUsage(line = "", [program = "", , ...path]: readonly string[]): boolean {
  return path.length > 0 && line.trimStart().startsWith(`${[program, ...path].join(" ")} `) && /^\s/.test(line);
}

/** Text below the usage lines: a sentence, a heading, or an option with its description. */
const PROSE = /^(?:[A-Z][a-z]+ (?:[a-z]+ [a-z]|['"`])|-{3,}|--?\w[^[\]|]*\s{2,}(?:: ?)?[A-Za-z]|[A-Z][\w ]*:$)/;

/** A remark about the line above: `(to execute a class)`. */
const REMARK = /^\((?:[a-z-]+ ){2,}[a-z-]+\)$/;

/** Reports whether a line starts with the path or the interpreter that the first usage line starts with. */
function startsLike(text: string, first = ""): boolean {
  const [word = ""] = first.split(" ");
  return word.startsWith("/") && text.startsWith(`${word} `);
}

function startsUsage(text: string, words: readonly string[]): boolean {
  // Some programs print the path that they were started by.
  const plain = text
    .replaceAll(MARK_START, "")
    .replaceAll(MARK_END, "")
    .replace(/^\/\S*\//, "");
  return words.some((word) => plain === word || plain.startsWith(`${word} `)) || plain.startsWith("$ ");
}
