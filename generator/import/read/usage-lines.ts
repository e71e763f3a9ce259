/** Finds the usage lines of a page, and reads the positionals in them. */
import type { PositionalFacts, Source } from "../description.ts";
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
    const isNew = text !== line.trim() || startsUsage(text, words);
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

function startsUsage(text: string, words: readonly string[]): boolean {
  // Some programs print the path that they were started by.
  const plain = text
    .replaceAll(MARK_START, "")
    .replaceAll(MARK_END, "")
    .replace(/^\/\S*\//, "");
  return words.some((word) => plain === word || plain.startsWith(`${word} `)) || plain.startsWith("$ ");
}

const OPTION_WORDS =
  /^(?:options?|opts?|flags?|switches|global[- ]?options?|command[- ]?options?|args?-?and-?flags|global[- ]?flags?|--|\.{3}|-.*|build-?flags)$/i;

/** Names that stand for several values without an ellipsis: `[files]`. */
const PLURAL = /(?:^|_)(?:args|arguments|files|filenames|paths|pathnames|directories|packages|targets|patterns|urls|names)$/;

/** Plain words that stand for values wherever they occur: `in-file`, `device`. */
const VALUE_WORDS = /^(?:(?:in|input|out|output|source|destination|target)-?)?(?:file|filename|directory|device|path|url)s?$/;

/** Returns the positionals of a usage line, without the program's words and the options. */
export function readPositionals(usage: string, words: readonly string[], source: Source): readonly PositionalFacts[] {
  const plain = toPlainUsage(usage)
    .replace(/^\$ /, "")
    .replace(/^\S*\//, "");
  const own = words.reduce(
    (text, word) => (text.startsWith(`${word} `) || text === word ? text.slice(word.length).trimStart() : text),
    plain,
  );
  const withoutOptions = removeOptions(own);
  const found: PositionalFacts[] = [];
  const pattern =
    /(\[?)[<(]?([A-Za-z][\w .:/=-]*?(?:\|[\w .:/=-]+?)*)[>)]?(?:\s*(\.{3}|\u2026))?(\]?)(?: ?(\.{3}|\u2026))?(?=[\s\][,|]|$)/g;
  for (const [whole, open, raw = "", dots, , after] of withoutOptions.matchAll(pattern)) {
    const name = toName(raw);
    if (name === "" || OPTION_WORDS.test(raw.trim()) || /options?$|flags?$/i.test(name)) continue;
    if (!/[<[A-Z(]/.test(whole) && !VALUE_WORDS.test(raw)) continue;
    const repeat =
      PLURAL.test(name) ||
      dots !== undefined ||
      after !== undefined ||
      new RegExp(String.raw`\[?[<]?${escapeRegExp(raw)}[>]?\s*(?:\.{3}|\u2026)`).test(withoutOptions);
    const known = found.findIndex((one) => one.name === name);
    if (known !== -1) {
      const same = found[known];
      if (same !== undefined) found[known] = { ...same, repeat: true };
      continue;
    }
    if (found.length >= 6) break;
    found.push({ name, source, isRequired: open !== "[", repeat });
  }
  return found;
}

/** An option or a value in braces or brackets, after a group of its options: `{[outfile options] outfile}...`. */
const GROUP = /[[{]\[[\w ]*options\] (-\w )?(\w+)[\]}](?: ?(\.{3}))?/g;

/** Writes all placeholders as `<name>` or `[name]`, with underscores for spaces. */
function toPlainUsage(usage: string): string {
  return (
    usage
      .replaceAll(MARK_START, "<")
      .replaceAll(MARK_END, ">")
      .replace(/<([[\]])>/g, "$1")
      .replace(/<\[/g, "[<")
      .replace(/\]>/g, ">]")
      .replace(/<<|>>/g, (pair) => pair[0] ?? "")
      .replace(/(?<=[[<]) +| +(?=[\]>])/g, "")
      .replace(/> ?\[\.{3}\]/g, ">...")
      .replace(/ ?\.{3}>/g, ">...")
      // Standard input or output instead of a value.
      .replace(/\[- ?\| ?(?=[A-Za-z<])/g, "[")
      .replace(/(?<=\w ?)\.\.(?=\])/g, "...")
      .replace(/(<[^<>]+>)(?: ?\| ?<[^<>]+>)+/g, "$1")
      .replace(GROUP, (_group, option: string | undefined, name = "", dots = "") => (option === undefined ? `<${name}>${dots}` : " "))
      .replace(/(?<=\s)'([^']+)'(?=\s|$)/g, "<$1>")
      .replace(/(?<=\s)\{([\w-]+(?: [\w-]+)?)\}(?=\s|$)/g, "[<$1>]")
      .replace(/(?<=\s)([a-z]+)1 \[\1[2nN](?: ?\.{3})?\]/g, "<$1>...")
      .replace(/\(e?s\)(?=[\s.\]>]|$)/g, (plural) => plural.slice(1, -1))
      .replace(/\[([A-Z][a-z]+(?: [A-Z]?[a-z]+)+)\]/g, "[<$1>]")
      .replace(/<[^<>]*>/g, (name) => name.replaceAll(" ", "_"))
  );
}

function removeOptions(usage: string): string {
  return usage
    .replace(/\[[\w -]*\b(?:flags|options)\]/gi, " ")
    .replace(/\[\s*(?:--?|\+)[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\](?:\.{3}|\u2026)?/g, " ")
    .replace(/\(-\w ?\| ?--[\w-]+\) <[^<>]+>/g, " ")
    .replace(/\((?:--?)[^()]*\)/g, " ")
    .replace(/(?:^|\s)--?[A-Za-z][\w-]*(?:[= ](?:<[^>]*>|[A-Z]+\b)|=\S+)?/g, " ");
}

function toName(raw: string): string {
  return raw
    .replace(/\|.*$/, "")
    .trim()
    .replace(/(?<=[a-z])(?=[A-Z][a-z])/g, "_")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .replace(/^(?=\d)/, "arg_");
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
