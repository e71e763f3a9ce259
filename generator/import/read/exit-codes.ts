/** Reads the exit codes of a section such as EXIT STATUS. */
import type { ExitCode, Fact, Source } from "../description.ts";
import { toText } from "./lines/plain-lines.ts";
import { readHeading } from "./lines/sections.ts";

/** Returns the codes that the section lists one per line: `1  no lines matched`. Code 0 is left out. */
export function findExitCodes(lines: readonly string[], where: Source): readonly Fact<ExitCode>[] {
  const start = lines.findIndex((line) => /^exit (?:status|codes?|values?)|^return (?:values?|codes?)/.test(readHeading(line) ?? ""));
  if (start === -1) return [];
  const found = new Map<number, Fact<ExitCode>>();
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (readHeading(line) !== undefined && /^\S/.test(line)) break;
    const [, digits, inline = ""] = /^\s+(\d{1,3})(?:[:.)]|\s{2,}| - | if |$)\s*(.*)$/.exec(line) ?? [];
    if (digits === undefined) continue;
    const meaning = toText([inline || (lines[at + 1] ?? "")]).replace(/\.$/, "");
    const code = Number(digits);
    if (code > 0 && code < 256 && meaning !== "" && !found.has(code)) found.set(code, { ...where, line: at + 1, value: { code, meaning } });
  }
  return [...found.values()];
}
