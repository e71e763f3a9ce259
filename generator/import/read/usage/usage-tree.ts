/** Parses a usage line into words, groups and alternatives. */

/** A part of a usage line. */
export type UsageNode = UsageWord | UsageGroup;

/** Characters without a space between them, with the brackets that are attached: `NAME[:TAG]`, `--depth=<n>`. */
export interface UsageWord {
  readonly kind: "word";
  /** Text without enclosing angle brackets and final dots. */
  readonly text: string;
  /** True if the word is in angle brackets, which mark a placeholder. */
  readonly isMarked: boolean;
  repeats: boolean;
}

/** Alternatives, in brackets or between bars. */
export interface UsageGroup {
  readonly kind: "group";
  readonly bracket: "[" | "{" | "(" | "<" | "|";
  /** The text between the brackets. */
  readonly text: string;
  readonly alternatives: readonly (readonly UsageNode[])[];
  repeats: boolean;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["{", "}"],
  ["(", ")"],
  ["<", ">"],
]);

/** Dots after a value or its bracket, or the `*` or `+` of a repeated expression. */
const DOTS = /(?:\.{2,}|\u2026|(?<=[\]>})])[*+])$/;

/** Dots before a value, as cac prints them: `<...src>`. */
const LEADING_DOTS = /^([[<]?)\.{3}(?=\w)/;

/** A bar between two values in one word, such as `DER|PEM`, and one between spaces, which separates sequences in brackets. */
const BAR = "|";
const WIDE_BAR = " | ";

/** Parses a usage line in which placeholders are in angle brackets. A bar outside of brackets joins the two parts next to it. */
export function parseUsage(text: string): readonly UsageNode[] {
  const chunks = splitChunks(text);
  const sequences = findSequences(chunks);
  if (sequences !== undefined) return [...parseUsage(sequences.before.join(" ")), joinSequences(sequences.alternatives)];
  const isArgparse = / \[-h\] /.test(text);
  const nodes: UsageNode[] = [];
  let bar: string | undefined;
  for (const chunk of chunks) {
    const last = nodes.at(-1);
    if (chunk === BAR || chunk === WIDE_BAR) {
      bar = last && chunk;
    } else if (/^[[<(]?(?:\.{2,}|\u2026)[\])>]?$/.test(chunk)) {
      if (isArgparse && isOptionValue(nodes)) nodes.push({ kind: "word", text: "args", isMarked: true, repeats: true });
      else markRepeated(nodes);
    } else {
      const node = parseChunk(chunk);
      if (bar !== undefined && last !== undefined) nodes.splice(-1, 1, joinAlternative(last, node, bar));
      else nodes.push(node);
      bar = undefined;
    }
  }
  return nodes;
}

interface Sequences {
  readonly before: readonly string[];
  readonly alternatives: readonly (readonly string[])[];
}

/**
 * Finds alternatives of several placeholders at the end of a line: `<file> | <old> <new> | <report>`. Two bars with two placeholders
 * between them show that the bars do not join the words next to them.
 */
function findSequences(chunks: readonly string[]): Sequences | undefined {
  const segments: string[][] = [[]];
  for (const chunk of chunks) {
    if (chunk === WIDE_BAR) segments.push([]);
    else segments.at(-1)?.push(chunk);
  }
  const [head = [], ...others] = segments;
  const arePlaceholders = (words: readonly string[]): boolean =>
    words.length > 0 && words.every((word) => /^<[^<>]+>(?:\.{3})?$/.test(word));
  if (others.length < 2 || !others.every(arePlaceholders) || others.slice(0, -1).every((words) => words.length < 2)) return undefined;
  const start = head.findLastIndex((word) => !arePlaceholders([word])) + 1;
  return start === head.length ? undefined : { before: head.slice(0, start), alternatives: [head.slice(start), ...others] };
}

/** Joins alternatives into one part. The first repeats if another has more values. */
function joinSequences(alternatives: Sequences["alternatives"]): UsageGroup {
  const [first = [], ...others] = alternatives;
  return {
    kind: "group",
    bracket: "(",
    text: alternatives.map((words) => words.join(" ")).join(WIDE_BAR),
    alternatives: alternatives.map((words) => parseUsage(words.join(" "))),
    repeats: others.some((words) => words.length > first.length),
  };
}

/** Splits a text at spaces and bars that are outside of brackets, and between brackets that follow each other. */
function splitChunks(text: string): readonly string[] {
  const chunks: string[] = [];
  let start = 0;
  const cut = (end: number, next: number): void => {
    if (end > start) chunks.push(text.slice(start, end));
    start = next;
  };
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? "";
    // A bracket that nothing opens is dropped.
    if (/[\s\])}]/.test(sign)) cut(at, at + 1);
    if (sign === BAR) {
      cut(at, at + 1);
      chunks.push(/\s/.test(`${text[at - 1] ?? ""}${text[at + 1] ?? ""}`) ? WIDE_BAR : BAR);
    }
    // A bracket that starts with a sign belongs to the value before it: `[OWNER][:[GROUP]]`.
    if (sign === "[" && at > start && text[at - 1] === "]" && !/^\[+<?[:,@=/.#]/.test(text.slice(at))) cut(at, at);
    at = CLOSING.has(sign) ? findClosing(text, at) + 1 : at + 1;
  }
  cut(text.length, text.length);
  return chunks;
}

/**
 * Returns the index of the bracket that closes the bracket at `open`. If it is not closed, returns the next bracket at the end of a word.
 */
function findClosing(text: string, open: number): number {
  const [opening, closing] = [text[open], CLOSING.get(text[open] ?? "")];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === opening) depth++;
    if (text[at] === closing && --depth === 0) return at;
  }
  const end = text.slice(open).search(/[\])}>](?=\s|$)/);
  return end === -1 ? text.length - 1 : open + end;
}

