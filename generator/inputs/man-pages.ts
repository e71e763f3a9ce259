/** Reads man pages with `man`, many in one process. */
import type { ProgramRun } from "../host/run-program.ts";
import type { ManualPage } from "../import/crawl/command-pages.ts";
import { isProgramSection, readManTitle, splitManPages } from "../import/crawl/man-title.ts";

/** Maximum number of man pages that one process prints. */
const BATCH = 12;

/** Minimum length of a man page, in UTF-16 code units. A shorter text is a message such as "No manual entry". */
const MIN_PAGE_LENGTH = 200;

type Run = (words: readonly string[]) => Promise<ProgramRun>;

/** Returns the rendered man pages of these names. Omits names without a page about a program. */
export async function readManPages(names: readonly string[], run: Run): Promise<readonly ManualPage[]> {
  const known = await findPages(names, run);
  const batches = Array.from({ length: Math.ceil(known.length / BATCH) }, (_, index) => known.slice(index * BATCH, (index + 1) * BATCH));
  const read = await Promise.all(batches.map(async (batch) => await readBatch(batch, run)));
  return read.flat().filter(({ text }) => text.length > MIN_PAGE_LENGTH && isAboutProgram(text));
}

/** Returns the names with a page. One process finds them all: most subcommands have none. */
async function findPages(names: readonly string[], run: Run): Promise<readonly string[]> {
  if (names.length === 1) return names;
  const found = await run(["man", "-w", "--", ...names]);
  if (found.kind !== "exited") return [];
  const files = found.stdout.split("\n").map((path) => path.slice(path.lastIndexOf("/") + 1).toLowerCase());
  return names.filter((name) => files.some((file) => file.startsWith(`${name.toLowerCase()}.`)));
}

/** Reads several pages with one process. If their number differs from that of the names, reads them one by one. */
async function readBatch(names: readonly string[], run: Run): Promise<readonly ManualPage[]> {
  const printed = await run(["man", "--", ...names]);
  if (printed.kind === "exited" && printed.exit === 0) {
    const [name] = names;
    if (names.length === 1 && name !== undefined) return [{ name, text: printed.stdout }];
    const pages = splitManPages(printed.stdout);
    if (pages.length === names.length) return names.map((one, index) => ({ name: one, text: pages[index] ?? "" }));
  }
  if (names.length < 2) return [];
  const single = await Promise.all(names.map(async (name) => await readBatch([name], run)));
  return single.flat();
}

/** Reports whether a page describes a program, and not a function, a file or a concept. */
function isAboutProgram(text: string): boolean {
  const title = readManTitle(text);
  return title === undefined || isProgramSection(title.section);
}
