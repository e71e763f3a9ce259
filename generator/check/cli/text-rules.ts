/** Finds strings that programs or other YAML parsers read as something else: typographic signs, two words in one, `yes`. */
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

/** Reports an unquoted value that YAML 1.1, which CLImax uses, reads differently from YAML 1.2. */
export function checkAmbiguity(value: unknown, path: YamlPath, report: Report): void {
  if (typeof value === "number") return checkNumber(value, path, report);
  const elsewhere = typeof value === "string" ? readAsYaml11(value) : undefined;
  if (elsewhere === undefined || typeof value !== "string" || report.writtenAt(path) !== value) return;
  report.atValue("ambiguous-scalar", path, { text: value, here: "text", elsewhere, fix: "quote the value, or write the intended value" });
}

/** Reports numbers that are octal in YAML 1.1, and numbers that are text there. */
function checkNumber(value: number, path: YamlPath, report: Report): void {
  const text = report.writtenAt(path);
  const octal = /^[-+]?0[0-7]+$/.test(text) ? Number.parseInt(text.replace("+", ""), 8) : undefined;
  if (octal === undefined ? !isTextInYaml11(text) : octal === value) return;
  const decimal = `write \`${String(value).replace(/^(-?\d+)e/, "$1.0e")}\``;
  const fix = octal === undefined ? decimal : `${decimal}, or \`${octal}\` for the octal number`;
  const elsewhere = octal === undefined ? "text" : `the number ${octal}`;
  report.atValue("ambiguous-scalar", path, { text, here: `the number ${value}`, elsewhere, fix });
}

/** Reports whether YAML 1.1 reads a number as text: `0o17`, `08`, and an exponent without a point and a sign, as in `1e3`. */
function isTextInYaml11(number: string): boolean {
  if (number.startsWith("0o") || /^[-+]?0\d*[89]\d*$/.test(number)) return true;
  return /^[-+]?[\d.]+e/i.test(number) && !/\.\d*e[-+]\d+$/i.test(number);
}

function readAsYaml11(text: string): string | undefined {
  if (/^(yes|Yes|YES|on|On|ON)$/.test(text)) return "true";
  if (/^(no|No|NO|off|Off|OFF)$/.test(text)) return "false";
  if (/^[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/.test(text)) return "a number in base 60";
  if (/^[-+]?(0b[01_]+|[1-9][0-9]*_[0-9_]*)$/.test(text)) return "a number";
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$|^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|\s+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}/.test(text)
    ? "a date"
    : undefined;
}
