/** Renders the source of a man page (`man` and `mdoc` macros) as text in the layout that the reader of help pages expects. */
import { MARK_END, MARK_START } from "../read/lines/plain-lines.ts";

const BODY = 7;
const TEXT = 14;

interface Output {
  readonly lines: string[];
  indent: number;
  /** True if the next text line is the label of an item. */
  isLabel: boolean;
  /** True if the words of an mdoc line are joined with the text around it. */
  isJoined: boolean;
}

/** Renders the text. Skips unknown macros, tables and equations. */
export function renderRoff(source: string): string {
  const output: Output = { lines: [], indent: BODY, isLabel: false, isJoined: false };
  let isSkipping = false;
  for (const raw of source.replace(/\\\n/g, "").split("\n")) {
    if (/^[.'](?:TS|EQ|ig|de)\b/.test(raw)) isSkipping = true;
    else if (/^\.(?:TE|EN)\b|^\.\.$/.test(raw)) isSkipping = false;
    else if (!isSkipping && !/^[.']\s*\\"/.test(raw) && !raw.startsWith('\\"')) renderLine(raw, output);
  }
  return `${output.lines.join("\n")}\n`;
}

/** Macros of `man` and `mdoc` by their effect. All others are ignored. */
const MACROS = {
  section: /^S[Hh]$/,
  subsection: /^S[Ss]$/,
  label: /^T[PQ]$/,
  item: /^(?:IP|It)$/,
  paragraph: /^(?:PP|P|LP|Pp)$/,
  end: /^(?:RE|El)$/,
  inline: /^(?:Nm|Nd|Fl|Ar|Op|Oo|Cm|Pa|Ev|Ic|Sy|Em|Xr|Dq|Sq|Ql|Li)$/,
  font: /^(?:B|I|R|SM|SB|BR|RB|BI|IB|IR|RI|UR|MT)$/,
};

function renderLine(raw: string, output: Output): void {
  const [, macro, rest = ""] = /^[.']\s*([A-Za-z]{1,3})\b\s*(.*)$/.exec(raw) ?? [];
  if (macro === undefined) {
    if (!/^[.']/.test(raw)) addText(toText(raw), output);
    return;
  }
  const words = splitWords(rest);
  if (MACROS.section.test(macro)) startSection(toText(words.join(" ")).replace(/[\u2039\u203A]/g, ""), output);
  else if (MACROS.subsection.test(macro)) startParagraph(output, `   ${toText(words.join(" "))}`);
  else if (MACROS.label.test(macro)) startLabel(output, macro === "TP");
  else if (MACROS.item.test(macro)) {
    startLabel(output, true);
    if (words.length > 0) addText(macro === "It" ? renderMdoc(words) : toText(words[0] ?? ""), output);
  } else if (MACROS.paragraph.test(macro)) startParagraph(output);
  else if (MACROS.end.test(macro)) output.indent = BODY;
  else if (MACROS.inline.test(macro)) addText(macro === "Nd" ? `- ${words.join(" ")}` : renderMdoc([macro, ...words]), output);
  else if (MACROS.font.test(macro)) addText(renderFonts(macro, words), output);
}

function startSection(heading: string, output: Output): void {
  output.isLabel = false;
  startParagraph(output, heading.toUpperCase());
}

function startParagraph(output: Output, ...lines: readonly string[]): void {
  output.lines.push("", ...lines);
  output.indent = BODY;
}

function startLabel(output: Output, isNew: boolean): void {
  if (isNew) output.lines.push("");
  output.indent = BODY;
  output.isLabel = true;
}

function addText(text: string, output: Output): void {
  if (text.trim() === "") return;
  output.lines.push(`${" ".repeat(output.isLabel ? BODY : output.indent)}${text.trim()}`);
  if (output.isLabel) output.indent = TEXT;
  output.isLabel = false;
}

/** Splits the arguments of a macro; double quotes group words. */
function splitWords(rest: string): readonly string[] {
  return Array.from(rest.matchAll(/"((?:[^"]|"")*)"|(\S+)/g), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

/** Renders words with alternating fonts: `.BI --file FILE`. Words in italics are placeholders. */
function renderFonts(macro: string, words: readonly string[]): string {
  if (macro.length === 1) return macro === "I" ? mark(words.map(toText).join(" ")) : words.map(toText).join(" ");
  if (!/^[BIR]{2}$/.test(macro)) return words.map(toText).join(" ");
  return words.map((word, index) => (macro[index % 2] === "I" ? mark(toText(word)) : toText(word))).join("");
}

function mark(text: string): string {
  const [, before = "", word = "", after = ""] = /^(\s*)(.*?)(\s*)$/.exec(text) ?? [];
  return /[A-Za-z0-9]/.test(word) && !/^[-\u2039]/.test(word) ? `${before}${MARK_START}${word}${MARK_END}${after}` : text;
}

/** Renders the words of an mdoc line: `Fl f Ar file`, `Op Fl v`. */
function renderMdoc(words: readonly string[]): string {
  let text = "";
  let macro = "";
  let close = "";
  for (const word of words) {
    if (/^(?:Fl|Ar|Op|Oo|Oc|Cm|Nm|Pa|Ev|Ic|Sy|Em|Xr|Dq|Sq|Ql|Li|Ns|No|Ta|Xo|Xc)$/.test(word)) {
      if (word === "Op" || word === "Oo") {
        text += " [";
        if (word === "Op") close = `]${close}`;
      } else if (word === "Oc") text = `${text.trimEnd()}]`;
      else if (word === "Ns") text = text.trimEnd();
      if (word === "Fl" && macro === "Fl" && !text.endsWith("-")) text = text.trimEnd();
      macro = word === "Ns" ? "Ns" : word;
      continue;
    }
    const plain = toText(word);
    const isGlued = macro === "Ns" || /^[,.;:)\]]$/.test(word) || text.endsWith("[");
    const shown =
      macro === "Fl" && !/^[,.;:|)]$/.test(word)
        ? `-${plain}`
        : macro === "Ar" && /\w/.test(word)
          ? `${MARK_START}${plain}${MARK_END}`
          : plain;
    text += `${isGlued || text === "" ? "" : " "}${shown}`;
    if (macro === "Ns") macro = "";
  }
  return `${text}${close}`.replace(/\[ /g, "[").trim();
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ["aq", "'"],
  ["cq", "'"],
  ["oq", "'"],
  ["dq", '"'],
  ["lq", '"'],
  ["rq", '"'],
  ["en", "-"],
  ["em", "-"],
  ["hy", "-"],
  ["bu", "\u2022"],
  ["rs", "\\"],
  ["ti", "~"],
  ["ha", "^"],
  ["ga", "`"],
]);

/** Resolves escapes. Italics become placeholders. */
function toText(text: string): string {
  return text
    .replace(/\\".*$/, "")
    .replace(/\\f(?:I|\[I\])([\s\S]*?)\\f(?:[A-Z]|\[[A-Z]*\])/g, (_all, word: string) => mark(word))
    .replace(/\\f(?:\[[^\]]*\]|\(..|.)/g, "")
    .replace(/\\\((..)|\\\[([^\]]*)\]/g, (_all, two?: string, long?: string) => NAMED.get(two ?? long ?? "") ?? "")
    .replace(/\\s[-+]?\d+|\\[&|^/,%:]|\\[mn]\[[^\]]*\]/g, "")
    .replace(/\\-/g, "-")
    .replace(/\\[ ~0]/g, " ")
    .replace(/\\e/g, "\\");
}
