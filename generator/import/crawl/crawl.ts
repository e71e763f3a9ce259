/** Collects the documentation of a program: help of its commands, man pages and version. Starts nothing itself. */
import { nameOfProgram } from "../../check/files/tool-program.ts";
import { GLOBAL_PAGE, type Page, refersToGlobals } from "../description.ts";
import { CONCURRENCY, type Interviewer, readManuals } from "./command-pages.ts";
import { type CrawlFailure, SAME_HELP } from "./crawl-failure.ts";
import { onceEach } from "./once-each.ts";
import { readVersion } from "./program-version.ts";
import { type Ask, type HelpPage, type HelpRequest, readHelp } from "./read-help.ts";
import { shareHelp } from "./shared-help.ts";

/** The program whose help is read, and how it is started. */
export interface CrawlRequest {
  /** Name or path by which the program is started. */
  readonly program: string;
  /** Words of the subcommand to start from. Empty for the whole program. */
  readonly path: readonly string[];
  /** Levels of subcommands below `path`. */
  readonly maxDepth: number;
  readonly maxPages: number;
  readonly onProgress?: (text: string) => void;
}

/** The help of a program and of its subcommands. */
export interface CrawlResult {
  readonly pages: readonly Page[];
  readonly version?: string;
  /** Words that printed the version. */
  readonly versionCommand?: string;
  /** Commands that are listed but whose help could not be read, and the reason. */
  readonly failures: readonly CrawlFailure[];
  /** Number of commands that were not read because of `maxPages`. */
  readonly skipped: number;
  /** Number of processes started. */
  readonly started: number;
}

/** Reads the pages of a program, level by level. */
export async function crawlProgram(request: CrawlRequest, interviewer: Interviewer): Promise<CrawlResult> {
  const { program, path } = request;
  const name = nameOfProgram(program);
  let asked = 0;
  const ask: Ask = onceEach(async (words: readonly string[]) => {
    asked += 1;
    return await interviewer.ask([program, ...words]);
  });
  const { pages, failures, skipped } = await readBelow({ ...request, mayAskBare: interviewer.isConfined === true }, ask);
  if (path.length === 0 && refersToGlobals(name, pages)) {
    const page = await readHelp({ program: name, path: [GLOBAL_PAGE] }, ask);
    if (page.kind === "page") pages.push(page.facts.page);
  }
  const manuals = program.includes("/")
    ? { pages: [], started: 0 }
    : await readManuals(name, pages.length === 0 ? [path] : pages.map((page) => page.path), interviewer);
  const version = pages.length === 0 ? undefined : await readVersion(ask);
  return {
    pages: [...pages, ...manuals.pages],
    ...version,
    failures,
    skipped,
    started: asked + manuals.started,
  };
}

interface ReadLevels extends Pick<CrawlResult, "failures" | "skipped"> {
  readonly pages: Page[];
}

/** Reads the help of a command and of the subcommands below it. */
async function readBelow(request: CrawlRequest & Pick<HelpRequest, "mayAskBare">, ask: Ask): Promise<ReadLevels> {
  const { path, mayAskBare = false } = request;
  const { own, parent } = await readWithParent({ program: nameOfProgram(request.program), path, mayAskBare }, ask);
  return (parent && findParentHelp(own, parent)) ?? (await readLevels(own.request, { ...request, ask }));
}

interface ReadCommand {
  readonly request: HelpRequest;
  readonly help: HelpPage;
}

/** Reads the help of a command and of its parents, which show how to request its help. */
async function readWithParent(
  { program, path, mayAskBare = false }: HelpRequest,
  ask: Ask,
): Promise<{ readonly own: ReadCommand; readonly parent?: ReadCommand }> {
  const above = path.length === 0 ? undefined : await readWithParent({ program, path: path.slice(0, -1), mayAskBare }, ask);
  const parent = above?.own;
  const asksWithHelp = parent?.help.kind === "page" && parent.help.facts.asksWithHelp;
  const isBareBelow = mayAskBare && (parent === undefined || (parent.help.kind === "page" && parent.help.isBare === true));
  const request = { program, path, asksWithHelp, mayAskBare: isBareBelow };
  return { own: { request, help: await readHelp(request, ask) }, ...(parent && { parent }) };
}

