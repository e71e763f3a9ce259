/** Keeps the calls that have had their first reply: those whose command still runs, and the ends of those that have ended. */
import type { ToolReply } from "./reply.ts";
import type { SpoolWriter } from "../output/spool.ts";
import { MAX_AGE_MINUTES } from "../output/spool.ts";

/** Maximum number of calls of a server that run after their first reply. */
export const MAX_RUNNING = 16;

/** Maximum number of calls of one caller that run after their first reply, so that a caller leaves room for others. */
export const MAX_RUNNING_PER_CALLER = 8;

/** Time for which the end of a call is kept, in milliseconds: as long as its output. */
export const KEPT_END_MS = MAX_AGE_MINUTES * 60_000;

/** Maximum number of ended calls whose ends are kept for one caller, and for all. */
const MAX_ENDED = { perCaller: 16, total: 64 };

/** The end of a call. */
export interface RunningEnd {
  /** The reply that the call has without a first reply. */
  readonly reply: ToolReply;
  /** The reply without the output of the program. Omitted if `reply` is sent as a whole. */
  readonly status?: ToolReply;
}

/** A call after its first reply. */
export interface RunningCall {
  /** The id in its first reply, with which its output is kept. */
  readonly id: string;
  readonly tool: string;
  /** Time since the start of the call, in milliseconds, until its end. */
  readonly elapsed: () => number;
  /** Time of its first reply. */
  readonly keptAt: Date;
  /** Whether the command waits for a free slot. */
  readonly isQueued: () => boolean;
  /** The incomplete last lines of its output. */
  readonly pendingLines: () => readonly string[];
  /** Number of bytes of kept output. */
  readonly bytes: () => number;
  /** Number of bytes of kept output that replies have shown. */
  readonly cursor: () => number;
  readonly moveCursor: (offset: number) => void;
  /** Undefined while the command runs. */
  readonly end: () => RunningEnd | undefined;
  /** Time since `keptAt` at the end, in milliseconds. Undefined while the command runs. */
  readonly keptMs: () => number | undefined;
  /** Terminates the command as a cancellation does. Has no effect after its end. */
  readonly stop: () => void;
  /** Whether `stop` was called before the end. */
  readonly isStopped: () => boolean;
  /** Resolves when there is more output or the call has ended, after `ms` milliseconds, or when the signal aborts. */
  readonly changed: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** A call that can be kept. */
export interface KeptCall extends Pick<RunningCall, "tool" | "isQueued" | "pendingLines" | "stop"> {
  /** Subject of the caller. Only this caller finds the call. */
  readonly owner: string | undefined;
  /** Time of the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** Keeps the output. */
  readonly writer: SpoolWriter;
  /** Resolves with the end of the call. Never rejects. */
  readonly ended: Promise<RunningEnd>;
}

/** The calls of a server that have had their first reply. */
export interface RunningCalls {
  /** Whether the store has no call, neither a running nor an ended one. */
  readonly isEmpty: () => boolean;
  /** Whether one more call of this caller can be kept. */
  readonly hasRoom: (owner: string | undefined) => boolean;
  /** Keeps a call until it has ended, and its end for as long as its output. Returns a function that reports new output. */
  readonly keep: (call: KeptCall) => () => void;
  /** Returns the call with this id, or undefined if this caller has none. */
  readonly find: (id: string, owner: string | undefined) => RunningCall | undefined;
}

interface TrackedCall extends RunningCall {
  readonly owner: string | undefined;
  /** Time of the monotonic clock, in milliseconds. Undefined while the command runs. */
  readonly endedAt: () => number | undefined;
}

/**
 * Creates an empty store.
 * @param onKept called with the end of each call that is kept, so that a server can wait for it
 */
export function createRunningCalls(onKept: (ended: Promise<unknown>) => void = () => undefined): RunningCalls {
  const entries = new Map<string, TrackedCall>();
  const list = (isEnded: boolean): readonly TrackedCall[] =>
    [...entries.values()].filter((one) => (one.endedAt() !== undefined) === isEnded);

  const removeOld = (): void => {
    const oldest = performance.now() - KEPT_END_MS;
    for (const one of list(true)) if ((one.endedAt() ?? 0) <= oldest) entries.delete(one.id);
  };
  /** Removes the oldest ends of a caller with many, and then the oldest of all. */
  const makeRoom = (owner: string | undefined): void => {
    const own = list(true).filter((one) => one.owner === owner);
    for (const one of own.slice(0, Math.max(0, own.length - MAX_ENDED.perCaller))) entries.delete(one.id);
    const all = list(true);
    for (const one of all.slice(0, Math.max(0, all.length - MAX_ENDED.total))) entries.delete(one.id);
  };

  return {
    isEmpty() {
      if (entries.size > 0) removeOld();
      return entries.size === 0;
    },
    hasRoom(owner) {
      const running = list(false);
      return running.length < MAX_RUNNING && running.filter((one) => one.owner === owner).length < MAX_RUNNING_PER_CALLER;
    },
    keep(call) {
      removeOld();
      const { entry, notify } = createEntry(call, () => makeRoom(call.owner));
      entries.set(entry.id, entry);
      onKept(call.ended);
      return notify;
    },
    find(id, owner) {
      removeOld();
      const entry = entries.get(id);
      return entry?.owner === owner ? entry : undefined;
    },
  };
}

function createEntry(call: KeptCall, onEnded: () => void): { readonly entry: TrackedCall; readonly notify: () => void } {
  const { writer, startedAt, owner, tool, isQueued, pendingLines } = call;
  const { id } = writer.soFar();
  const since = performance.now();
  let cursor = writer.soFar().bytes;
  let end: RunningEnd | undefined;
  let endedAt: number | undefined;
  let isStopped = false;
  const waiting = new Set<() => void>();
  const notify = (): void => {
    for (const resume of waiting) resume();
  };
  const finish = async (): Promise<void> => {
    end = await call.ended;
    endedAt = performance.now();
    writer.finish();
    onEnded();
    notify();
  };
  void finish();
  const entry: TrackedCall = {
    id,
    owner,
    tool,
    isQueued,
    pendingLines: () => (end === undefined ? pendingLines() : []),
    stop() {
      isStopped ||= end === undefined;
      call.stop();
    },
    isStopped: () => isStopped,
    elapsed: () => (endedAt ?? performance.now()) - startedAt,
    keptAt: new Date(),
    keptMs: () => (endedAt === undefined ? undefined : endedAt - since),
    endedAt: () => endedAt,
    bytes: () => writer.soFar().bytes,
    cursor: () => cursor,
    moveCursor: (offset) => void (cursor = offset),
    end: () => end,
    changed: (ms, signal) =>
      new Promise((resolve) => {
        const resume = (): void => {
          clearTimeout(timer);
          waiting.delete(resume);
          signal?.removeEventListener("abort", resume);
          resolve();
        };
        const timer = setTimeout(resume, ms);
        waiting.add(resume);
        signal?.addEventListener("abort", resume, { once: true });
        if (signal?.aborted === true) resume();
      }),
  };
  return { entry, notify };
}
