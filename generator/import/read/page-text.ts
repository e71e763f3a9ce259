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
  const usage = findUsageLines(lines, words);
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

function startWords(program: string, { path }: Page): readonly string[] {
  return [program, [program, ...path].join("-"), ...path];
}
