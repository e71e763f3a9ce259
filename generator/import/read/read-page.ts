/** Reads one text of a program: its options, usage, subcommands and exit codes. Pure. */
import type { ExitCode, Fact, OptionFacts, Page, PositionalFacts, Source, UnreadText } from "../description.ts";
import { countMentions, type Mentions } from "./mentions.ts";
import { findCommands } from "./commands/command-lists.ts";
import type { ListedCommand } from "./commands/command-rows.ts";
import { findExitCodes } from "./exit-codes.ts";
import { findOptionEntries } from "./options/option-entries.ts";
import type { OptionEntry } from "./options/option-entry.ts";
import { readHabits, toBareOption, toOption, toProseOption } from "./options/option-facts.ts";
import { applyHabits, showsValuesInUsage } from "./options/page-habits.ts";
import { findUnreadOptions } from "./options/unread-options.ts";
import { findProseOptions } from "./options/prose-options.ts";
import { toPlainLines, unmark } from "./lines/plain-lines.ts";
import { listsActions, listsCommands } from "./lines/sections.ts";
import { findSummary } from "./summary.ts";
import { readPositionals } from "./usage/positionals.ts";
import { readConstraints, type UsageConstraints } from "./usage/usage-constraints.ts";
import { parseUsageLine } from "./usage/usage-grammar.ts";
import { findUsageLines } from "./usage/usage-lines.ts";
import { findDescribedValues } from "./usage/value-sections.ts";
import { findDefinedCommands, findUsageCommands } from "./commands/usage-commands.ts";
import { readUsageOptions, type UsageLine } from "./usage/usage-options.ts";

/** Facts of one page. */
export interface PageFacts {
  readonly page: Page;
  readonly summary?: Fact<string>;
  readonly usage: readonly Fact<string>[];
  readonly options: readonly OptionFacts[];
  /** Options that only a sentence or a usage line shows. */
  readonly usageOptions: readonly OptionFacts[];
  readonly positionals: readonly PositionalFacts[];
  readonly constraints: UsageConstraints;
  readonly commands: readonly ListedCommand[];
  /** Subcommands that only usage lines show. Their options have no descriptions. */
  readonly usageCommands: readonly UsageCommandFacts[];
  /** True if the subcommands print their help for the word `help`: `ip route help`. */
  readonly asksWithHelp: boolean;
  /** True if the page is a grammar in which a subcommand follows the command. */
  readonly isGroup: boolean;
  readonly exits: readonly Fact<ExitCode>[];
  readonly hasEndOfOptions: boolean;
  /** Names of options that the page only refers to: "available to all commands: --account, …". */
  readonly globalNames: readonly string[];
  /** Texts that look like definitions, and could not be read. */
  readonly unread: readonly Fact<UnreadText>[];
}

/** A subcommand, as a usage line shows it. */
export interface UsageCommandFacts extends Pick<
  PageFacts,
  "summary" | "usage" | "usageOptions" | "positionals" | "constraints" | "hasEndOfOptions"
> {
  readonly name: string;
  /** True if the command prints the page of its parent, whose options it can take. */
  readonly isShared?: boolean;
}

/**
 * Reads a page. Its usage lines start with `program` and the page's path. `known` has the names of options that other pages of the command
 * describe.
 */
export function readPage(program: string, page: Page, known: readonly string[] = []): PageFacts {
  const lines = toPlainLines(page.text);
  const where: Source = { from: page.from, page: page.label, line: 1 };
  const at = (line: number): Source => ({ ...where, line });
  const words = startWords(program, page);
  const usage = findUsageLines(lines, words);
  const summary = findSummary(lines, where);
  const mentions = countMentions(lines);
  const entries = findOptionEntries(lines);
  const habits = readHabits(entries, at);
  const below = readUsageCommands({ program, page, usage, mentions, at });
  const described = findDescribedValues(lines);
  const positionals = firstPositionals(usage.map(({ text, line }) => readPositionals(text, words, at(line), described)));
  const listed =
    followsValue(positionals) || HAS_TOPICS.test(page.text)
      ? { commands: [], unread: [] }
      : findCommands(lines, where, [program, ...page.path].join(" "));
  const commands = [...listed.commands, ...below.defined.map((name) => ({ name, source: where }))];
  const names = new Set(commands.map(({ name }) => name));
  const areCommands = ({ values = [] }: PositionalFacts): boolean => values.length > 0 && values.every((value) => names.has(value));
  // `command` and `action` are not values in the usage of gpg and dpkg, whose commands are options.
  const isOption = (name: string): boolean =>
    (/^commands?$/.test(name) && entries.some(({ section }) => listsCommands(section))) ||
    (name === "action" && entries.some(({ section }) => listsActions(section)));
  return {
    page,
    ...(summary && { summary }),
    usage: usage.map(({ text, line }) => ({ ...at(line), value: unmark(text) })),
    options: entries.map((entry) => applyHabits({ ...toOption(entry, habits), ...mentions.of(entry.spec.names) }, page.text)),
    usageOptions: readUsageOptionFacts({ lines, usage, entries, known, mentions, at, showsValues: showsValuesInUsage(page.text) }).map(
      (option) => applyHabits(option, page.text),
    ),
    positionals: positionals.filter((one) => !isOption(one.name) && !areCommands(one)),
    constraints: readConstraints(usage.map(({ text }) => parseUsageLine(text, words))),
    commands,
    usageCommands: [
      ...below.commands.filter(({ name }) => !page.sharedBy?.includes(name)),
      ...readSharedCommands(commands, { program, page, usage, mentions, at }),
    ],
    asksWithHelp: below.defined.length > 0 || page.text.includes(`${program} <command> help`),
    isGroup: below.isGroup,
    exits: findExitCodes(lines, where),
    hasEndOfOptions: hasEndOfOptions(lines, usage, words),
    globalNames: findGlobalNames(lines),
    unread: [...findUnreadOptions(lines, entries, where), ...listed.unread],
  };
}

