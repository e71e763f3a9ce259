/** The real-time signal that killed a program: Node.js knows no name for signals above SIGSYS, and reports exit code 0 for them. */
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";

export interface WatchedProcess {
  readonly pid?: number | undefined;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

/** The first signal that Linux counts as a real-time one (signal(7)), those that the C library keeps to itself included. */
const FIRST_REAL_TIME_SIGNAL = 32;

/** `PF_EXITING` of the kernel, in the flags of `/proc/PID/stat`. */
const EXITING = 0x4;

/**
 * Looks at the process when one of its streams ends, and returns the number of the real-time signal that killed it. Streams are read before
 * Node.js collects the exit status, so the kernel still has it. Undefined for any other death, without `/proc`, if another process keeps
 * both streams open, and if Node.js has collected the status together with that of another process that ended at the same moment.
 */
export function watchRealTimeSignal({ pid, stdout, stderr }: WatchedProcess): () => number | undefined {
  let signal = 0;
  let isKnown = pid === undefined;
  const look = (): void => {
    if (isKnown || pid === undefined) return;
    const status = readStatus(pid);
    isKnown = status !== undefined;
    signal = status ?? 0;
  };
  stdout?.once("end", look);
  stderr?.once("end", look);
  return () => (signal === 0 ? undefined : signal);
}

function readStatus(pid: number): number | undefined {
  try {
    return findRealTimeSignal(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    // No /proc, or the process is collected already: what Node.js reports counts.
    return undefined;
  }
}

/**
 * Reads `/proc/PID/stat` (proc_pid_stat(5)): field 9 has the flags, field 52 the status as `waitpid` gives it. Undefined while the process
 * runs, 0 if it ends for another reason.
 */
export function findRealTimeSignal(stat: string): number | undefined {
  // The second field is the program's name in parentheses, which can hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if ((Number(fields[6]) & EXITING) === 0) return undefined;
  const signal = Number(fields[49]) & 0x7f;
  return signal >= FIRST_REAL_TIME_SIGNAL && signal < 0x7f ? signal : 0;
}
