/** Reads the help of a command and of its subcommands, level by level. */
import type { Page } from "../description.ts";
import { type CrawlFailure, SAME_HELP } from "./crawl-failure.ts";
import { type ListedCommand, listWords } from "./long-list.ts";
import { describesCommand, readManTitle } from "./man-title.ts";
import { type Ask, type HelpPage, type HelpRequest, readHelp } from "./read-help.ts";
import { shareHelp } from "./shared-help.ts";

/** The help of a command and of the subcommands below it. */
export interface ReadLevels {
  readonly pages: Page[];
  readonly failures: readonly CrawlFailure[];
  /** Number of commands that were not read because of `maxPages`. */
  readonly skipped: number;
}

/** Limits of reading, and how programs are asked. */
export interface LevelOptions {
  /** Levels of subcommands below the first command. */
  readonly maxDepth: number;
  readonly maxPages: number;
  readonly onProgress?: (text: string) => void;
  readonly ask: Ask;
  /** Returns subcommands that the program's help may not list. */
  readonly findOthers: (root: Page) => Promise<readonly ListedCommand[]>;
}

/** Reads the help of a command and of the subcommands below it, one level after the other. */
export async function readLevels(
  start: HelpRequest,
  { maxDepth, maxPages, onProgress = () => {}, ask, findOthers }: LevelOptions,
): Promise<ReadLevels> {
  const texts: ReadTexts = { pages: [], failures: [], indexes: new Map() };
  let skipped = 0;
  let level: readonly LevelRequest[] = [start];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const room = Math.max(0, maxPages - texts.pages.length);
    skipped += Math.max(0, level.length - room);
    const next: LevelRequest[] = [];
    // The interviewer limits the number of programs that run at the same time.
    const read = await Promise.all(
      level.slice(0, room).map(async (request) => {
        const help = await readHelp(request, ask);
        onProgress(`reading ${[start.program, ...request.path].join(" ")}`);
        return { request, help };
      }),
    );
    for (const { request, help } of read) next.push(...addHelp(texts, request, help));
    const [root] = texts.pages;
    // A program whose help shows neither subcommands nor a list of them has none.
    if (
      depth === 0 &&
      start.path.length === 0 &&
      root !== undefined &&
      (next.length > 0 || listWords(start.program, root.text) !== undefined)
    )
      next.push(...addUnlisted(start.program, next, await findOthers(root)));
    level = next;
  }
  const shared = shareHelp(texts.pages, texts.failures);
  return { pages: [...shared.pages], failures: shared.failures, skipped };
}

/** A command of one level. */
interface LevelRequest extends HelpRequest {
  /** Names of the commands that its parent lists. Defaults to none. */
  readonly siblings?: readonly string[];
  /** True if the parent does not list the command. If it has no help, it is not a command. */
  readonly isUnlisted?: boolean;
  /** Defaults to `false`. */
  readonly isLowLevel?: boolean;
  /** True if the program's help does not list the command, or a command above it. Defaults to `false`. */
  readonly isFurther?: boolean;
}

/** Returns requests for commands that no request has yet. */
function addUnlisted(program: string, known: readonly LevelRequest[], others: readonly ListedCommand[]): readonly LevelRequest[] {
  const listed = new Set(known.map(({ path }) => path[0] ?? ""));
  return others
    .filter(({ name }) => !listed.has(name) && !["help", "completion"].includes(name))
    .map(({ name, isLowLevel }) => ({
      program,
      path: [name],
      isUnlisted: true,
      isFurther: listed.size > 0,
      siblings: [...listed],
      isLowLevel,
    }));
}

/** The help pages that have been read, and the commands without a page. */
interface ReadTexts {
  readonly pages: Page[];
  readonly failures: CrawlFailure[];
  /** Indexes of `pages` by their text. */
  readonly indexes: Map<string, number>;
}

/**
 * Adds the help of a command. Returns the subcommands that it lists. If two commands print the same help, the page belongs to the command
 * that it names.
 */
function addHelp(
  { pages, failures, indexes }: ReadTexts,
  { program, path, siblings = [], isUnlisted = false, isLowLevel = false, isFurther = false }: LevelRequest,
  help: HelpPage,
): readonly LevelRequest[] {
  const fail = (failure: CrawlFailure): readonly LevelRequest[] => {
    // A listed `version` without help prints the version of the program, as `--version` does.
    const isVersion = siblings.length > 0 && path.at(-1) === "version";
    if (!isUnlisted && !isVersion) failures.push(failure);
    return [];
  };
  if (help.kind === "failed") return fail({ path, problem: help.problem, ...(help.isUnknown && { isUnknown: true }) });
  const { commands, asksWithHelp } = help.facts;
  // The facts of the same object were read already.
  const page: Page =
    isLowLevel || isFurther ? { ...help.facts.page, ...(isLowLevel && { isLowLevel }), ...(isFurther && { isFurther }) } : help.facts.page;
  const mayAskBare = help.isBare === true;
  const index = indexes.get(page.text);
  const other = index === undefined ? undefined : pages[index];
  if (index !== undefined && other !== undefined) {
    const isRight = other.path.length === path.length && namesCommand(page, program) && !namesCommand(other, program);
    if (isRight) pages[index] = page;
    return fail({ path: isRight ? other.path : path, problem: SAME_HELP });
  }
  const title = readManTitle(help.facts.page.text);
  if (title !== undefined && !describesCommand(title, [program, ...path]))
    return fail({ path, problem: `printed the man page ${title.name}(${title.section})`, isUnknown: true });
  // A word in capitals is a heading or a placeholder.
  const listed = commands.map(({ name }) => name).filter((name) => !/^[A-Z][A-Z_-]+$/.test(name));
  if (isListOf(siblings, listed, path)) return fail({ path, problem: SAME_HELP });
  indexes.set(page.text, pages.length);
  pages.push(page);
  // Subcommands of a command whose help is a man page have none of their own: the synopsis shows them.
  if (title !== undefined && path.length > 0) return [];
  return listed.map((name) => ({
    program,
    path: [...path, ...name.split(" ")],
    asksWithHelp,
    mayAskBare,
    siblings: listed,
    isLowLevel,
    isFurther,
  }));
}

/**
 * Reports whether the help of a subcommand is that of its parent with small differences: it lists the subcommand itself, and most of its
 * siblings.
 */
export function isListOf(siblings: readonly string[], listed: readonly string[], path: readonly string[]): boolean {
  const known = new Set(listed);
  return known.has(path.at(-1) ?? "") && siblings.filter((name) => known.has(name)).length * 2 > siblings.length;
}

/** Reports whether a page names its command: `ip mrule help` prints the help of `ip rule`. */
function namesCommand({ path, text }: Page, program: string): boolean {
  return text.includes(`${[program, ...path].join(" ")} `);
}
