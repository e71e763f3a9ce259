/** Finds words that programs do not recognize: with typographic dashes or quotes, or with more text in the same word. */
import { toFlow } from "../../load/flow-text.ts";
import type { YamlPath } from "../../load/locate.ts";
import { quote } from "../../text/wording.ts";
import type { Report } from "../reporting/report.ts";

/** Unicode hyphens, dashes and the minus sign. */
const dashes = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+-?/u;

/** Quotes as word processors and web pages write them, at an end of a word or after `=`. */
const quotes = /^[\u2018-\u201f\u00ab\u00bb]|[\u2018-\u201f\u00ab\u00bb]$|=[\u2018-\u201f\u00ab\u00bb]/u;

/**
 * Warns of the first word that starts with a typographic dash, and of the first with a typographic quote. Programs recognize options only
 * by the ASCII `-`, and only ASCII quotes group words.
 */
export function checkTypography(words: readonly string[], path: YamlPath, report: Report): void {
  const quoted = words.find((candidate) => quotes.test(candidate));
  if (quoted !== undefined) report.atValue("typographic-quote", path, { word: quoted });
  const word = words.find((candidate) => dashes.test(candidate));
  if (word === undefined) return;
  const rest = word.replace(dashes, "");
  report.atValue("typographic-dash", path, { word, meant: `${/^\p{L}[\p{L}-]/u.test(rest) ? "--" : "-"}${rest}` });
}

const OPTION_AND_MORE = /^-[A-Za-z-][\w-]*\s+\S/;

/**
 * Warns of words such as `-crf 23`. Ignores a word after an option, because it can be its value: `--java-options`, `-Xmx1g -ea`.
 * @param isList whether the file has a list of words at the path, not one text
 */
export function checkSpaces(words: readonly string[], path: YamlPath, { isList, report }: { isList: boolean; report: Report }): void {
  for (const [index, word] of words.entries()) {
    if (!OPTION_AND_MORE.test(word) || words[index - 1]?.startsWith("-") === true) continue;
    const parts = word.split(/\s+/);
    const fix = isList ? `write separate items: ${parts.map(quote).join(", ")}` : `write a list: \`${toFlow(parts)}\``;
    report.atValue("flag-with-space", isList ? [...path, index] : path, { word, fix });
  }
}
