/**
 * Reads the description of an option or a value: its text, and the facts of its remarks. A remark is a note of one meaning that frameworks
 * print in brackets, in a line, or at the end, such as `[default: 3]`, `(required)` and `; excludes --json`.
 */
import { OWN_RULES } from "../layouts/own-rules.ts";
import { REMARK_LAYOUTS, type RemarkFacts } from "../layouts/remark-layouts.ts";
import { unmark } from "../lines/plain-lines.ts";

const MAX_DESCRIPTION = 400;

/** The period at the end of a sentence. */
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs))\. /g;

/** A text without remarks, and their facts. */
interface DescriptionText {
  readonly text: string;
  readonly facts: RemarkFacts;
}

/** Reads the lines of a description. Empty lines separate paragraphs. The text is the first paragraph: a long one ends after a sentence. */
export function readDescription(lines: readonly string[]): DescriptionText {
  const [, said, type = "", byDefault] = OWN_RULES.gflagsText.pattern.exec(lines.join(" ").replace(/\s+/g, " ")) ?? [];
  if (said !== undefined) return readDescription([`${said} ${TYPES.get(type) ?? ""}`, `Default: ${byDefault ?? ""}`]);
  const paragraphs = unmark(lines.join("\n").trim())
    .split(/\n\s*\n/)
    .map(readRemarks);
  const texts = paragraphs.map(({ text }) => removeNotation(text));
  const [first = "", ...rest] = texts;
  const text = first.length > 3 ? first : ([first, ...rest].find((one) => one.length > 3) ?? first);
  const [own, ...others] = paragraphs.map(({ facts }) => facts);
  // A remark in a later paragraph can be about a part of the value.
  const { required: _required, excludes: _excludes, hidden: _hidden, ...below } = Object.assign({}, ...others.toReversed()) as RemarkFacts;
  return { text: shorten(text), facts: { ...below, ...own } };
}

/** The remarks for the types of gflags. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["bool", "[boolean]"],
  ["string", "[string]"],
  ["double", "(a number)"],
  ...["int32", "uint32", "int64", "uint64"].map((type) => [type, "(an integer)"] as const),
]);

/** Removes signs before a description, such as `- `, and the rest of a value that could not be parsed, such as `]` and `| NAME`. */
function removeNotation(text: string): string {
  return text
    .replace(/^(?:-{1,2}|=) (?=\S)/, "")
    .replace(OWN_RULES.awsType.pattern, "")
    .replace(/^[\])}|,]+ |^[^\p{L}\p{N}]+$/u, "")
    .replace(ONLY_NOTATION, "")
    .trim();
}

/** Values and options in a usage, without a word of text: `<package>... | -a|--pending`. */
const ONLY_NOTATION = /^<[^<>]*>(?:<[^<>]*>|\[[^[\]]*\]|-{1,2}[\w-]+|[.|\s])*$/;

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  const end = Math.max(...Array.from(text.slice(0, MAX_DESCRIPTION + 2).matchAll(SENTENCE_END), ({ index }) => index));
  return end > 80 ? text.slice(0, end + 1) : `${text.slice(0, text.lastIndexOf(" ", MAX_DESCRIPTION))} \u2026`;
}

/** Brackets with at most one level of the same brackets in them. */
const BRACKETS = /\[((?:[^[\]]|\[[^[\]]*\])*)\]|\(((?:[^()]|\([^()]*\))*)\)/g;

/** The end of a text that consists of remarks. */
const ONLY_BRACKETS = /^[\s.]*(?:[[(].*[\])])?$/;

/** The separators of remarks in the same brackets. */
const BETWEEN = /; ?|, (?=(?:default|choices|values|required|env|possible)\b|type: )/i;

/** A remark at the end of a text, after a semicolon. */
const AT_END = new RegExp(
  [
    "(?:; |, (?=default: ))",
    String.raw`((?:required|excludes|requires|may be given|repeat this option|the default is)\b[^;]*|default:[^;()]*)$`,
  ].join(""),
);

/** A list of values as the last sentence, after a text without a period: `Output format Valid options: low, high.` */
const LIST_AT_END = /(?:^| )(Valid options: [\w.+-]+(?:, [\w.+-]+)*)\.$/;

/** A line that is a remark. The label of a value is in a line of its own. */
const LINE = [
  /^(?:(?:number, )?default|type|possible (?:values|choices)|choices|allowed|excludes|conflicts): ?.*$/i,
  /^one of "[^"]*"(?:, ?"[^"]*")+(?:, default: .*)?$/,
  /^required\s{2,}\w+$/i,
];

/** Reads the remarks of a paragraph, and removes them. The lines of the paragraph are separated by line feeds. */
export function readRemarks(paragraph: string): DescriptionText {
  const found: RemarkFacts[] = [];
  const take = (remark: string, all: string, isAtEdge = true): string => {
    const facts = readAll(remark, isAtEdge);
    if (facts !== undefined) found.push(facts);
    return facts === undefined ? all : "";
  };
  const lines = paragraph.split("\n").map((line) => line.trim().replace(OWN_RULES.thorText.pattern, ""));
  const rest = lines.map((line) =>
    LINE.some((remark) => remark.test(line)) ? take(line.replace(/^number, |\s{2,}\w+$/, ""), line) : line,
  );
  const joined = rest
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/<(options: [^<>]+)>/, "[$1]")
    .trim();
  let text = joined.replace(BRACKETS, (...match: readonly unknown[]) => {
    const [all, , , at] = match as readonly [string, unknown, unknown, number];
    if (!/^\s?$/.test(joined.slice(0, at).slice(-1))) return all;
    return take(all.slice(0, -1), all, at === 0 || ONLY_BRACKETS.test(joined.slice(at + all.length)));
  });
  text = text.trim().replace(LIST_AT_END, (all, remark: string) => take(remark, all));
  for (let end = AT_END.exec(text); end !== null && take(end[1] ?? "", "?") === ""; end = AT_END.exec(text)) {
    text = text.slice(0, end.index);
  }
  const plain = found.length === 0 ? text : text.replace(/ {2,}/g, " ").replace(/ (?=[.,;](?: |$))/g, "");
  return { text: plain.trim(), facts: mergeFacts(found) };
}

/** Reads the remarks of a text with the opening bracket of its remarks. Undefined if a part of the text is not a remark. */
function readAll(text: string, isAtEdge: boolean): RemarkFacts | undefined {
  const bracket = /^[[(]/.exec(text)?.[0] ?? "";
  const facts = text
    .slice(bracket.length)
    .split(BETWEEN)
    .map((part) => readOne(bracket, part, isAtEdge));
  return facts.every((one) => one !== undefined) ? mergeFacts(facts) : undefined;
}

function readOne(bracket: string, remark: string, isEdge: boolean): RemarkFacts | undefined {
  for (const { pattern, read, isAtEdge = false } of REMARK_LAYOUTS) {
    const [all, word = "", rest = ""] = pattern.exec(remark) ?? pattern.exec(`${bracket}${remark}`) ?? [];
    if (all !== undefined && (isEdge || !isAtEdge)) return read(word, rest);
  }
  return undefined;
}

function mergeFacts(facts: readonly RemarkFacts[]): RemarkFacts {
  return Object.assign({}, ...facts.toReversed()) as RemarkFacts;
}
