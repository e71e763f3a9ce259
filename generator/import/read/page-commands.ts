/** Reads the subcommands that a page shows in its usage lines, and those that print the page. */
import type { OptionFacts, PositionalFacts, Source } from "../description.ts";
import type { ListedCommand } from "./commands/command-rows.ts";
import { findSectionCommands } from "./commands/section-commands.ts";
import { findDefinedCommands, findUsageCommands } from "./commands/usage-commands.ts";
import { unmark } from "./lines/plain-lines.ts";
import { findFlagSentence } from "./options/flag-sentences.ts";
import { toBareOption } from "./options/option-facts.ts";
import type { UsageCommandFacts } from "./page-facts.ts";
import { hasEndOfOptions } from "./page-options.ts";
import type { PageText } from "./page-text.ts";
import { readPositionals } from "./usage/positionals.ts";
import { readConstraints } from "./usage/usage-constraints.ts";
import { parseUsageLine } from "./usage/usage-grammar.ts";
import { readUsageOptions, type UsageLine } from "./usage/usage-options.ts";

/** Subcommands of usage lines. */
export interface UsageCommands {
  readonly commands: readonly UsageCommandFacts[];
  /** Names of subcommands in the definitions of a grammar. */
  readonly defined: readonly string[];
  /** True if the page is a grammar in which a subcommand follows the command. */
  readonly isGroup: boolean;
}

/** Reads the subcommands in usage lines, and those that a grammar defines. */
export function readUsageCommands(page: PageText): UsageCommands {
  const { command, words: start, usage, mentions, at } = page;
  const definitions = findDefinitions(page.page.text);
  const shown = usage.map(({ text, line }) => ({ text: unmark(text), line }));
  const plain = [...shown, ...findDefinedUsages(page.page.text, command, definitions)];
  const defined = findDefinedCommands(plain, definitions);
  const commands = findUsageCommands(plain, command.split(" "), definitions.size > 0).map(({ name, usage: own, keywords, rest }) => {
    const words = [...start, ...name.split(" ")];
    const source = at(own.line);
    const options = keywords.map((spec) => ({ ...toBareOption(spec, source), ...mentions.of(spec.names) }));
    return {
      name,
      usage: [{ ...source, value: own.text }],
      usageOptions: [...readOptions(own, source, page), ...options],
      positionals: readPositionals(parseUsageLine(rest, words), source).map((one) => repeatDefined(one, definitions)),
      constraints: readConstraints([parseUsageLine(own.text, words)]),
      hasEndOfOptions: hasEndOfOptions([], [own], words),
    };
  });
  return { commands, defined, isGroup: definitions.size > 0 && commands.length + defined.length > 0 };
}

/** `known`: options of one letter that other usages show, which can be in bundles. */
function readOptions(usage: UsageLine, source: Source, { mentions }: PageText, known?: ReadonlySet<string>): readonly OptionFacts[] {
  return readUsageOptions([usage], known).map(({ spec }) => ({ ...toBareOption(spec, source), ...mentions.of(spec.names) }));
}

/**
 * Reads the subcommands that print this page. They take the options and values of their usage line or of the list. If the list has no
 * values for any command, commands without a usage line take any arguments.
 */
export function readSharedCommands(commands: readonly ListedCommand[], page: PageText): readonly UsageCommandFacts[] {
  const shared = new Set(page.page.sharedBy);
  const isAny = commands.every(({ values }) => values === undefined);
  return commands
    .filter(({ name }) => shared.has(name))
    .map(({ name, summary, values, source }) => {
      const alternatives = new RegExp(String.raw`(?<=\s)\{?(?:[\w-]+\|)*${name}(?:\|[\w-]+)*\}?(?=\s|$)`);
      const line = page.usage.find(({ text }) => alternatives.test(text));
      const text = unmark(line?.text.replace(alternatives, " ") ?? `${page.program} ${values ?? (isAny ? "[ARGUMENTS...]" : "")}`);
      const nodes = parseUsageLine(text, page.words);
      return {
        name,
        isShared: true,
        ...(summary && { summary }),
        usage: line === undefined ? [] : [{ ...page.at(line.line), value: unmark(line.text) }],
        usageOptions: readOptions({ text, line: source.line }, source, page),
        positionals: readPositionals(nodes, line === undefined ? source : page.at(line.line)),
        constraints: readConstraints([nodes]),
        hasEndOfOptions: false,
      };
    });
}

/** Reads the subcommands that the sections of a man page describe. `options`: those that the page describes. */
export function readSectionCommands(page: PageText, options: readonly OptionFacts[]): readonly UsageCommandFacts[] {
  if (page.page.from !== "man") return [];
  const found = findSectionCommands(page.lines, page.usage, page.command);
  const letters = found.flatMap(({ usage }) => readUsageOptions([usage]).flatMap(({ spec }) => spec.names));
  const known = new Set(letters.filter((name) => name.length === 2));
  return found.map(({ name, usage, summary, text, end }) => {
    const words = [...page.words, name];
    const source = page.at(usage.line);
    const nodes = parseUsageLine(usage.text, words);
    return {
      name,
      ...(summary !== undefined && { summary: { ...source, value: summary } }),
      usage: [{ ...source, value: unmark(usage.text) }],
      usageOptions: readOptions(usage, source, page, known).map((option) => describeInText(option, text)),
      positionals: readPositionals(nodes, source),
      constraints: readConstraints([nodes]),
      hasEndOfOptions: hasEndOfOptions([], [usage], words),
      described: options.filter((option) => option.source.line > usage.line && option.source.line <= end),
    };
  });
}

/** Describes an option of a usage by the sentence about it in the text of the command. */
function describeInText(option: OptionFacts, text: readonly string[]): OptionFacts {
  const sentence = option.names.map((name) => findFlagSentence(text, name)).find((found) => found !== undefined);
  return sentence === undefined ? option : { ...option, description: { ...option.source, value: sentence } };
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
