/** Finds sections of options of which the reader understands nothing. */
import type { Fact, Source, UnreadText } from "../../description.ts";
import { readHeading } from "../lines/sections.ts";
import type { OptionEntry } from "./option-entry.ts";

/** The heading of a list of options. */
const OPTIONS = /^(?:[\w-]+ )*(?:options|flags|switches)$/;

/** Returns the first line with a dash of each section of options without an entry. `where`: the source of the page's first line. */
export function findUnreadOptions(lines: readonly string[], entries: readonly OptionEntry[], where: Source): readonly Fact<UnreadText>[] {
  const starts = lines.flatMap((line, at) => (/^ {0,3}\S/.test(line) && readHeading(line) !== undefined ? [at] : []));
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    const isOptions = OPTIONS.test(readHeading(lines[start] ?? "") ?? "");
    if (!isOptions || entries.some(({ line }) => line > start && line <= end)) return [];
    const at = lines.findIndex((line, lineAt) => lineAt > start && lineAt < end && /^\s*[[({*\u2022]?\s*--?\w/.test(line) && !/^\s*--[\w-]+(?:, --[\w-]+)+,?$/.test(line));
    return at === -1 ? [] : [{ ...where, line: at + 1, value: { kind: "options", text: (lines[at] ?? "").trim() } }];
  });
}