/** A help with this option lists topics for it, not subcommands. */
const HAS_TOPICS = /--help=<?topic\b/i;

interface UsageOptionInput extends Pick<UsageInput, "usage" | "mentions" | "at"> {
  readonly lines: readonly string[];
  readonly entries: readonly OptionEntry[];
  readonly known: readonly string[];
  /** True if usage lines show the values of options outside of brackets, and the entries do not. */
  readonly showsValues: boolean;
}

/** Returns the options that only a usage line or a sentence shows. Ignores options outside of brackets that the page describes. */
function readUsageOptionFacts({ lines, usage, entries, known, mentions, at, showsValues }: UsageOptionInput): readonly OptionFacts[] {
  const defined = new Set(entries.flatMap(({ spec }) => spec.names));
  const inUsage = readUsageOptions([...usage, ...findBracketLines(lines)], new Set([...defined, ...known])).filter(
    ({ spec, isBracketed }) => isBracketed || !spec.names.some((name) => defined.has(name)) || showsValues,
  );
  const options = [
    ...inUsage.map(({ spec, line }) => toBareOption(spec, at(line))),
    ...findProseOptions(lines).map(({ spec, line, sentence }) => toProseOption(spec, sentence, at(line))),
  ];
  return options.map((option) => ({ ...option, ...mentions.of(option.names) }));
}

/** Returns the positionals of the first usage that has some. They are optional if an earlier usage has none. */
function firstPositionals(usages: readonly (readonly PositionalFacts[])[]): readonly PositionalFacts[] {
  const at = usages.findIndex((positionals) => positionals.length > 0);
  const found = usages[at] ?? [];
  return at > 0 ? found.map((one) => ({ ...one, isRequired: false })) : found;
}

/** Reports whether a value precedes the subcommand, so that the listed commands are values: `tool DEVICE COMMAND`. */
function followsValue(positionals: readonly PositionalFacts[]): boolean {
  const at = positionals.findIndex(({ name }) => name === "command");
  return positionals.slice(0, Math.max(at, 0)).some(({ prefix }) => prefix === undefined);
}

function startWords(program: string, { path }: Page): readonly string[] {
  return [program, [program, ...path].join("-"), ...path];
}

interface UsageInput {
  readonly program: string;
  readonly page: Page;
  readonly usage: readonly UsageLine[];
  readonly mentions: Mentions;
  readonly at: (line: number) => Source;
}

interface UsageCommands {
  readonly commands: readonly UsageCommandFacts[];
  /** Names of subcommands in the definitions of a grammar. */
  readonly defined: readonly string[];
  /** True if the page is a grammar in which a subcommand follows the command. */
  readonly isGroup: boolean;
}

function readUsageCommands({ program, page, usage, mentions, at }: UsageInput): UsageCommands {
  const definitions = findDefinitions(page.text);
  const shown = usage.map(({ text, line }) => ({ text: unmark(text), line }));
  const plain = [...shown, ...findDefinedUsages(page.text, [program, ...page.path].join(" "), definitions)];
  const defined = findDefinedCommands(plain, definitions);
  const commands = findUsageCommands(plain, [program, ...page.path], definitions.size > 0).map(
    ({ name, usage: own, keywords, rest }): UsageCommandFacts => {
      const source = at(own.line);
      const words = [...startWords(program, page), name];
      return {
        name,
        usage: [{ ...source, value: own.text }],
        usageOptions: [...readUsageOptions([own]).map(({ spec }) => spec), ...keywords].map((spec) => ({
          ...toBareOption(spec, source),
          ...mentions.of(spec.names),
        })),
        positionals: readPositionals(rest, words, source).map((one) => repeatDefined(one, definitions)),
        constraints: readConstraints([parseUsageLine(own.text, words)]),
        hasEndOfOptions: hasEndOfOptions([], [own], words),
      };
    },
  );
  return { commands, defined, isGroup: definitions.size > 0 && commands.length + defined.length > 0 };
}

/**
 * Reads the subcommands that print this page. They take the options and values of their usage line or of the list. If the list has no
 * values for any command, commands without a usage line take any arguments.
 */
