/** Collects the documentation of a program: help of its commands, man pages and version. Starts nothing itself. */
import { nameOfProgram } from "../../check/files/tool-program.ts";
import { GLOBAL_PAGE, type Page, refersToGlobals } from "../description.ts";
import { hasManuals, type Interviewer, readManuals } from "./command-pages.ts";
import type { CrawlFailure } from "./crawl-failure.ts";
import { addReferred, type ListedCommand, listWords, readLongList, readReferredPages } from "./long-list.ts";
import { describesCommand, readManTitle } from "./man-title.ts";
import { isListOf, type LevelOptions, type ReadLevels, readLevels } from "./read-levels.ts";
import { onceEach } from "./once-each.ts";
import { readVersion } from "./program-version.ts";
import { describeUsage, readUsageList, usageListWords } from "./usage-list.ts";
import { type Answer, type Ask, type HelpPage, type HelpRequest, readHelp } from "./read-help.ts";

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
  let listed: ReadonlyMap<string, Answer> = new Map();
  const ask: Ask = onceEach(async (words: readonly string[]) => {
    const known = words.length === 2 ? words.map((word) => listed.get(word)).find((answer) => answer !== undefined) : undefined;
    if (known !== undefined) return known;
    asked += 1;
    return await interviewer.ask([program, ...words]);
  });
  const manuals = hasManuals(program, interviewer) ? onceEach(interviewer.manuals) : async () => await Promise.resolve([]);
  // These runs take place at the same time as those of the commands.
  if (path.length === 0) void manuals([name]);
  const findOthers = async (root: Page): Promise<readonly ListedCommand[]> => {
    void readVersion(program, ask);
    if (refersToGlobals(name, [root])) void readHelp({ program: name, path: [GLOBAL_PAGE] }, ask);
    const others = await findOtherCommands(name, root, { ask, manuals });
    listed = await readListedHelp(program, root, { ...interviewer, ask });
    return others;
  };
  const { pages, failures, skipped } = await readBelow({ ...request, mayAskBare: interviewer.isConfined === true, findOthers }, ask);
  if (path.length === 0 && refersToGlobals(name, pages)) {
    const page = await readHelp({ program: name, path: [GLOBAL_PAGE] }, ask);
    if (page.kind === "page") pages.push(page.facts.page);
  }
  const described = pages.length === 0 ? [path] : pages.flatMap((page) => (isManual(name, page) ? [] : listCommands(page)));
  const [read, version] = await Promise.all([
    readOwnManuals(name, described, manuals),
    pages.length === 0 ? undefined : readVersion(program, ask),
  ]);
  return {
    pages: [...pages, ...read],
    ...version,
    failures,
    skipped,
    started: interviewer.started?.() ?? asked,
  };
}

/** Returns the paths of the commands that print a page. */
function listCommands({ path, sharedBy = [] }: Page): readonly (readonly string[])[] {
  return [path, ...sharedBy.map((name) => [...path, name])];
}

/** Reads the man pages of the commands. That of the program is the first, and was read before. */
async function readOwnManuals(
  program: string,
  paths: readonly (readonly string[])[],
  manuals: Interviewer["manuals"],
): Promise<readonly Page[]> {
  const [root, below] = [paths.filter((path) => path.length === 0), paths.filter((path) => path.length > 0)];
  const read = await Promise.all(
    [root, below].map(async (some) => (some.length === 0 ? [] : await readManuals(program, some, { manuals }))),
  );
  return read.flat();
}

/** Reports whether the help of a command is its man page, as that of git is. */
function isManual(program: string, { path, text }: Page): boolean {
  const title = readManTitle(text);
  return title !== undefined && describesCommand(title, [program, ...path]);
}

/** Returns the help of the commands that the program prints in one list, by name. The man pages of its package complete it. */
async function readListedHelp(
  program: string,
  root: Page,
  { ask, packageManual = () => undefined }: { readonly ask: Ask } & Pick<Interviewer, "packageManual">,
): Promise<ReadonlyMap<string, Answer>> {
  const name = nameOfProgram(program);
  const words = usageListWords(name, root.text);
  const answer = words === undefined ? undefined : await ask(words);
  if (answer?.kind !== "texts") return new Map();
  const label = [name, ...(words ?? [])].join(" ");
  return new Map(
    [...readUsageList(answer.texts.join("\n"))].flatMap(([command, help]): readonly (readonly [string, Answer])[] => {
      const text = describeUsage(help, packageManual(program, `${name}-${command}`));
      return text === undefined ? [] : [[command, { kind: "texts", texts: [text], label }]];
    }),
  );
}

/** Returns the subcommands in the complete list that a help names, and those that the man page of the program refers to. */
async function findOtherCommands(
  name: string,
  root: Page,
  { ask, manuals }: { readonly ask: Ask } & Pick<Interviewer, "manuals">,
): Promise<readonly ListedCommand[]> {
  const words = listWords(name, root.text);
  const answer = words === undefined ? undefined : await ask(words);
  const listed = answer?.kind === "texts" ? answer.texts.flatMap(readLongList) : [];
  const [manual] = await manuals([name]);
  return addReferred(listed, manual === undefined ? [] : readReferredPages(name, manual.text));
}

/** Reads the help of a command and of the subcommands below it. */
async function readBelow(
  request: CrawlRequest & Pick<HelpRequest, "mayAskBare"> & Pick<LevelOptions, "findOthers">,
  ask: Ask,
): Promise<ReadLevels> {
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
