/** Detects the real-time signal that killed a program. Node.js has no names for signals above SIGSYS, and reports exit code 0 for them. */
import { closeSync, openSync, readSync } from "node:fs";
import type { Readable } from "node:stream";

/** The properties of a child process that `watchRealTimeSignal` reads. */
export interface WatchedProcess {
  readonly pid?: number | undefined;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

/** The first real-time signal of Linux (signal(7)), including those that the C library reserves. */
const FIRST_REAL_TIME_SIGNAL = 32;

/** `PF_EXITING` of the kernel, in the flags of `/proc/PID/stat`. */
const EXITING = 0x4;

/**
 * Reads the state of the process when one of its streams ends, before Node.js collects the exit status. The returned function returns the
 * number of the real-time signal that killed the process. It returns undefined for any other exit, without `/proc`, or if another process
 * keeps both streams open. It also returns undefined if Node.js has already collected the exit status, together with the status of another
 * process.
 */
export function watchRealTimeSignal({ pid, stdout, stderr }: WatchedProcess): () => number | undefined {
  let signal = 0;
  let isKnown = pid === undefined;
  const readExit = (): void => {
    if (isKnown || pid === undefined) return;
    const status = readStatus(pid);
    isKnown = status !== undefined;
    signal = status ?? 0;
  };
  stdout?.once("end", readExit);
  stderr?.once("end", readExit);
  return () => (signal === 0 ? undefined : signal);
}

/** Size that `/proc/PID/stat` never exceeds: 51 numbers and a name of at most 64 bytes. */
const STAT_BYTES = 2048;

/** Reads the file with three system calls, because the file is read for each call of a tool. `readFileSync` makes five. */
function readStatus(pid: number): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(`/proc/${pid}/stat`, "r");
    const stat = Buffer.allocUnsafe(STAT_BYTES);
    return findRealTimeSignal(stat.toString("latin1", 0, readSync(descriptor, stat)));
  } catch {
    // Without /proc, or if the status was already collected, the result of Node.js applies.
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Parses `/proc/PID/stat` (proc_pid_stat(5)): field 9 contains the flags, and field 52 the status that `waitpid` returns. Returns undefined
 * while the process runs, and 0 if another event ended it.
 */
export function findRealTimeSignal(stat: string): number | undefined {
  // The second field is the program's name in parentheses, which can contain any character.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if ((Number(fields[6]) & EXITING) === 0) return undefined;
  const signal = Number(fields[49]) & 0x7f;
  return signal >= FIRST_REAL_TIME_SIGNAL && signal < 0x7f ? signal : 0;
}
