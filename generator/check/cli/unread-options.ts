/** Finds options that programs do not recognize: with typographic dashes, or with more text in the same word. */
import { toFlow } from "../../load/flow-text.ts";
import type { YamlPath } from "../../load/locate.ts";
import { quote } from "../../text/wording.ts";
import type { Report } from "../reporting/report.ts";

/** Unicode hyphens, dashes and the minus sign. */
const dashes = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+-?/u;

/** Warns of the first word that starts with a typographic dash. Programs recognize options only by the ASCII `-`. */
export function checkDashes(words: readonly string[], path: YamlPath, report: Report): void {
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
