/** Finds words that contain an option and its value, or several options. The server does not split words at whitespace. */
import { toFlow } from "../../load/flow-text.ts";
import type { YamlPath } from "../../load/locate.ts";
import { quote } from "../../text/wording.ts";
import type { Report } from "../reporting/report.ts";

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
