/** Builds the description of a program from the documentation of its commands. Pure. */
import type { CliDescription, CommandFacts, OptionFacts, Page } from "../description.ts";
import { GLOBAL_PAGE, sourceKinds } from "../description.ts";
import { unmark } from "../read/option-facts.ts";
import { type PageFacts, readPage, type UsageCommandFacts } from "../read/read-page.ts";
import { toPlainLines } from "../read/plain-lines.ts";
import { mergeOptions } from "./merge-options.ts";
import { findExamples } from "./page-examples.ts";

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
    Array.from(groupByPath(pages), ([key, same]): readonly [string, readonly PageFacts[]] => [key, readTogether(program, same)]),
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
  if (pages.length < 2) return read;
  const names = read.flatMap(({ options }) => options.flatMap((option) => option.names));
  return pages.map((page) => readPage(program, page, names));
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
  const options = mergeOptions([...own.map((page) => page.options), ...own.map((page) => page.usageOptions), globals]);
  const summary = chooseSummary(own) ?? findListed(path, pages);
  const children = childPaths(path, pages.byPath).map((child) => buildCommand(child, pages));
  const known = new Set(children.map((child) => child.path.at(-1)));
  const shown = own.find(({ usageCommands }) => usageCommands.length > 0)?.usageCommands ?? [];
  const isGroup = own.some((page) => page.isGroup);
  const isSubcommand = (name: string): boolean => name === "command" && children.length + shown.length > 0;
  return {
    path,
    ...(summary && { summary }),
    usage: own.find((page) => page.usage.length > 0)?.usage ?? [],
    options,
    positionals: isGroup ? [] : choosePositionals(own).filter(({ name }) => !isSubcommand(name)),
    exits: own.find((page) => page.exits.length > 0)?.exits ?? [],
    commands: [...children, ...shown.filter(({ name }) => !known.has(name)).map((facts) => toCommand(facts, path, options))],
    hasEndOfOptions: own.some((page) => page.hasEndOfOptions),
    ...findPageExamples(own, [pages.program, ...path]),
  };
}

/** Returns the examples of the first page that has some with captions. */
function findPageExamples(pages: readonly PageFacts[], words: readonly string[]): Pick<CommandFacts, "examples"> {
  const found = pages.map(({ page }) => findExamples(toPlainLines(page.text), words, { from: page.from, page: page.label, line: 1 }));
  const examples = found.find((one) => one.some(({ value }) => value.caption !== undefined));
  return examples === undefined ? {} : { examples };
}

/**
 * Builds a command that only a usage line of its parent shows. The parent's page describes its options. If the command prints this page and
 * its usage line has no options, it takes all of them.
 */
function toCommand(
  { name, usageOptions, isShared = false, ...facts }: UsageCommandFacts,
  path: readonly string[],
  described: readonly OptionFacts[],
): CommandFacts {
  const names = new Set(usageOptions.flatMap((option) => option.names));
  const own = isShared && usageOptions.length === 0 ? described : described.filter((option) => option.names.some((one) => names.has(one)));
  return { ...facts, path: [...path, name], options: mergeOptions([own, usageOptions]), exits: [], commands: [] };
}

/**
 * Returns the NAME line of a man page, which always describes the command, unless it is a single word. Otherwise returns the summary of the
 * help.
 */
function chooseSummary(pages: readonly PageFacts[]): CommandFacts["summary"] {
  const summaries = pages.flatMap(({ summary }) => summary ?? []);
  return summaries.find(({ from, value }) => from === "man" && value.includes(" ")) ?? summaries[0];
}

/**
 * Returns the summary of a command in its parent's list. Ignores the rest of a usage, and the summary of one of several forms: `dev NAME
 * scan`.
 */
function findListed(path: readonly string[], { byPath }: Pages): CommandFacts["summary"] {
  const above = path.length === 0 ? [] : byPriority(byPath.get(path.slice(0, -1).join(" ")) ?? []);
  const listed = above.flatMap(({ commands }) => commands).find(({ name, summary }) => name === path.at(-1) && summary !== undefined);
  if (listed?.summary === undefined) return undefined;
  const isForm = /(?:^|\s)[a-z]{2,}(?=\s|$)/.test(listed.values ?? "");
  return isForm || /^[[<-]/.test(listed.summary.value) ? undefined : { ...listed.summary, value: unmark(listed.summary.value) };
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
