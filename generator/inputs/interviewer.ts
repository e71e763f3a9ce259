/** Reads the help and man pages of installed programs, for `import` and `verify`. */
import type { ProgramRun, Sandbox } from "../host/run-program.ts";
import { canSandbox, findProgram, runProgram } from "../host/run-program.ts";
import type { Answer, Interviewer } from "../import/crawl/crawl.ts";

/** Names that shells implement. Most systems have no program of the name. */
const SHELL_BUILTINS = new Set(
  "alias bg bind builtin cd command compgen complete declare dirs disown enable eval exec exit export fc fg getopts hash help history jobs let local logout mapfile popd pushd read readonly return set shift shopt source suspend times trap type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);

/** Reason why a program cannot be asked. */
export type ProgramProblem = "missing" | "builtin";

/** Returns the reason why a program cannot be started, or undefined. */
export function findProgramProblem(program: string): ProgramProblem | undefined {
  if (findProgram(program) !== undefined) return undefined;
  return SHELL_BUILTINS.has(program) ? "builtin" : "missing";
}

/** Returns how programs are confined: bubblewrap where it works, nothing if the user asked for it, otherwise undefined. */
export async function chooseSandbox(isWanted: boolean): Promise<Sandbox | undefined> {
  if (!isWanted) return "none";
  return (await canSandbox()) ? "bubblewrap" : undefined;
}

/** Formatting of man pages: plain overstrikes, wide lines, no hyphenation, no spaces that justify lines. */
const MAN_ENVIRONMENT = { MANWIDTH: "160", GROFF_NO_SGR: "1", MAN_KEEP_FORMATTING: "1", MANROFFOPT: "-c -rHY=0 -dAD=l" };

/** Creates an interviewer. It only starts programs with the words that it is given, and `man`. */
export function createInterviewer(sandbox: Sandbox): Interviewer {
  const limit = createLimiter(CONCURRENCY);
  return {
    ask: async (words) => toAnswer(await limit(async () => await runProgram(words, { sandbox }))),
    man: async (name) => {
      if (!/^[A-Za-z0-9][\w.+-]*$/.test(name) || findProgram("man") === undefined) return undefined;
      const run = await limit(async () => await runProgram(["man", "--", name], { sandbox, env: MAN_ENVIRONMENT }));
      return run.kind === "exited" && run.exit === 0 && run.stdout.length > 200 ? run.stdout : undefined;
    },
  };
}

/** Programs that run at the same time. */
const CONCURRENCY = 4;

/** Returns a function that starts tasks in order, at most `most` at the same time. */
function createLimiter(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let active = 0;
  return async (task) => {
    if (active >= most) await new Promise<void>((start) => waiting.push(start));
    else active++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) active--;
      else next();
    }
  };
}

function toAnswer(run: ProgramRun): Answer {
  switch (run.kind) {
    case "not_started":
      return { kind: "failed", problem: `could not be started: ${run.reason}` };
    case "killed":
      return {
        kind: "failed",
        problem: run.reason === "time" ? "did not finish within 10 s: it may wait for input or serve" : "printed more than 2 MB",
      };
    case "exited": {
      const texts = [run.stdout, run.stderr].filter((text) => text.trim() !== "");
      const terminal = texts.find((text) =>
        /\bnot a (?:tty|terminal)\b|must be run (?:in|from) a terminal|inappropriate ioctl|requires? a (?:tty|terminal)|cannot open (?:\/dev\/tty|terminal)|error opening terminal/i.test(
          text,
        ),
      );
      if (terminal !== undefined && terminal.length < 2000) return { kind: "failed", problem: "exited because it needs a terminal" };
      return texts.length === 0 ? { kind: "failed", problem: "exited without a text" } : { kind: "texts", texts };
    }
  }
}
