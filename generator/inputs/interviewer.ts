/** Reads the help and man pages of installed programs, for `import` and `verify`. */
import { createLimiter } from "@climax-gen/runtime/internal/process/limiter";
import type { ProgramRun, RunOptions, Sandbox } from "../host/run-program.ts";
import { findSandbox, NO_SANDBOX, OUTPUT_LIMIT, TIME_LIMIT_MS } from "../host/run-program.ts";
import type { ProgramRuns } from "../host/program-runs.ts";
import { createProgramRuns } from "../host/program-runs.ts";
import { ownsManuals } from "../host/own-manuals.ts";
import { readPackageManual } from "../host/package-manual.ts";
import { findProgram } from "../host/find-program.ts";
import type { Interviewer, ManualPage } from "../import/crawl/command-pages.ts";
import { CONCURRENCY } from "../import/crawl/command-pages.ts";
import { onceEach } from "../import/crawl/once-each.ts";
import type { Answer } from "../import/crawl/read-help.ts";
import { toPlainLines } from "../import/read/lines/plain-lines.ts";
import type { Response } from "../probe/read-response.ts";
import { isProgramSection, readManTitle, splitManPages } from "../import/crawl/man-title.ts";

/** Commands that shells implement themselves. Most systems have no programs of these names. */
const SHELL_BUILTINS: ReadonlySet<string> = new Set(
  [
    "alias bg bind builtin cd command compgen complete declare dirs disown enable eval exec exit export fc fg getopts hash help history jobs let",
    "local logout mapfile popd pushd read readonly return set shift shopt source suspend times trap type typeset ulimit umask unalias unset wait",
  ].flatMap((names) => names.split(" ")),
);

/** Reason why a program cannot be started. */
export type ProgramProblem = "missing" | "builtin";

/** Returns the reason why a program cannot be started, or undefined. */
export function findProgramProblem(program: string): ProgramProblem | undefined {
  if (findProgram(program) !== undefined) return undefined;
  return SHELL_BUILTINS.has(program) ? "builtin" : "missing";
}

/** Returns the confinement of programs: none if the user requested no sandbox, bubblewrap if it works, otherwise undefined. */
export async function chooseSandbox(isWanted: boolean): Promise<Sandbox | undefined> {
  return isWanted ? await findSandbox() : NO_SANDBOX;
}

/**
 * Formatting of man pages: plain overstrikes, wide lines, no hyphenation, no spaces that justify lines. Only the sections about programs
 * are read. Programs such as git print their man page as help, so every run has these variables.
 */
const MAN_ENVIRONMENT = {
  MANWIDTH: "160",
  GROFF_NO_SGR: "1",
  MAN_KEEP_FORMATTING: "1",
  MANROFFOPT: "-c -rHY=0 -dAD=l",
  // A variable of man-db. It replaces AD, which has no effect before groff 1.23.
  MANOPT: "--no-justification",
  MANSECT: "1:8:6",
};

/** Calls `use` with an interviewer, and ends what the interviewer has started. It starts only the requested command lines and `man`, each once. */
export async function withInterviewer<Result>(sandbox: Sandbox, use: (interviewer: Interviewer) => Promise<Result>): Promise<Result> {
  const runs = createProgramRuns(sandbox);
  try {
    return await use(createInterviewer(sandbox, runs));
  } finally {
    await runs.close();
  }
}

function createInterviewer(sandbox: Sandbox, runs: ProgramRuns): Interviewer {
  const limiter = createLimiter({ maxRunning: CONCURRENCY });
  let started = 0;
  const run = async (words: readonly string[], options: Pick<RunOptions, "timeLimitMs"> = {}): Promise<ProgramRun> => {
    started += 1;
    const outcome = await limiter.run(async () => await runs.run(words, { env: MAN_ENVIRONMENT, ...options }));
    return outcome.kind === "done" ? outcome.value : { kind: "not_started", reason: outcome.kind };
  };
  const manuals = async (names: readonly string[]): Promise<readonly ManualPage[]> => {
    const safe = names.filter((name) => /^[A-Za-z0-9][\w.+-]*$/.test(name));
    return safe.length === 0 || findProgram("man") === undefined
      ? []
      : (await readManPages(safe, async (words) => await run(words))).map((page) => ({ ...page, text: toPlainText(page.text) }));
  };
  return {
    isConfined: sandbox.kind === "bubblewrap",
    ask: onceEach(async (words: readonly string[]) => toAnswer(await run(words))),
    manuals,
    ownsManuals: (program) => ownsManuals(program),
    packageManual: readPackageManual,
    started: () => started,
    ...(sandbox.kind === "bubblewrap" && {
      probe: onceEach(async (words: readonly string[]) => toResponse(await run(words, { timeLimitMs: PROBE_LIMIT_MS }))),
    }),
  };
}

/** Time limit of a probe, in milliseconds. A program refuses an unknown flag before it does anything else. */
const PROBE_LIMIT_MS = 5000;

function toResponse(run: ProgramRun): Response | undefined {
  return run.kind === "exited" ? { texts: [run.stdout, run.stderr], exit: run.exit } : undefined;
}

/** Messages of programs that run only on a terminal. */
const NEEDS_TERMINAL = new RegExp(
  [
    String.raw`\bnot a (?:tty|terminal)\b`,
    "must be run (?:in|from) a terminal",
    "inappropriate ioctl",
    "requires? a (?:tty|terminal)",
    "cannot open (?:/dev/tty|terminal)",
    "error opening terminal",
  ].join("|"),
  "i",
);

/** Maximum length of a message about terminals, in UTF-16 code units. A longer text is help that mentions terminals. */
const MAX_MESSAGE_LENGTH = 2000;

function toPlainText(text: string): string {
  return toPlainLines(text).join("\n");
}

function toAnswer(run: ProgramRun): Answer {
  switch (run.kind) {
    case "not_started":
      return { kind: "failed", problem: `could not be started: ${run.reason}` };
    case "killed":
      return {
        kind: "failed",
        problem:
          run.reason === "time"
            ? `did not finish within ${TIME_LIMIT_MS / 1000} s: it may wait for input or serve`
            : `printed more than ${OUTPUT_LIMIT / 1024 ** 2} MB`,
      };
    case "exited": {
      // A man page with overstrikes is read several times, so it is converted once.
      const texts = [run.stdout, run.stderr]
        .filter((text) => text.trim() !== "")
        .map((text) => (text.includes("\b") ? toPlainText(text) : text));
      if (texts.some((text) => text.length < MAX_MESSAGE_LENGTH && NEEDS_TERMINAL.test(text)))
        return { kind: "failed", problem: "exited because it needs a terminal" };
      return texts.length === 0 ? { kind: "failed", problem: "exited without a text" } : { kind: "texts", texts };
    }
  }
}

/** Maximum number of man pages that one process prints. */
const BATCH = 12;

/** Minimum length of a man page, in UTF-16 code units. A shorter text is a message such as "No manual entry". */
const MIN_PAGE_LENGTH = 200;

type Run = (words: readonly string[]) => Promise<ProgramRun>;

/** Returns the rendered man pages of these names. Omits names without a page about a program. */
async function readManPages(names: readonly string[], run: Run): Promise<readonly ManualPage[]> {
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
