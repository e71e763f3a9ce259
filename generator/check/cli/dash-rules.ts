/** Finds options copied from a page or document that replaced `--` and `-` with typographic dashes. */
import type { YamlPath } from "../../load/locate.ts";
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
