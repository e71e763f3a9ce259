/** Reads the options of a page: those of its lists, and those that only usage lines and sentences show. */
import { OWN_RULES } from "./layouts/own-rules.ts";
import type { Fact, OptionFacts, UnreadText } from "../description.ts";
import { takeLines } from "./lines/plain-lines.ts";
import { readHeading } from "./lines/sections.ts";
import { readHabits, toBareOption, toOption, toProseOption } from "./options/option-facts.ts";
import { correctOption } from "./layouts/page-layouts.ts";
import { type OptionSpec, parseOptionSpec } from "./options/option-spec.ts";
import type { PageText } from "./page-text.ts";
import { readPositionals } from "./usage/positionals.ts";
import { parseUsageLine } from "./usage/usage-grammar.ts";
import { readUsageOptions, type UsageLine } from "./usage/usage-options.ts";

/** Returns the options that the page describes. */
export function readListedOptions({ lines, entries, mentions, at, layouts }: PageText): readonly OptionFacts[] {
  const habits = readHabits(entries, at);
  const starts = findGroupStarts(lines);
  return entries.map((entry) => {
    const { names } = entry.spec;
    const startsGroup = names.some((name) => starts.has(name));
    return correctOption({ ...toOption(entry, habits), ...mentions.of(names), ...(startsGroup && { startsGroup }) }, layouts);
  });
}

/** A line that starts with an option and ends with the dashes that end its group: `--pages FILE [RANGE] --`. */
const GROUP = /^ *(-{1,2}[A-Za-z][\w-]*) (?:[^\s[\]-][^\s[\]]* |\[[^[\]]*\] )+--$/;

/** Returns the options that start a group of words. */
function findGroupStarts(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => GROUP.exec(line)?.[1] ?? []));
}

/**
 * Returns the options that only a usage line or a sentence shows. Ignores options outside of brackets that the page describes, unless the
 * usage shows their values. `known`: the names of options that other pages describe. Ignores the usages of `commands`, which the page lists.
 */
export function readShownOptions(text: PageText, known: readonly string[], commands: readonly string[] = []): readonly OptionFacts[] {
  const { lines, entries, mentions, at, layouts, command } = text;
  const usage = text.usage.filter((line) => !commands.some((name) => line.text.startsWith(`${command} ${name} `)));
  const defined = new Set(entries.flatMap(({ spec }) => spec.names));
  const showsValues = layouts.some(({ showsValuesInUsage }) => showsValuesInUsage);
  const lacksValues = entries.length > 0 && entries.every(({ spec }) => spec.value === undefined);
  const inUsage = readUsageOptions([...usage, ...findBracketLines(lines)], new Set([...defined, ...known])).filter(
    ({ spec, isBracketed }) =>
      isBracketed || showsValues || provesValue(spec, lacksValues) || !spec.names.some((name) => defined.has(name)),
  );
  const options = [...inUsage.map(({ spec, line }) => toBareOption(spec, at(line))), ...findProseOptions(lines, at)];
  return options.map((option) => correctOption({ ...option, ...mentions.of(option.names) }, layouts));
}

/**
 * Reports whether the word after an option outside of brackets is its value: after an equals sign, or in capitals if the list of options
 * shows no values. `--quiet=BOOL` is a switch.
 */
function provesValue({ value }: OptionSpec, lacksValues: boolean): boolean {
  if (value === undefined || /^bool/i.test(value.text)) return false;
  return value.form === "glued" || (lacksValues && /^[A-Z_]+$/.test(value.text));
}

