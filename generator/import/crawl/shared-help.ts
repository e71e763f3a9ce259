/** Finds subcommands that print the page of their parent: `apt-get install --help` prints the page of `apt-get`. */
import type { Page } from "../description.ts";
import { type CrawlFailure, SAME_HELP } from "./crawl-failure.ts";

/** Placeholder of the subcommand in a usage line. */
const COMMAND_WORD = /(?:^|[\s[<])(?:COMMAND|command|commands|(?<=<)action)(?=[\s\]>]|$)/m;

/** Pages that name the subcommands printing them, and the failures that remain. */
export interface SharedHelp {
  readonly pages: readonly Page[];
  readonly failures: readonly CrawlFailure[];
}

/**
 * Sets `sharedBy` of a page to the subcommands that print it, if there are at least two, and more than subcommands with a separate page.
 * Removes them from the failures. If all words of a list in braces print the page, they are values of the command: `values`.
 */
export function shareHelp(pages: readonly Page[], failures: readonly CrawlFailure[]): SharedHelp {
  const isBelow = (parent: Page, path: readonly string[]): boolean =>
    path.length === parent.path.length + 1 && parent.path.every((word, index) => path[index] === word);
  const shared = new Set<CrawlFailure>();
  const named = pages.map((page) => {
    const below = failures.filter(({ path, problem }) => problem === SAME_HELP && isBelow(page, path));
    const others = pages.filter(({ path }) => isBelow(page, path));
    const names = below.flatMap((failure) => failure.path.at(-1) ?? []);
    if (below.length > 1 && others.length === 0 && page.text.includes(`{${names.join(",")}}`)) {
      for (const failure of below) shared.add(failure);
      return { ...page, values: names };
    }
    if (below.length < 2 || others.length >= below.length || !COMMAND_WORD.test(page.text.split("\n").slice(0, 12).join("\n"))) return page;
    for (const failure of below) shared.add(failure);
    return { ...page, sharedBy: names };
  });
  return { pages: named, failures: failures.filter((failure) => !shared.has(failure)) };
}
