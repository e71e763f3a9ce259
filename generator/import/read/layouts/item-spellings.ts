/** Keeps one of two spellings of an option for a list: that of jsonargparse for one item. Pure. */
import { escapePattern } from "../../../text/alternatives.ts";
import type { Rewrite } from "./line-layouts.ts";

/** A row with both spellings: `--tag [ITEM,...], --tag+ [ITEM,...]`. */
export const ITEM_SPELLING = /^( {2,})(--[a-z][\w.-]*) (?:\[(\w+),\.{3}\]|(\w+)), \2\+ (?:\[\3,\.{3}\]|\4)(?= {2}|$)/;

/** Writes only the spelling for one item, also in the usage. The page needs a row with both. */
export function keepItemSpellings(page: readonly string[]): Rewrite | undefined {
  const names = page.flatMap((line) => ITEM_SPELLING.exec(line)?.[2] ?? []);
  if (names.length === 0) return undefined;
  const shown = new RegExp(String.raw`(?<=[ [])(${names.map(escapePattern).join("|")}) (?:\[(\w+),\.{3}\]|(\w+))(?=\]| |$)`, "g");
  const write = (name: string, item = "", value = item): string => `${name}+ <${value}>...`;
  return (line) =>
    ITEM_SPELLING.test(line)
      ? line.replace(ITEM_SPELLING, (_, gap: string, name: string, item?: string, value?: string) => gap + write(name, item, value))
      : line.replace(shown, (_, name: string, item?: string, value?: string) => write(name, item, value));
}
