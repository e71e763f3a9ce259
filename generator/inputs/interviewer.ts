/** Reads the help and man pages of installed programs, for `import` and `verify`. */
import { createLimiter } from "@climax-gen/runtime/internal/process/limiter";
import type { ProgramRun, RunOptions, Sandbox } from "../host/run-program.ts";
import { findSandbox, NO_SANDBOX, OUTPUT_LIMIT, runProgram, TIME_LIMIT_MS } from "../host/run-program.ts";
import { findProgram } from "../host/find-program.ts";
import type { Interviewer, ManualPage } from "../import/crawl/command-pages.ts";
import { CONCURRENCY } from "../import/crawl/command-pages.ts";
import { onceEach } from "../import/crawl/once-each.ts";
import type { Answer } from "../import/crawl/read-help.ts";
import { toPlainLines } from "../import/read/lines/plain-lines.ts";
import type { Response } from "../probe/read-response.ts";
import { readManPages } from "./man-pages.ts";

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

/** Creates an interviewer. It starts only the requested command lines and `man`, and each command line once. */
export function createInterviewer(sandbox: Sandbox): Interviewer {
  const limiter = createLimiter({ maxRunning: CONCURRENCY });
  let started = 0;
  const run = async (words: readonly string[], options: Pick<RunOptions, "timeLimitMs"> = {}): Promise<ProgramRun> => {
    started += 1;
    const outcome = await limiter.run(async () => await runProgram(words, { sandbox, env: MAN_ENVIRONMENT, ...options }));
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
