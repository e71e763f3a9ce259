/** Builds the description of a program from the documentation of its commands. Pure. */
import type { CliDescription, CommandFacts, OptionFacts, Page } from "../description.ts";
import { GLOBAL_PAGE, sourceKinds } from "../description.ts";
import { toPlainLines } from "../read/lines/plain-lines.ts";
import type { PageFacts, UsageCommandFacts } from "../read/page-facts.ts";
import { readPage } from "../read/read-page.ts";
import { groupExclusive, readConstraints, requireOptions, type UsageConstraints } from "../read/usage/usage-constraints.ts";
import { parseUsageLine } from "../read/usage/usage-grammar.ts";
import { splitNestedPage } from "./nested-pages.ts";
import { findPassed, isGroupCommand, needsCommand } from "./groups.ts";
import { mergeOptions } from "./merge-options.ts";
import { findExamples } from "./page-examples.ts";
import { chooseSummary, describeCommand, findListed } from "./summaries.ts";

/** The help and man pages of a program. */
export interface DescribeInput {
  readonly program: string;
  readonly version?: string;
  /** Words that printed the version. */
  readonly versionCommand?: string;
  readonly pages: readonly Page[];
  /** Subcommand to describe. Defaults to the whole program. */
  readonly path?: readonly string[];
}

/** Reads all pages, and merges those about the same command by the priority of their kinds. */
export function describeProgram({ program, version, versionCommand, pages, path = [] }: DescribeInput): CliDescription {
  const byPath = new Map(
    Array.from(groupByPath(pages.flatMap(splitNestedPage)), ([key, same]): readonly [string, readonly PageFacts[]] => [
      key,
      readTogether(program, same),
    ]),
  );
  const listed = byPath.get(GLOBAL_PAGE)?.flatMap(({ options, commands }) => (commands.length === 0 ? options : [])) ?? [];
  const isCommand = (byPath.get("") ?? []).some(({ commands }) => commands.some(({ name }) => name === GLOBAL_PAGE));
  if (listed.length > 0 || !isCommand) byPath.delete(GLOBAL_PAGE);
  const inherit = (option: OptionFacts): OptionFacts => ({ ...option, isInherited: true });
  const ofRoot = (byPath.get("") ?? []).flatMap(({ options }) => options);
  const root = buildCommand([], { program, byPath, listed: listed.map(inherit), ofRoot: ofRoot.map(inherit) });
  return {
    program,
    ...(version !== undefined && { version }),
    ...(versionCommand !== undefined && { versionCommand }),
    root: keepBelow(root, path),
  };
}

function groupByPath(pages: readonly Page[]): ReadonlyMap<string, readonly Page[]> {
  const byPath = new Map<string, readonly Page[]>();
  for (const page of pages) {
    const key = page.path.join(" ");
    byPath.set(key, [...(byPath.get(key) ?? []), page]);
  }
  return byPath;
}

/** Reads the pages about a command. Options that one page describes show how to split bundled letters in the usage line of another page. */
function readTogether(program: string, pages: readonly Page[]): readonly PageFacts[] {
  const read = pages.map((page) => readPage(program, page));
  if (pages.length < 2 || !read.some(showsBundle)) return read;
  const names = read.flatMap(({ options }) => options.flatMap((option) => option.names));
  return pages.map((page) => readPage(program, page, names));
}

/** A word with one dash and several letters, which can be several options: `-abc`. */
const BUNDLE = /(?<![\w-])-[A-Za-z0-9@?]{2,}/;