/** The start of a sentence that defines an option. */
const SENTENCE = /^(?:The|An?|With the) (-{1,2}[A-Za-z][\w-]*(?:=\w+)?) (?:flag|option|switch)(?:'s)?\b/;

/** Returns the options that only sentences define: `The -n flag prints commands that would be executed.` */
function findProseOptions(lines: readonly string[], at: PageText["at"]): readonly Omit<OptionFacts, "mentions">[] {
  return lines.flatMap((line, index) => {
    const words = SENTENCE.exec(line)?.[1];
    const spec = words === undefined ? undefined : parseOptionSpec(words);
    if (spec === undefined) return [];
    const text = takeLines(lines, index).join(" ").replace(/\s+/g, " ");
    return [toProseOption(spec, /^.*?\.(?= [A-Z]|$)/.exec(text)?.[0] ?? text, at(index + 1))];
  });
}

/** Returns lines with only options in brackets, as npm prints them below "Options:". */
function findBracketLines(lines: readonly string[]): readonly UsageLine[] {
  return lines.flatMap((text, index) => (OWN_RULES.npmBrackets.pattern.test(text) ? [{ text, line: index + 1 }] : []));
}

/**
 * Reports whether `--` is documented as the end of options: by an entry, or in the usage. After values in the usage, it only separates
 * values.
 */
export function hasEndOfOptions(lines: readonly string[], usage: readonly UsageLine[], words: readonly string[]): boolean {
  const follows = usage.map(({ text }) => {
    const before = /^(.*?)[\s[]--(?=[\s\]]|$)/.exec(text)?.[1];
    return before === undefined
      ? undefined
      : readPositionals(parseUsageLine(before, words), { from: "help", page: "", line: 1 }).length > 0;
  });
  if (follows.includes(true)) return false;
  return follows[0] === false || lines.some((line) => END_OF_OPTIONS.test(line));
}

/** An entry for `--`. */
const END_OF_OPTIONS = /^\s+--(?:\s{2,}.*\b(?:options?|flags?|positional|switch(?:es)?)\b|$)/i;

/** Reads a paragraph that only lists the names of global options, as gcloud prints it below the options. */
export function findGlobalNames(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => OWN_RULES.gcloudGlobals.pattern.test(line));
  if (start === -1) return [];
  return Array.from(
    takeLines(lines, start)
      .join(" ")
      .matchAll(/(?<![\w-])--[a-z][\w-]*/g),
    ([name]) => name,
  );
}

/** The heading of a list of options. */
const OPTIONS = /^(?:[\w-]+ )*(?:options|flags|switches)$/;

/**
 * Returns the first line with a dash of each section of options of which the reader understands nothing, and the first of the options that
 * start with a plus.
 */
export function findUnreadOptions({ lines, entries, at }: PageText): readonly Fact<UnreadText>[] {
  const plus = lines.flatMap((line, index) => (/^\s+\+(?:\[no\])?[a-z][\w-]*(?:\[?=\S+)?\s{2,}\S/.test(line) ? [index] : []));
  const signs =
    plus.length < MIN_SIGNS
      ? []
      : [
          {
            ...at((plus[0] ?? 0) + 1),
            value: { kind: "options" as const, text: `${(lines[plus[0] ?? 0] ?? "").trim()}, and ${plus.length - 1} more` },
          },
        ];
  return [...signs, ...findUnreadSections({ lines, entries, at })];
}

/** Minimum number of lines that start with a plus. Fewer can be values. */
const MIN_SIGNS = 3;

function findUnreadSections({ lines, entries, at }: Pick<PageText, "lines" | "entries" | "at">): readonly Fact<UnreadText>[] {
  const starts = lines.flatMap((line, index) => (/^ {0,3}\S/.test(line) && readHeading(line) !== undefined ? [index] : []));
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    if (!OPTIONS.test(readHeading(lines[start] ?? "") ?? "") || entries.some(({ line }) => line > start && line <= end)) return [];
    const first = lines
      .slice(0, end)
      .findIndex((line, row) => row > start && /^\s*[[({*\u2022]?\s*--?\w/.test(line) && !/^\s*--[\w-]+(?:, --[\w-]+)+[,.]?$/.test(line));
    return first === -1 ? [] : [{ ...at(first + 1), value: { kind: "options", text: (lines[first] ?? "").trim() } }];
  });
}
