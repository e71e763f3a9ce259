/** Splits a page into its parts: lines, usages and options. All facts of the page are read from them. */
import type { Page, Source } from "../description.ts";
import { countMentions, type Mentions } from "./mentions.ts";
import { toCommonPage } from "./layouts/whole-pages.ts";
import { findPageLayouts, type PageLayout } from "./layouts/page-layouts.ts";
import { toPlainLines } from "./lines/plain-lines.ts";
import { findOptionEntries } from "./options/option-entries.ts";
import type { OptionEntry } from "./options/option-entry.ts";
import { parseUsageLine } from "./usage/usage-grammar.ts";
import { withoutOtherCommands } from "./usage/other-usages.ts";
import { findUsageLines } from "./usage/usage-lines.ts";
import type { UsageLine } from "./usage/usage-options.ts";
import type { UsageNode } from "./usage/usage-tree.ts";

/** The parts of a page. */
export interface PageText {
  readonly program: string;
  readonly page: Page;
  /** The program and the words of the page's command. */
  readonly command: string;
  /** Words at the start of usage lines: the program, the words of the command joined with dashes, and its path. */
  readonly words: readonly string[];
  readonly lines: readonly string[];
  readonly usage: readonly UsageLine[];
  /** The grammar of each usage line. */
  readonly nodes: readonly (readonly UsageNode[])[];
  readonly entries: readonly OptionEntry[];
  readonly mentions: Mentions;
  readonly layouts: readonly PageLayout[];
  /** Returns the source of a line. */
  readonly at: (line: number) => Source;
}

/** Splits a page. Its usage lines start with `program` and the page's path. */
export function splitPage(program: string, page: Page): PageText {
  const lines = toCommonPage(toPlainLines(page.text));
  const words = startWords(program, page);
  const usage = findUsageLines(spellOut(lines, program, page.path), words);
  return {
    program,
    page,
    command: [program, ...page.path].join(" "),
    words,
    lines,
    usage,
    nodes: usage.map(({ text }) => parseUsageLine(text, words)),
    entries: findOptionEntries(withoutOtherCommands(lines, [program, ...page.path].join(" "))),
    mentions: countMentions(lines),
    layouts: findPageLayouts(page.text),
    at: (line) => ({ from: page.from, page: page.label, line }),
  };
}

/** Writes the last word of a command in lines that abbreviate it as its first usage does: `usage: tool neigh { add }` for `tool neighbor`. */
function spellOut(lines: readonly string[], program: string, path: readonly string[]): readonly string[] {
  const last = path.at(-1) ?? "";
  const above = [program, ...path.slice(0, -1)].join(" ");
  const first = lines.find((line) => /^usage: /i.test(line))?.replace(/^usage: /i, "") ?? "";
  const short = first.startsWith(`${above} `) ? (/^[a-z]{3,}(?= )/.exec(first.slice(above.length + 1))?.[0] ?? "") : "";
  if (short === "" || short === last || !last.startsWith(short) || !/^[a-z]+$/.test(last)) return lines;
  return lines.map((line) => line.replace(`${above} ${short} `, `${above} ${last} `));
}

function startWords(program: string, { path }: Page): readonly string[] {
  return [program, [program, ...path].join("-"), ...path];
}