/** Reports whether a usage line, or a line of options in brackets, has a word that can be several options. */
function showsBundle({ usage, page }: PageFacts): boolean {
  return usage.some(({ value }) => BUNDLE.test(value)) || page.text.split("\n").some((line) => /^\s*\[/.test(line) && BUNDLE.test(line));
}

/** Removes the facts of the parent commands of a path, and their other subcommands. */
function keepBelow(command: CommandFacts, [word, ...below]: readonly string[]): CommandFacts {
  if (word === undefined) return command;
  const commands = command.commands.filter(({ path }) => path.at(-1) === word).map((child) => keepBelow(child, below));
  return { path: command.path, usage: [], options: [], positionals: [], exits: [], commands, hasEndOfOptions: false };
}

interface Pages {
  readonly program: string;
  readonly byPath: ReadonlyMap<string, readonly PageFacts[]>;
  /** Options that every command takes. */
  readonly listed: readonly OptionFacts[];
  /** Options of the program, which a command takes if its page refers to them. */
  readonly ofRoot: readonly OptionFacts[];
}

function buildCommand(path: readonly string[], pages: Pages): CommandFacts {
  const own = byPriority(pages.byPath.get(path.join(" ")) ?? []);
  const referred = new Set(own.flatMap(({ globalNames }) => globalNames));
  const globals = [...pages.listed, ...pages.ofRoot.filter(({ names }) => path.length > 0 && names.some((name) => referred.has(name)))];
  const constraints = readShownConstraints(path, own, pages);
  const below = childPaths(path, pages.byPath);
  const known = new Set(below.map((child) => child.at(-1)));
  const inSections = own.flatMap(({ sectionCommands }) => sectionCommands);
  // What the text of a command describes belongs to it, unless the command has an own page.
  const claimed = new Set(inSections.flatMap(({ name, described = [] }) => (known.has(name) ? [] : described)));
  const merged = mergeOptions([
    ...own.map((page) => page.options.filter((option) => !claimed.has(option))),
    ...own.map((page) => page.usageOptions),
    globals,
  ]);
  const options = requireOptions(merged, constraints);
  const exclusive = groupExclusive(options, constraints);
  const unread = own.flatMap((page) => page.unread);
  const summaries = describeCommand({
    program: pages.program,
    path,
    own: chooseSummary(own),
    listed: findListed(path, (above) => byPriority(pages.byPath.get(above.join(" ")) ?? [])),
    ofProgram: chooseSummary(byPriority(pages.byPath.get("") ?? [])),
  });
  const children = below.map((child) => buildCommand(child, pages));
  const inUsage = own.find(({ usageCommands }) => usageCommands.length > 0)?.usageCommands ?? [];
  const shown = [
    ...inUsage.map((one) => ({ ...pickText(inSections.find(({ name }) => name === one.name)), ...one })),
    ...inSections.filter(({ name }) => !inUsage.some((one) => one.name === name)),
  ];
  const needsOne = own.some((page) => showsOnlyCommands(page, path));
  const isGroup = needsOne || own.some((page) => page.isGroup);
  const names = new Set([...known, ...shown.map(({ name }) => name.split(" ")[0])].filter((name) => name !== undefined));
  const isPlaceholder = (name: string): boolean =>
    (names.size > 0 && /^(?:sub_?)?commands?$/.test(name)) || (inSections.length > 0 && name === "cmd");
  const isSubcommand = (name: string): boolean => isPlaceholder(name) || names.has(name);
  const usage = own.find((page) => page.usage.length > 0)?.usage ?? [];
  const use = {
    ...(own.some(({ page }) => page.isLowLevel) && { isLowLevel: true }),
    ...(own.some(({ page }) => page.isFurther) && { isFurther: true }),
  };
  const about = own.flatMap((page) => page.about ?? []).join(" ");
  const values = choosePositionals(own);
  const subcommand = values.findIndex(({ name }) => isSubcommand(name));
  const isOfSubcommand = (name: string, index: number): boolean =>
    subcommand !== -1 && index > subcommand && /^arg(?:ument)?s?$/.test(name);
  const positionals = isGroup ? [] : values.filter(({ name }, index) => !isSubcommand(name) && !isOfSubcommand(name, index));
  return {
    path,
    ...summaries,
    ...(about !== "" && { about }),
    usage,
    options,
    positionals,
    ...((needsOne || isGroupCommand({ path, usage, options, positionals, names, passed: findPassed(children) })) && { isGroup: true }),
    ...use,
    exits: own.find((page) => page.exits.length > 0)?.exits ?? [],
    commands: [
      ...children,
      ...shown
        .filter(({ name }) => !known.has(name))
        .map((facts) => ({ ...use, ...findCommandText({ own, path, name: facts.name }, pages), ...facts }))
        .map((facts) =>
          toCommand(facts, path, {
            described: facts.isShared ? options : withoutOthers(options, shown, facts),
            isOnly: shown.length === 1,
            isManual: own.some(({ page }) => /^SYNOPSIS$/m.test(page.text)),
            isForAll: path.length === 0 && own.some((page) => page.usage.some(({ value }) => OPTIONS_FIRST.test(value))),
          }),
        ),
    ],
    hasEndOfOptions: own.some((page) => page.hasEndOfOptions),
    ...(exclusive.length > 0 && { exclusive }),
    ...(unread.length > 0 && { unread }),
    ...findPageExamples(own, [pages.program, ...path]),
  };
}

/** Returns the constraints of the command's usage, and of the usage that the page of its parent shows for it. */
/** Reports whether each usage of a man page whose sections describe commands needs one of them. */
function showsOnlyCommands({ sectionCommands, usage }: PageFacts, path: readonly string[]): boolean {
  const others = usage.filter(({ value }) => !/ -{1,2}(?:help|version)$/.test(value));
  return sectionCommands.length > 0 && others.length > 0 && others.every(({ value }) => needsCommand(value, path.length + 1));
}

function readShownConstraints(path: readonly string[], own: readonly PageFacts[], { byPath }: Pages): UsageConstraints {
  const { required = [], exclusive = [] } = own.find(({ usage }) => usage.length > 0)?.constraints ?? {};
  const listed = Array.from(path, (_word, depth) => {
    const above = byPriority(byPath.get(path.slice(0, depth).join(" ")) ?? []);
    const name = path.slice(depth).join(" ");
    return above.flatMap(({ usageCommands, commands }) => [
      ...usageCommands.filter((one) => one.name === name).map((one) => one.constraints),
      ...commands.flatMap((one) =>
        one.name === name && one.values !== undefined ? [readConstraints([parseUsageLine(one.values, [])])] : [],
      ),
    ]);
  }).flat();
  return {
    required: [...required, ...listed.flatMap((one) => one.required)],
    exclusive: [...exclusive, ...listed.flatMap((one) => one.exclusive)],
  };
}

/** Returns the summary and the options of the text about a command. */
function pickText({ summary, described = [] }: Partial<UsageCommandFacts> = {}): Pick<UsageCommandFacts, "summary" | "described"> {
  return { ...(summary !== undefined && { summary }), ...(described.length > 0 && { described }) };
}

interface ShownCommand {
  /** Pages of the command above it. */
  readonly own: readonly PageFacts[];
  /** Path of the command above it. */
  readonly path: readonly string[];
  readonly name: string;
}

/** Returns the sentence about a command that the man page of its parent or of the program describes. */
function findCommandText({ own, path, name }: ShownCommand, { byPath }: Pages): Pick<CommandFacts, "summary"> {
  const whole = [...path, name].join(" ");
  const ofProgram = path.length === 0 ? [] : (byPath.get("") ?? []).map(({ commandTexts }) => commandTexts.get(whole));
  const summary = [...own.map(({ commandTexts }) => commandTexts.get(name)), ...ofProgram].find((text) => text !== undefined);
  return summary === undefined ? {} : { summary };
}

/** Returns the examples of the first page that has some with captions. */
function findPageExamples(pages: readonly PageFacts[], words: readonly string[]): Pick<CommandFacts, "examples"> {
  const found = pages.map(({ page }) => findExamples(toPlainLines(page.text), words, { from: page.from, page: page.label, line: 1 }));
  const examples = found.find((one) => one.some(({ value }) => value.caption !== undefined));
  return examples === undefined ? {} : { examples };
}

/** Removes the options that only the usage lines of other commands show. */
function withoutOthers(
  options: readonly OptionFacts[],
  shown: readonly UsageCommandFacts[],
  own: UsageCommandFacts,
): readonly OptionFacts[] {
  const namesOf = (commands: readonly UsageCommandFacts[]): ReadonlySet<string> =>
    new Set(commands.flatMap(({ usageOptions }) => usageOptions.flatMap(({ names }) => names)));
  const [mine, others] = [namesOf([own]), namesOf(shown)];
  const commands = new Set(shown.map(({ name }) => name));
  return options.filter(({ names, description }) => {
    if (names.some((name) => mine.has(name))) return true;
    const users = findOnlyUsers(description?.value ?? "").filter((name) => commands.has(name));
    return users.length > 0 ? users.includes(own.name) : !names.some((name) => others.has(name));
  });
}

/** The commands that a text limits an option to: `Only valid for the add and update commands`. */
const USERS = new RegExp(
  [
    String.raw`(?<!\bnot )\b(?:only|valid) (?:for|with|in) (?:the )?`,
    String.raw`([a-z][\w-]*(?:(?:, | and | or |, and )[a-z][\w-]*)*) (?:sub)?commands?\b`,
  ].join(""),
  "i",
);

function findOnlyUsers(text: string): readonly string[] {
  return USERS.exec(text)?.[1]?.split(/, and |, | and | or /) ?? [];
}

/** What the page of a command says about a command that its usage shows. */
interface ShownOptions {
  readonly described: readonly OptionFacts[];
  /** True if the usage shows no other command. */
  readonly isOnly: boolean;
  /** True for a man page, which describes the options of all commands in one list, some without their values. */
  readonly isManual: boolean;
  /** True if the options of the page precede each command. */
  readonly isForAll: boolean;
}

/** A usage of a program in which options precede any command: `tool [options] COMMAND [ARGS ...]`. */
const OPTIONS_FIRST = /^\S+ \[ ?<?options?>?(?: ?\.{3})? ?\] [[<{]?(?:sub-?)?(?:command|cmd)\b/i;

/** A placeholder for the options of a command, but not for those of the program: `[options]`, `[<option>...]`, `[command flags]`. */
const OPTION_LIST = /\[<?(?:(?:sub-?)?(?:command|cmd)[ _-])?(?:options?|opts|flags?|switches)>?(?:\.{3}|\u2026)?\]/i;

/**
 * Builds a command that only a usage line of its parent shows. The parent's page describes its options. If the command prints this page, or
 * is the only one, and its usage line has no options, it takes all of them. A command with an own text takes the options of the text, and those of
 * the page only if it prints it.
 */
function toCommand(
  { name, usageOptions, constraints, isShared = false, described: inText, ...facts }: UsageCommandFacts,
  path: readonly string[],
  { described, isOnly, isManual, isForAll }: ShownOptions,
): CommandFacts {
  const names = new Set(usageOptions.flatMap((option) => option.names));
  const showsList = facts.usage.some(({ value }) => (isManual ? value.includes("[options]") : OPTION_LIST.test(value)));
  const takesAll = isForAll || ((isShared || isOnly) && usageOptions.length === 0) || showsList;
  const ofPage = takesAll ? described : described.filter((option) => option.names.some((one) => names.has(one)));
  const own = inText === undefined || isShared || isForAll ? [...(inText ?? []), ...ofPage] : inText;
  const named = own.map((option) => (isShared && option.usedWith?.includes(name) === true ? { ...option, isNamedFor: true } : option));
  const options = requireOptions(mergeOptions([named, usageOptions]), constraints);
  const exclusive = groupExclusive(options, constraints);
  return { ...facts, path: [...path, ...name.split(" ")], options, exits: [], commands: [], ...(exclusive.length > 0 && { exclusive }) };
}

/** Returns the positionals of the first page that has some. A value with an ellipsis on any page can be repeated. */
function choosePositionals(pages: readonly PageFacts[]): CommandFacts["positionals"] {
  const repeated = new Set(pages.flatMap(({ positionals }) => positionals.flatMap(({ name, repeat }) => (repeat ? [name] : []))));
  const first = pages.find(({ positionals }) => positionals.length > 0)?.positionals ?? [];
  return first.map((one) => ({ ...one, repeat: one.repeat || repeated.has(one.name) }));
}

function byPriority(pages: readonly PageFacts[]): readonly PageFacts[] {
  return pages.toSorted((one, other) => sourceKinds.indexOf(one.page.from) - sourceKinds.indexOf(other.page.from));
}

/** Returns the paths of the commands directly below a path, with or without a separate page. */
function childPaths(path: readonly string[], pages: Pages["byPath"]): readonly (readonly string[])[] {
  const prefix = path.length === 0 ? "" : `${path.join(" ")} `;
  const names = Array.from(pages.keys()).flatMap((key) =>
    key.startsWith(prefix) && key !== "" ? [key.slice(prefix.length).split(" ")[0] ?? ""] : [],
  );
  return [...new Set(names)].filter((name) => name !== "").map((name) => [...path, name]);
}
