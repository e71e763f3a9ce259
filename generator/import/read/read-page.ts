/** Reads one text of a program: its options, usage, subcommands and exit codes. Pure. */
import type { Page } from "../description.ts";
import { findCommands, findWrittenCommands, type FoundCommands } from "./commands/command-lists.ts";
import { findCommandTexts } from "./commands/command-texts.ts";
import { findExitCodes } from "./exit-codes.ts";
import { unmark } from "./lines/plain-lines.ts";
import { readSectionCommands, readSharedCommands, readUsageCommands } from "./page-commands.ts";
import type { PageFacts } from "./page-facts.ts";
import { findGlobalNames, findUnreadOptions, hasEndOfOptions, readListedOptions, readShownOptions } from "./page-options.ts";
import { type PageText, splitPage } from "./page-text.ts";
import { findUnreadValues, followsValue, readValues, withoutCommands } from "./page-values.ts";
import { findAbout } from "./about.ts";
import { findSummary } from "./summary.ts";
import { readConstraints } from "./usage/usage-constraints.ts";

/** The facts of pages that were read on their own, by program. */
const readAlone = new WeakMap<Page, { readonly program: string; readonly facts: PageFacts }>();

/**
 * Reads a page. Its usage lines start with `program` and the page's path. `known` has the names of options that other pages of the command
 * describe. Without such names, equal requests for a page share the result.
 */
export function readPage(program: string, page: Page, known: readonly string[] = []): PageFacts {
  if (known.length > 0) return readFacts(program, page, known);
  const read = readAlone.get(page);
  if (read?.program === program) return read.facts;
  const facts = readFacts(program, page, known);
  readAlone.set(page, { program, facts });
  return facts;
}

function readFacts(program: string, page: Page, known: readonly string[]): PageFacts {
  const text = splitPage(program, page);
  const { lines, usage, nodes, words, command, at } = text;
  const summary = findSummary(lines, at(1), command);
  const about = findAbout(lines);
  const below = readUsageCommands(text);
  const values = readValues(text);
  const listed = withoutValues(listCommands(text, followsValue(values)), page.values);
  const commands = [...listed.commands, ...below.defined.map((name) => ({ name, source: at(1) }))];
  const shown = below.commands.filter(({ name }) => page.sharedBy?.includes(name) !== true);
  const positionals = withoutCommands(
    values,
    commands.map(({ name }) => name),
    text,
  );
  const hasCommands = commands.length + shown.length > 0;
  const options = readListedOptions(text);
  const inSections = readSectionCommands(text, options);
  const described = new Set(inSections.flatMap((one) => one.usage.map((shownLine) => shownLine.line)));
  const unread = listed.unread.filter(({ line }) => !described.has(line));
  return {
    page,
    ...(summary && { summary }),
    ...(about !== undefined && { about }),
    usage: usage.map(({ text: line, line: number }) => ({ ...at(number), value: unmark(line) })),
    options,
    usageOptions: readShownOptions(
      text,
      known,
      listed.commands.map(({ name }) => name),
    ),
    positionals,
    constraints: readConstraints(nodes),
    commands,
    usageCommands: [...shown, ...readSharedCommands(commands, text)],
    sectionCommands: inSections,
    commandTexts: findCommandTexts(lines, at(1), command),
    asksWithHelp: below.defined.length > 0 || page.text.includes(`${program} <command> help`),
    isGroup: below.isGroup,
    exits: findExitCodes(lines, at(1)),
    hasEndOfOptions: hasEndOfOptions(lines, usage, words),
    globalNames: findGlobalNames(lines),
    unread: [...findUnreadOptions(text), ...unread, ...(hasCommands ? [] : findUnreadValues(positionals, text))],
  };
}

/** Removes the commands that are values. */
function withoutValues({ commands, unread }: FoundCommands, values: readonly string[] = []): FoundCommands {
  return { commands: commands.filter(({ name }) => !values.includes(name)), unread };
}

/** A help with this option lists topics for it, not subcommands. */
const HAS_TOPICS = /--help=<?topic\b/i;

function listCommands({ lines, page, command, at }: PageText, areValues: boolean): FoundCommands {
  if (HAS_TOPICS.test(page.text)) return { commands: [], unread: [] };
  return areValues ? { commands: findWrittenCommands(lines, at(1), command), unread: [] } : findCommands(lines, at(1), command);
}
