/** Output of a command: both streams, their width and colors. */
import { createColors } from "picocolors";
import type { Colors } from "../text/colors.ts";
import { disarmBrackets, disarmCommands } from "../text/workflow-commands.ts";

/** The output of a command. */
export interface Terminal {
  /** Writes results. Like `err`, escapes text that a CI service would execute as a command. */
  readonly out: (text: string) => void;
  /** Writes diagnostics and summaries. */
  readonly err: (text: string) => void;
  /** Writes results that are GitHub Actions commands, one per line. */
  readonly command: (text: string) => void;
  /** Colors of standard error; none if it is piped, `NO_COLOR` is set, or the terminal is dumb. */
  readonly colors: Colors;
  /** Colors of standard output, by the same rules. */
  readonly outColors: Colors;
  /** Columns of standard output; 100 if it is piped, or the terminal does not know its size. */
  readonly width: number;
  /** Shows the progress of a long run in one line. A no-op unless standard error is a terminal. */
  readonly progress: ProgressLine;
}

/** A line about the current step, on a terminal only. */
export interface ProgressLine {
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

const DEFAULT_WIDTH = 100;
/** Minimum width, in columns. Narrower lines would consist of single words or letters. */
const MIN_WIDTH = 20;
/** Duration before progress is shown, in milliseconds. */
const PROGRESS_DELAY_MS = 1000;
const ERASE_LINE = "\r\u001B[K";

/** Creates the terminal of this process. */
export function createTerminal(): Terminal {
  const isTerminal = isTty(process.stderr);
  return {
    out: (text) => writeText(process.stdout, disarmCommands(text)),
    err: (text) => writeText(process.stderr, disarmCommands(text)),
    command: (text) => writeText(process.stdout, disarmBrackets(text)),
    colors: createColors(wantsColor(isTerminal, process.env)),
    outColors: createColors(wantsColor(isTty(process.stdout), process.env)),
    width: toWidth(process.stdout.columns),
    progress: createProgress((text) => void process.stderr.write(text), isTerminal),
  };
}

/** Returns the columns to use. A terminal that does not know its size, such as one of a container, has 0 columns. */
export function toWidth(columns: number | undefined): number {
  return columns === undefined || columns === 0 ? DEFAULT_WIDTH : Math.max(columns, MIN_WIDTH);
}

/** Writes a text. Skips an empty text, because writing it would also fail on a full disk. */
function writeText(stream: NodeJS.WriteStream, text: string): void {
  if (text !== "") stream.write(text);
}

/**
 * Reports whether a stream is a terminal. `isTTY` is undefined on a pipe. picocolors would then decide itself, and enable colors if `CI` is
 * set. `node:tty` is not used because it loads the network modules.
 */
function isTty({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true;
}

/** Reports whether to use colors. `NO_COLOR` (any non-empty value) overrides `FORCE_COLOR`, which overrides the type of the stream. */
export function wantsColor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"] && env["FORCE_COLOR"] !== "0") return true;
  return isTerminal && env["TERM"] !== "dumb";
}

/** Creates a progress line that overwrites itself, beginning one second after the start. */
export function createProgress(write: (text: string) => void, isTerminal: boolean, now = uptime): ProgressLine {
  const startedAt = now();
  let isShown = false;
  return {
    show(text) {
      if (!isTerminal || now() - startedAt < PROGRESS_DELAY_MS) return;
      write(`${ERASE_LINE}${text}`);
      isShown = true;
    },
    clear() {
      if (isShown) write(ERASE_LINE);
      isShown = false;
    },
  };
}

/** Returns the uptime in milliseconds. The global `performance` would load ten Node.js modules. */
function uptime(): number {
  return process.uptime() * 1000;
}
