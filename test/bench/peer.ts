/** What somebody else's program is to the benchmark that compares with it. */
import type { TimedCommand } from "./processes.ts";

/** It gets the same configs, or what it reads instead of them. */
export interface Peer {
  readonly name: string;
  /** The command that installs it into a folder. */
  readonly installation: (folder: string) => string;
  /** Undefined where the folder does not hold it. */
  readonly find: (folder: string) => InstalledPeer | undefined;
}

export interface InstalledPeer {
  readonly version: string;
  /** Makes a server of the configs, and says how it is started. */
  readonly server: (configs: ReadonlyMap<string, string>) => TimedCommand | Promise<TimedCommand>;
  /** How it generates one; into the folder `out`, which is not there. Left out: it does not. */
  readonly generation?: (configs: ReadonlyMap<string, string>) => TimedCommand;
}
