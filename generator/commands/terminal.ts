/** What a command writes to: the two streams, how wide they are, and whether colours belong there. */
import { createColors } from "picocolors";
import { disarmBrackets, disarmCommands } from "./workflow-commands.ts";

export type Colors = ReturnType<typeof createColors>;

export interface Terminal {
  /** Results. What a CI service would take for one of its commands is written out, here and in `err`. */
  readonly out: (text: string) => void;
  /** Diagnostics and what was done. */
  readonly err: (text: string) => void;
  /** Results that are commands of GitHub Actions, one a line. */
  readonly command: (text: string) => void;
  /** Of standard error; plain when it is piped, when `NO_COLOR` is set, and on a dumb terminal. */
  readonly colors: Colors;
  /** The same for standard output. */
  readonly outColors: Colors;
  /** Columns of standard output; 100 when it is piped. */
  readonly width: number;
  /** Shows a line while a run takes long; a no-op unless standard error is a terminal. */
  readonly progress: Progress;
}

export interface Progress {
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

const PIPED_WIDTH = 100;
/** A run that is shorter shows no progress, in milliseconds. */
const QUIET_TIME = 1000;
const ERASE_LINE = "\r\u001B[K";

/** The terminal of this process. */
export function createTerminal(): Terminal {
  const isTerminal = isTty(process.stderr);
  return {
    out: (text) => void process.stdout.write(disarmCommands(text)),
    err: (text) => void process.stderr.write(disarmCommands(text)),
    command: (text) => void process.stdout.write(disarmBrackets(text)),
    colors: createColors(wantsColor(isTerminal, process.env)),
    outColors: createColors(wantsColor(isTty(process.stdout), process.env)),
    width: process.stdout.columns ?? PIPED_WIDTH,
    progress: createProgress((text) => void process.stderr.write(text), isTerminal),
  };
}

/**
 * Whether it is a terminal. `isTTY` is undefined on a pipe, which picocolors takes for "decide yourself", and that is yes where `CI` is
 * set. To ask node:tty instead would load the network with it.
 */
function isTty({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true;
}

/** `NO_COLOR` (any non-empty value) wins over `FORCE_COLOR`, which wins over what the stream is. */
export function wantsColor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"] && env["FORCE_COLOR"] !== "0") return true;
  return isTerminal && env["TERM"] !== "dumb";
}

/** A line that is rewritten in place, from one second after the start on. */
export function createProgress(write: (text: string) => void, isTerminal: boolean, now = uptime): Progress {
  const startedAt = now();
  let isShown = false;
  return {
    show(text) {
      if (!isTerminal || now() - startedAt < QUIET_TIME) return;
      write(`${ERASE_LINE}${text}`);
      isShown = true;
    },
    clear() {
      if (isShown) write(ERASE_LINE);
      isShown = false;
    },
  };
}

/** In milliseconds. The global `performance` would load ten modules of Node.js for it. */
function uptime(): number {
  return process.uptime() * 1000;
}
