/** The process groups that a server has started: every call is a group of its own, and every group comes to an end. */

export interface ProcessGroup {
  /**
   * Terminates the remaining processes of the group: SIGTERM immediately, SIGKILL after the grace period. Does not wait.
   * A later call sends no signal, and only checks whether the group still exists.
   */
  readonly end: () => void;
}

export interface ProcessGroups {
  /** `leader` is the pid of a process started with `detached: true`, whose group has the same number. */
  readonly register: (leader: number) => ProcessGroup;
  /** Ends every group; resolves when all are gone, or when those that ignore SIGTERM have been sent SIGKILL. */
  readonly endAll: () => Promise<void>;
  /** SIGKILL to every group at once, without waiting: for `process.on("exit")`. */
  readonly killAllNow: () => void;
}

/** Default time between SIGTERM and SIGKILL, in milliseconds. A reply never waits longer for the end of its process group. */
export const GRACE_MS = 500;

const POLL_MS = 10;

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
    const end = (): void => {
      if (!signalGroup(leader, killTimer === undefined ? "SIGTERM" : 0)) forget();
      else killTimer ??= setTimeout(kill, graceMs);
    };
    const group = { end };
    live.set(leader, group);
    return group;
  };

  return {
    register,
    async endAll() {
      for (const group of live.values()) group.end();
      // The timers of `end` empty the map in the end, so this loop is bounded by the grace.
      while (live.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        for (const group of live.values()) group.end();
      }
    },
    killAllNow() {
      for (const leader of live.keys()) signalGroup(leader, "SIGKILL");
      live.clear();
    },
  };
}

/** Whether there was somebody to signal; signal 0 only asks. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch (error) {
    // ESRCH: the group is gone. EPERM: members are there that belong to another user, who must end them.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
