/** Chooses the sentence that describes a command, from its own page or from the list of its parent. Pure. */
import type { CommandFacts, Fact } from "../description.ts";
import { unmark } from "../read/lines/plain-lines.ts";
import type { PageFacts } from "../read/page-facts.ts";

type Summary = Fact<string>;

/** The sentences about a command. */
export interface SummarySources {
  readonly program: string;
  /** Words of the command, without the program. */
  readonly path: readonly string[];
  /** Sentence of the command's own pages. */
  readonly own: Summary | undefined;
  /** Sentence in the list of a command above it. */
  readonly listed: Summary | undefined;
  /** Sentence of the program's page. */
  readonly ofProgram: Summary | undefined;
}

/**
 * Returns the sentence that describes a command, and the other one if both differ. The sentence of a list comes first, because its author
 * wrote it to tell the commands apart, unless it is cut or has fewer words than a statement. The NAME line of a man page is such a sentence, too.
 */
export function describeCommand(sources: SummarySources): Pick<CommandFacts, "summary" | "otherSummary"> {
  const { path, own, listed, ofProgram } = sources;
  // go-arg prints the summary of the program on each page.
  const isRepeated = path.length > 0 && own !== undefined && own.value === ofProgram?.value;
  if (own === undefined || listed === undefined) return summaryOf(own ?? listed);
  if (isRepeated) return summaryOf(listed);
  const [first, other] = isBetter(listed.value, own, sources.program) ? [listed, own] : [own, listed];
  return { summary: first, ...(normal(first.value) !== normal(other.value) && { otherSummary: other }) };
}

function summaryOf(summary: Summary | undefined): Pick<CommandFacts, "summary"> {
  return summary === undefined ? {} : { summary };
}

/** Minimum number of words of a statement about a command: `Volume exists` has fewer. */
const MIN_WORDS = 3;

/** The last words of a sentence that is cut at the edge of a terminal. */
const CUT = /(?:[,(/-]|\u2026|\.{3}|\b(?:an?|and|as|at|by|for|from|in|into|of|on|or|that|the|this|to|which|with))$/i;

function isBetter(listed: string, own: Summary, program: string): boolean {
  if (own.from === "man" || CUT.test(listed) || normal(own.value).startsWith(normal(listed))) return false;
  return listed.split(" ").length >= MIN_WORDS || isRemark(own.value, program);
}

/** Starts of sentences that do not say what a command does, or only after other words: `pip is able to uninstall most packages`. */
const REMARK = /^(?:the|this|these|if|for|when|use|using|normally|note)\b/i;

function isRemark(text: string, program: string): boolean {
  return (
    REMARK.test(text) ||
    text
      .toLowerCase()
      .replace(/^['"`]/, "")
      .startsWith(`${program.toLowerCase()} `)
  );
}

function normal(text: string): string {
  return text.toLowerCase().replace(/[.:]$/, "");
}

/**
 * Returns the NAME line of a man page, which always describes the command, unless it is a single word. Otherwise returns the summary of the
 * help.
 */
export function chooseSummary(pages: readonly PageFacts[]): Summary | undefined {
  const summaries = pages.flatMap(({ summary }) => summary ?? []);
  return summaries.find(({ from, value }) => from === "man" && value.includes(" ")) ?? summaries[0];
}

/** Other names of a command after its summary: `Remove packages [aliases: rm, un]`. */
const ALIASES = /\s*[[(]alias(?:es)?: [^\])]*[\])]$/;

/** The command that prints more, after a summary: `Add entries; see 'demo add --help' for more info`, of plumbum. */
const HELP_COMMAND = /[;,]? \(?(?:see|run|use|try) [`'"]?[^;`'"]* --help[`'"]? for (?:more|further) [a-z]+\)?$/;

/**
 * Returns the summary of a command in the list of a command above it, the closest first, without the other names of the command
 * and without the command that prints more. Ignores the rest of a usage, and the summary of one of several forms: `dev NAME scan`.
 * @param pagesOf returns the pages of a path, the most important first
 */
export function findListed(path: readonly string[], pagesOf: (path: readonly string[]) => readonly PageFacts[]): Summary | undefined {
  const lists = Array.from(path, (_word, index) => {
    const [above, name] = [path.slice(0, path.length - 1 - index), path.slice(path.length - 1 - index).join(" ")];
    return pagesOf(above).flatMap(({ commands }) => commands.filter((one) => one.name === name));
  });
  const listed = lists.flat().find(({ summary }) => summary !== undefined);
  if (listed?.summary === undefined) return undefined;
  const isForm = /(?:^|\s)[a-z]{2,}(?=\s|$)/.test(listed.values ?? "");
  if (isForm || /^[[<-]/.test(listed.summary.value)) return undefined;
  const value = unmark(listed.summary.value).replace(ALIASES, "").replace(HELP_COMMAND, "");
  return value === "" ? undefined : { ...listed.summary, value };
}