function parseChunk(chunk: string): UsageNode {
  const text = chunk.replace(DOTS, "").replace(/,$/, "").replace(LEADING_DOTS, "$1");
  // A list with commas is one value: `MODE[,MODE]...`.
  const repeats = LEADING_DOTS.test(chunk) || (DOTS.test(chunk) && !/[\w>]\[,[^[\]]*\]$/.test(text));
  const bracket = text[0] ?? "";
  if (!CLOSING.has(bracket) || findClosing(text, 0) !== text.length - 1) return { kind: "word", text, isMarked: false, repeats };
  const inner = text.slice(1, text.endsWith(CLOSING.get(bracket) ?? "") ? -1 : undefined).trim();
  if (bracket !== "<") {
    return { kind: "group", bracket: bracket as UsageGroup["bracket"], text: inner, alternatives: parseAlternatives(inner), repeats };
  }
  const [first = inner, ...others] = splitBars(inner, /\|/);
  if (others.length === 0) return parsePlaceholder(first, repeats);
  return { kind: "group", bracket: "<", text: inner, alternatives: [first, ...others].map(parseMarked), repeats };
}

function parsePlaceholder(text: string, repeats: boolean): UsageWord {
  return { kind: "word", text: text.replace(DOTS, "").replace(/,$/, "").trim(), isMarked: true, repeats: repeats || DOTS.test(text) };
}

/** Parses text in angle brackets. Each alternative is a placeholder or an option: `<PACKAGE|--file <FILE>>`. */
function parseMarked(text: string): readonly UsageNode[] {
  return text.startsWith("-") ? parseUsage(text) : [parsePlaceholder(text, false)];
}

/** Parses the alternatives in brackets. The values of a single word are alternatives too: `[on|off]`, and `[[on|off]]` of click. */
function parseAlternatives(text: string): readonly (readonly UsageNode[])[] {
  const alternatives = splitBars(text.replaceAll(" / ", WIDE_BAR), /^ \| $/).map(parseUsage);
  const [[only, ...more] = []] = alternatives;
  const isOneWord =
    alternatives.length === 1 &&
    more.length === 0 &&
    only?.kind === "group" &&
    (only.bracket === BAR || (only.bracket === "[" && only.alternatives.length > 1));
  return isOneWord ? only.alternatives : alternatives;
}

function splitBars(text: string, bar: RegExp): readonly string[] {
  const alternatives = [""];
  for (const chunk of splitChunks(text)) {
    if ((chunk === BAR || chunk === WIDE_BAR) && bar.test(chunk)) alternatives.push("");
    else alternatives.push(joinChunks(alternatives.pop() ?? "", chunk));
  }
  return alternatives.filter((alternative) => alternative !== "");
}

function joinChunks(text: string, chunk: string): string {
  return chunk === BAR || text.endsWith(BAR) ? `${text}${chunk}` : `${text} ${chunk}`.trim();
}

/** Joins two alternatives. Those of an option belong to its value: `--format=yaml|json`. */
function joinAlternative(first: UsageNode, second: UsageNode, bar: string): UsageNode {
  const repeats = first.repeats || second.repeats;
  if (first.kind === "word" && isOption(first) && bar === BAR) return { ...first, text: `${first.text}|${second.text}`, repeats };
  const known = first.kind === "group" && first.bracket === BAR ? first : undefined;
  const alternatives = [...(known?.alternatives ?? [[first]]), [second]];
  return { kind: "group", bracket: BAR, text: `${first.text} | ${second.text}`, alternatives, repeats };
}

/**
 * Reports whether the last word is the value of an option. Dots after it stand for all further words in a usage of argparse, which has
 * `[-h]`: `-n name ...`. Elsewhere they mark a repeated value.
 */
function isOptionValue(nodes: readonly UsageNode[]): boolean {
  const [option, value] = nodes.slice(-2);
  const isPlain = value?.kind === "word" && !value.isMarked && /^[a-z][\w-]*$/.test(value.text);
  return isPlain && option?.kind === "word" && /^-{1,2}\w[\w-]*$/.test(option.text);
}

/** Marks the part before dots as repeated, and the value before a group of options. */
function markRepeated(nodes: readonly UsageNode[]): void {
  for (const node of nodes.toReversed()) {
    node.repeats = true;
    if (!isOptionList(node)) return;
  }
}

/** Reports whether a part is a placeholder for options: `[OPTIONS]`, `[build flags]`. */
export function isOptionList(node: UsageNode): boolean {
  return (
    node.kind === "group" && /^(?:[\w/&-]+[ _-])*(?:options?|opts?|flags?|switches|args-and-flags)(?: ?;.*| except .*)?$/i.test(node.text)
  );
}

/** Reports whether a part is an option, such as `-x` or `+x`, or consists of options only. A longer word after `+` is a value: `+FORMAT`. */
export function isOption(node: UsageNode): boolean {
  if (node.kind === "word") return /^\(?(?:-.|\+(?:\w$|\W|$))/.test(node.text) && node.text !== "--";
  return isOptionList(node) || node.alternatives.every(startsWithOption);
}

/** Reports whether a sequence is an option with its value, or consists of options in brackets: not `[--all] FILE`. */
function startsWithOption(nodes: readonly UsageNode[]): boolean {
  const [first, ...others] = nodes;
  if (first === undefined || isOptionList(first) || !isOption(first)) return false;
  return !isBracketed(first) || others.length === 0 || startsWithOption(others);
}

/** Reports whether a part is in square brackets, so that no value of it follows. */
export function isBracketed(node: UsageNode): boolean {
  return node.kind === "group" && node.bracket === "[";
}
