/** Options that were copied from a page or a document that made `--` and `-` into longer dashes. */
import type { YamlPath } from "../../load/locate.ts";
import type { Report } from "../reporting/report.ts";

/** Hyphens and dashes of Unicode, and the minus sign. */
const dashes = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+-?/u;

/** Warns of the first word that begins with one; programs read an option only behind the `-` of the keyboard. */
export function checkDashes(words: readonly string[], path: YamlPath, report: Report): void {
  const word = words.find((candidate) => dashes.test(candidate));
  if (word === undefined) return;
  const rest = word.replace(dashes, "");
  report.atValue("typographic-dash", path, { word, meant: `${/^\p{L}[\p{L}-]/u.test(rest) ? "--" : "-"}${rest}` });
}
