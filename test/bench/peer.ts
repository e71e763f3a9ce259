/** Defines another generator, for the benchmark that compares with it. */
import type { TimedCommand } from "./processes.ts";

/** It gets the same configs, or what it reads instead of them. */
export interface Peer {
  readonly name: string;
  /** The command that installs it into a folder. */
  readonly installation: (folder: string) => string;
  /** Undefined if the directory does not contain it. */
  readonly find: (folder: string) => InstalledPeer | undefined;
}

export interface InstalledPeer {
  readonly version: string;
  /** Makes a server of the configs, and says how it is started. */
  readonly server: (configs: ReadonlyMap<string, string>) => TimedCommand | Promise<TimedCommand>;
  /** Command that generates a server into `out`, which does not exist yet. Omitted if the peer generates nothing. */
  readonly generation?: (configs: ReadonlyMap<string, string>) => TimedCommand;
}