function readSharedCommands(
  commands: readonly ListedCommand[],
  { program, page, usage, mentions, at }: UsageInput,
): readonly UsageCommandFacts[] {
  const shared = new Set(page.sharedBy);
  const isAny = commands.every(({ values }) => values === undefined);
  return commands
    .filter(({ name }) => shared.has(name))
    .map(({ name, summary, values, source }) => {
      const alternatives = new RegExp(String.raw`(?<=\s)\{?(?:[\w-]+\|)*${name}(?:\|[\w-]+)*\}?(?=\s|$)`);
      const line = usage.find(({ text }) => alternatives.test(text));
      const text = unmark(line?.text.replace(alternatives, " ") ?? `${program} ${values ?? (isAny ? "[ARGUMENTS...]" : "")}`);
      return {
        name,
        isShared: true,
        ...(summary && { summary }),
        usage: line === undefined ? [] : [{ ...at(line.line), value: unmark(line.text) }],
        usageOptions: readUsageOptions([{ text, line: source.line }]).map(({ spec }) => ({
          ...toBareOption(spec, source),
          ...mentions.of(spec.names),
        })),
        positionals: readPositionals(text, startWords(program, page), line === undefined ? source : at(line.line)),
        constraints: readConstraints([parseUsageLine(text, startWords(program, page))]),
        hasEndOfOptions: false,
      };
    });
}

/**
 * Marks a positional with a definition as repeated, because the definition can consist of several words. It is optional if the definition
 * is in brackets.
 */
function repeatDefined(positional: PositionalFacts, definitions: ReadonlyMap<string, string>): PositionalFacts {
  const definition = definitions.get(positional.name);
  if (definition === undefined) return positional;
  return { ...positional, repeat: true, isRequired: positional.isRequired && !definition.startsWith("[") };
}

/** Returns the definitions of a grammar by the names of their arguments: `flag_list` for `FLAG-LIST := …`, and for a list below its name. */
function findDefinitions(text: string): ReadonlyMap<string, string> {
  const listed = Array.from(
    text.matchAll(/^([A-Z]+)\n((?: +[a-z]+(?:\[[a-z]+\])? {2,}.*\n)+)/gm),
    ([, name = "", rows = ""]) =>
      [
        name.toLowerCase(),
        `{ ${Array.from(rows.matchAll(/^ +(\S+)/gm), ([, word = ""]) => word.replace(/[[\]]/g, "")).join(" | ")} }`,
      ] as const,
  );
  const defined = Array.from(
    text.matchAll(/\b([A-Z][A-Z_-]*)\s*:=\s*((?:\{[^{}]*\})?.*)/g),
    ([, name = "", definition = ""]) => [name.toLowerCase().replaceAll("-", "_"), definition] as const,
  );
  return new Map([...listed, ...defined]);
}

/** Returns the lines below a grammar that start with one of its subcommands: `show [ID]` for `tool { COMMAND | help }` and `COMMAND := { show }`. */
function findDefinedUsages(text: string, prefix: string, definitions: ReadonlyMap<string, string>): readonly UsageLine[] {
  if (!text.includes(`${prefix} { COMMAND | help }`)) return [];
  const names = new Set(definitions.get("command")?.match(/[a-z][\w-]*/g));
  return text.split("\n").flatMap((line, index) => {
    const isUsage = /^ {2,4}[a-z]/.test(line) && names.has(line.trim().split(" ")[0] ?? "");
    return isUsage ? [{ text: `${prefix} ${line.trim()}`, line: index + 1 }] : [];
  });
}

/** Returns lines with only options in brackets, as npm prints them below "Options:". */
function findBracketLines(lines: readonly string[]): readonly UsageLine[] {
  return lines.flatMap((text, index) => (/^\s*\[ *-{1,2}\w[^\]]*.*\]$/.test(text) ? [{ text, line: index + 1 }] : []));
}

/**
 * Reports whether `--` is documented as the end of options: by an entry, or in the usage. After values in the usage, it only separates
 * values.
 */
function hasEndOfOptions(lines: readonly string[], usage: readonly UsageLine[], words: readonly string[]): boolean {
  const follows = usage.map(({ text }) => {
    const before = /^(.*?)[\s[]--(?=[\s\]]|$)/.exec(text)?.[1];
    return before === undefined ? undefined : readPositionals(before, words, { from: "help", page: "", line: 1 }).length > 0;
  });
  if (follows.includes(true)) return false;
  return follows[0] === false || lines.some((line) => END_OF_OPTIONS.test(line));
}

/** An entry for `--`. */
const END_OF_OPTIONS = /^\s+--(?:\s{2,}.*\b(?:options?|flags?|positional|switch(?:es)?)\b|$)/i;

/** Reads a paragraph that only lists the names of global options, as gcloud prints it below the options. */
function findGlobalNames(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => /\bavailable to all (?:sub)?commands\b/i.test(line));
  if (start === -1) return [];
  const end = lines.findIndex((line, index) => index > start && line.trim() === "");
  const paragraph = lines.slice(start, end === -1 ? undefined : end).join(" ");
  return Array.from(paragraph.matchAll(/(?<![\w-])--[a-z][\w-]*/g), ([name]) => name);
}
