/** Defines another generator, for the benchmark that compares with it. */
import type { TimedCommand } from "./processes.ts";

/** Another generator. It reads the same configs, or an equivalent input. */
export interface Peer {
  readonly name: string;
  /** Command that installs the generator into a folder. */
  readonly installation: (folder: string) => string;
  /** Returns the generator that is installed in a directory, or undefined if it is missing. */
  readonly find: (folder: string) => InstalledPeer | undefined;
}

export interface InstalledPeer {
  readonly version: string;
  /** Generates a server from the configs. Returns the command that starts it. */
  readonly server: (configs: ReadonlyMap<string, string>) => TimedCommand | Promise<TimedCommand>;
  /** Command that generates a server into `out`, which does not exist yet. Omitted if the peer generates nothing. */
  readonly generation?: (configs: ReadonlyMap<string, string>) => TimedCommand;
}
