/**
 * Stores the sessions of clients of 2025-11-25 and earlier. Their number and idle time are limited, and each session is bound to its
 * caller.
 */
import { randomUUID } from "node:crypto";
import type { ProtocolSession } from "../protocol/protocol-session.ts";
import type { Caller } from "../server/caller.ts";

/** The sessions of a server. */
export interface Sessions {
  /** Returns a session of the caller. Undefined if it does not exist, has ended, or belongs to another caller. */
  readonly find: (id: string | undefined, caller: Pick<Caller, "subject">) => Session | undefined;
  /** Starts a session. Returns undefined if the maximum number of sessions is in use. */
  readonly start: (caller: Pick<Caller, "subject">) => Promise<Session | undefined>;
  /** Returns the current number of sessions. */
  readonly count: () => number;
  /** Ends all sessions. */
  readonly close: () => Promise<void>;
}

/** A session of one caller. */
export interface Session extends Pick<ProtocolSession, "handle" | "finish"> {
  /** Marks the session as in use until the returned function is called. A session in use does not end by itself. */
  readonly use: () => () => void;
  /** Ends the session and its calls. */
  readonly end: () => Promise<void>;
}

/** Limits of the sessions of a server. */
export interface SessionLimits {
  readonly maxSessions: number;
  /** Time after which a session without requests ends, in milliseconds. */
  readonly idleMs: number;
}

/** Limits, and the function that opens the protocol session with the given id. */
export interface SessionOptions extends SessionLimits {
  readonly open: (id: string) => Promise<ProtocolSession>;
}

interface OpenSession {
  readonly owner: string | undefined;
  readonly session: Session;
  uses: number;
  /** Time of the last use, by the monotonic clock, in milliseconds. */
  usedAt: number;
}

/** Checks per idle time. */
const CHECKS = 4;

/** Creates the sessions of a server. Until `close`, a timer ends idle sessions; the timer does not keep the process running. */
export function createSessions({ open, maxSessions, idleMs }: SessionOptions): Sessions {
  /** In the order of their last use. */
  const entries = new Map<string, OpenSession>();
  let opening = 0;

  const touch = (id: string, entry: OpenSession, uses: number): void => {
    entry.uses += uses;
    entry.usedAt = performance.now();
    // An ended session can still have responses in flight.
    if (entries.delete(id)) entries.set(id, entry);
  };

  const endIdle = (): void => {
    const end = performance.now() - idleMs;
    for (const { uses, usedAt, session } of entries.values()) if (uses === 0 && usedAt <= end) void session.end();
  };
  const timer = setInterval(endIdle, idleMs / CHECKS).unref();

  /**
   * Ends a session to make room. Chooses a session of the same caller first, so that a caller with many sessions does not affect the
   * sessions of others.
   */
  const makeRoom = (owner: string | undefined): boolean => {
    if (entries.size + opening < maxSessions) return true;
    const idle = [...entries.values()].filter(({ uses }) => uses === 0);
    const oldest = ownsEntry(entries, owner) ? idle.find((one) => one.owner === owner) : idle[0];
    void oldest?.session.end();
    return oldest !== undefined;
  };

  return {
    find(id, { subject }) {
      const entry = id === undefined ? undefined : entries.get(id);
      return entry?.owner === subject ? entry?.session : undefined;
    },
    async start({ subject: owner }) {
      if (!makeRoom(owner)) return undefined;
      const id = randomUUID();
      opening += 1;
      const opened = await open(id).finally(() => (opening -= 1));
      const session: Session = {
        handle: opened.handle,
        finish: opened.finish,
        use() {
          touch(id, entry, 1);
          return () => touch(id, entry, -1);
        },
        end() {
          entries.delete(id);
          return opened.close();
        },
      };
      const entry: OpenSession = { owner, session, uses: 0, usedAt: performance.now() };
      entries.set(id, entry);
      return session;
    },
    count: () => entries.size,
    async close() {
      clearInterval(timer);
      await Promise.all(Array.from(entries.values(), ({ session }) => session.end()));
    },
  };
}

function ownsEntry(entries: ReadonlyMap<string, OpenSession>, owner: string | undefined): boolean {
  return [...entries.values()].some((one) => one.owner === owner);
}