interface LevelOptions extends Pick<CrawlRequest, "maxDepth" | "maxPages" | "onProgress"> {
  readonly ask: Ask;
}

/** Reads the help of a command and of the subcommands below it, one level after the other. */
async function readLevels(start: HelpRequest, { maxDepth, maxPages, onProgress = () => {}, ask }: LevelOptions): Promise<ReadLevels> {
  const texts: ReadTexts = { pages: [], failures: [], indexes: new Map() };
  let skipped = 0;
  let level: readonly LevelRequest[] = [start];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const room = Math.max(0, maxPages - texts.pages.length);
    skipped += Math.max(0, level.length - room);
    const next: LevelRequest[] = [];
    for (let at = 0; at < Math.min(level.length, room); at += CONCURRENCY) {
      const batch = level.slice(at, Math.min(at + CONCURRENCY, room));
      onProgress(`reading ${start.program} ${batch[0]?.path.join(" ") ?? ""}`);
      const read = await Promise.all(batch.map(async (request) => ({ request, help: await readHelp(request, ask) })));
      for (const { request, help } of read) next.push(...addHelp(texts, request, help));
    }
    level = next;
  }
  const shared = shareHelp(texts.pages, texts.failures);
  return { pages: [...shared.pages], failures: shared.failures, skipped };
}

/** A command of one level. */
interface LevelRequest extends HelpRequest {
  /** Names of the commands that its parent lists. Defaults to none. */
  readonly siblings?: readonly string[];
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
  { program, path, siblings = [] }: LevelRequest,
  help: HelpPage,
): readonly LevelRequest[] {
  if (help.kind === "failed") {
    failures.push({ path, problem: help.problem, ...(help.isUnknown && { isUnknown: true }) });
    return [];
  }
  const { page, commands, asksWithHelp } = help.facts;
  const mayAskBare = help.isBare === true;
  const index = indexes.get(page.text);
  const other = index === undefined ? undefined : pages[index];
  if (index !== undefined && other !== undefined) {
    const isRight = other.path.length === path.length && namesCommand(page, program) && !namesCommand(other, program);
    if (isRight) pages[index] = page;
    failures.push({ path: isRight ? other.path : path, problem: SAME_HELP });
    return [];
  }
  const listed = commands.map(({ name }) => name);
  if (isListOf(siblings, listed, path)) {
    failures.push({ path, problem: SAME_HELP });
    return [];
  }
  indexes.set(page.text, pages.length);
  pages.push(page);
  return listed.map((name) => ({ program, path: [...path, ...name.split(" ")], asksWithHelp, mayAskBare, siblings: listed }));
}

/**
 * Reports whether the help of a subcommand is that of its parent with small differences: it lists the subcommand itself, and most of its
 * siblings.
 */
function isListOf(siblings: readonly string[], listed: readonly string[], path: readonly string[]): boolean {
  const known = new Set(listed);
  return known.has(path.at(-1) ?? "") && siblings.filter((name) => known.has(name)).length * 2 > siblings.length;
}

/**
 * Returns the page of a requested subcommand's parent if the subcommand prints the same help. The page is shared if it lists the
 * subcommand. Otherwise, the program ignored the word, and the result is a failure.
 */
function findParentHelp({ request, help }: ReadCommand, parent: ReadCommand): ReadLevels | undefined {
  const name = request.path.at(-1) ?? "";
  if (help.kind === "failed" || parent.help.kind === "failed") return undefined;
  const { page, commands } = parent.help.facts;
  const listed = commands.map((command) => command.name);
  const isSame = help.facts.page.text === page.text;
  if (
    !isSame &&
    !isListOf(
      listed,
      help.facts.commands.map((command) => command.name),
      request.path,
    )
  )
    return undefined;
  if (listed.includes(name)) {
    return { pages: [{ ...page, sharedBy: [name] }], failures: [], skipped: 0 };
  }
  const problem = `printed the same help with and without the subcommand "${name}"`;
  return { pages: [], failures: [{ path: request.path, problem, isUnknown: true }], skipped: 0 };
}

/** Reports whether a page names its command: `ip mrule help` prints the help of `ip rule`. */
function namesCommand({ path, text }: Page, program: string): boolean {
  return text.includes(`${[program, ...path].join(" ")} `);
}
