/** Reads the pages of programs, each page once. */
import { nameOfProgram } from "../check/files/tool-program.ts";
import type { CommandPages, Interviewer } from "../import/crawl/command-pages.ts";
import { readHelpPage, readManPage } from "../import/crawl/command-pages.ts";
import { onceEach } from "../import/crawl/once-each.ts";
import type { Page } from "../import/description.ts";

/**
 * Reads the pages of a program's commands. Each page is read once, even if several tools use it. `path` has the words of the subcommand.
 */
export interface Reader {
  readonly help: (path: readonly string[]) => Promise<CommandPages>;
  readonly man: (path: readonly string[]) => Promise<readonly Page[]>;
  /** What `PROGRAM help TOPIC` prints, for a topic that is no command, such as `go help testflag`. */
  readonly topic: (topic: string) => Promise<readonly Page[]>;
}

function createReader(program: string, interviewer: Interviewer): Reader {
  const help = onceEach(async (path: readonly string[]): Promise<CommandPages> => {
    const parent = path.length === 0 ? undefined : await help(path.slice(0, -1));
    return await readHelpPage({ program, path, parent }, interviewer);
  });
  return {
    help,
    topic: onceEach(async (topic: string): Promise<readonly Page[]> => {
      const answer = await interviewer.ask([program, "help", topic]);
      const label = `${nameOfProgram(program)} help ${topic}`;
      return answer.kind === "failed" ? [] : answer.texts.map((text) => ({ from: "help" as const, label, path: [], text }));
    }),
    man: onceEach(async (path: readonly string[]) => await readManPage(program, path, interviewer)),
  };
}

/** Returns a function that returns the reader of a program. A config has several if tools have their own programs. */
export function createReaders(interviewer: Interviewer): (program: string) => Reader {
  const readers = new Map<string, Reader>();
  return (program) => {
    const reader = readers.get(program) ?? createReader(program, interviewer);
    readers.set(program, reader);
    return reader;
  };
}
