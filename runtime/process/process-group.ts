/** Tracks and terminates the process groups that a server has started. Every call has its own group. */
import { codeOf } from "../text/message-of.ts";
import { listTree, signalAll } from "./process-tree.ts";

/** The processes of one call. */
export interface ProcessGroup {
  /**
   * Terminates the remaining processes of the group: SIGTERM immediately, SIGKILL after the grace period. Does not wait.
   * A later call sends no signal, and only checks whether the group still exists. A group that ends at once receives SIGKILL immediately.
   */
  readonly terminate: () => void;
}

/** The process groups of a server. */
export interface ProcessGroups {
  /**
   * `leader` is the pid of a process started with `detached: true`, whose group has the same number. `endsAtOnce`: the group has no grace
   * period. Defaults to false.
   */
  readonly register: (leader: number, endsAtOnce?: boolean) => ProcessGroup;
  /** Terminates every group. Resolves when all have exited, or after SIGKILL was sent to groups that ignore SIGTERM. */
  readonly terminateAll: () => Promise<void>;
  /** Sends SIGKILL to every group without waiting: for `process.on("exit")`. */
  readonly killAllNow: () => void;
}

/** A group that may still exist. */
interface LiveGroup extends ProcessGroup {
  /** Sends SIGKILL. Reports whether the group exists. */
  readonly killNow: () => boolean;
}

/** Default time between SIGTERM and SIGKILL, in milliseconds. A reply never waits longer for the end of its process group. */
export const GRACE_MS = 500;

const POLL_MS = 10;

/** Creates an empty set of process groups. `graceMs` is the time between SIGTERM and SIGKILL, in milliseconds. */
export function createProcessGroups(graceMs: number = GRACE_MS): ProcessGroups {
  const live = new Map<number, LiveGroup>();

  const register = (leader: number, endsAtOnce = false): ProcessGroup => {
    const killNow = (): boolean => (endsAtOnce ? killTree(leader) : signalGroup(leader, "SIGKILL"));
    const begin = (): boolean => (endsAtOnce ? killNow() : signalGroup(leader, "SIGTERM"));
    let killTimer: NodeJS.Timeout | undefined;
    const forget = (): void => {
      clearTimeout(killTimer);
      live.delete(leader);
    };
    const kill = (): void => {
      killNow();
      forget();
    };
    const terminate = (): void => {
      if (!(killTimer === undefined ? begin() : signalGroup(leader, 0))) forget();
      else killTimer ??= setTimeout(kill, graceMs);
    };
    const group = { terminate, killNow };
    live.set(leader, group);
    return group;
  };

  return {
    register,
    async terminateAll() {
      for (const group of live.values()) group.terminate();
      // The kill timers empty the map, so this loop ends within the grace period.
      while (live.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        for (const group of live.values()) group.terminate();
      }
    },
    killAllNow() {
      for (const group of live.values()) group.killNow();
      live.clear();
    },
  };
}

/**
 * Sends SIGKILL to a group, and to descendants of its leader that have left it. While bwrap prepares its sandbox, its child leaves the group,
 * does not end with bwrap yet, and ignores SIGTERM as the first process of a namespace. Reports whether the group exists.
 */
function killTree(leader: number): boolean {
  if (!signalGroup(leader, 0)) return false;
  const descendants = listTree(leader).slice(1);
  const isThere = signalGroup(leader, "SIGKILL");
  signalAll(descendants, "SIGKILL");
  return isThere;
}

/** Sends a signal. Reports whether the group exists. Signal 0 only checks this. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch (error) {
    // ESRCH: the group has exited. EPERM: the remaining members belong to another user, and cannot be signaled.
    return codeOf(error) === "EPERM";
  }
}
