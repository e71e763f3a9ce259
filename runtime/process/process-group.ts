/** Tracks and terminates the process groups that a server has started. Every call has its own group. */
import { codeOf } from "../text/message-of.ts";

/** The processes of one call. */
export interface ProcessGroup {
  /**
   * Terminates the remaining processes of the group: SIGTERM immediately, SIGKILL after the grace period. Does not wait.
   * A later call sends no signal, and only checks whether the group still exists.
   */
  readonly terminate: () => void;
}

/** The process groups of a server. */
export interface ProcessGroups {
  /** `leader` is the pid of a process started with `detached: true`, whose group has the same number. */
  readonly register: (leader: number) => ProcessGroup;
  /** Terminates every group. Resolves when all have exited, or after SIGKILL was sent to groups that ignore SIGTERM. */
  readonly terminateAll: () => Promise<void>;
  /** Sends SIGKILL to every group without waiting: for `process.on("exit")`. */
  readonly killAllNow: () => void;
}

/** Default time between SIGTERM and SIGKILL, in milliseconds. A reply never waits longer for the end of its process group. */
export const GRACE_MS = 500;

const POLL_MS = 10;

/** Creates an empty set of process groups. `graceMs` is the time between SIGTERM and SIGKILL, in milliseconds. */
export function createProcessGroups(graceMs: number = GRACE_MS): ProcessGroups {
  const live = new Map<number, ProcessGroup>();

  const register = (leader: number): ProcessGroup => {
    let killTimer: NodeJS.Timeout | undefined;
    const forget = (): void => {
      clearTimeout(killTimer);
      live.delete(leader);
    };
    const kill = (): void => {
      signalGroup(leader, "SIGKILL");
      forget();
    };
    const terminate = (): void => {
      if (!signalGroup(leader, killTimer === undefined ? "SIGTERM" : 0)) forget();
      else killTimer ??= setTimeout(kill, graceMs);
    };
    const group = { terminate };
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
      for (const leader of live.keys()) signalGroup(leader, "SIGKILL");
      live.clear();
    },
  };
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
