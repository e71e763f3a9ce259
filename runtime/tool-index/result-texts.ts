/** Search results as JSON, which a reply joins. A compiled index stores them, so that a search neither parses nor prints a tool. */
import { once } from "../text/once.ts";
import type { Tool } from "../tool/tool.ts";
import { toBriefEntry, toEntry, toShortEntry } from "./search-result.ts";
import type { ResultForm, ResultTexts } from "../search/reader.ts";
import type { Twins } from "../search/twins.ts";
import { listTwins } from "../search/twins.ts";

/** The forms of a result, in the order in which they are stored. */
export const RESULT_FORMS: readonly ResultForm[] = ["full", "short", "brief"];

/** Returns the texts of a tool in the order of `RESULT_FORMS`. `also`: names of the tools with the same effect. */
export function printResults(tool: Tool, also: readonly string[]): readonly string[] {
  const more = also.length > 0 && { also };
  return [toEntry(tool), toShortEntry(tool), toBriefEntry(tool)].map((entry) => JSON.stringify({ ...entry, ...more }));
}

/** Total length of the texts that are kept, in UTF-16 units. */
const MAX_KEPT = 1_000_000;

/** Returns texts that are printed when they are read. */
export function createResultTexts(readTool: (ordinal: number) => Tool, readTwins: () => Twins): ResultTexts {
  const twins = once(() => listTwins(readTwins()));
  const print = keepResults((ordinal) => {
    const others = twins().get(ordinal) ?? [];
    return printResults(
      readTool(ordinal),
      others.map((other) => readTool(other).name),
    );
  });
  const text: ResultTexts["text"] = (ordinal, form) => print(ordinal)[RESULT_FORMS.indexOf(form)] ?? "";
  return { text, size: (ordinal, form) => utf8Length(text(ordinal, form)) };
}

/** Returns `read`, but keeps the texts of the last tools. */
export function keepResults(read: (ordinal: number) => readonly string[]): (ordinal: number) => readonly string[] {
  const kept = new Map<number, readonly string[]>();
  let size = 0;
  return (ordinal) => {
    const known = kept.get(ordinal);
    if (known !== undefined) return known;
    const texts = read(ordinal);
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (size + length > MAX_KEPT) {
      kept.clear();
      size = 0;
    }
    kept.set(ordinal, texts);
    size += length;
    return texts;
  };
}

/** Returns the length of a text in UTF-8, in bytes. Does not use `Buffer`, because search also runs in browsers. */
export function utf8Length(text: string): number {
  return ASCII.test(text) ? text.length : new TextEncoder().encode(text).length;
}

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;
