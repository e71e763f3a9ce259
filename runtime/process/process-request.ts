/** A request to run one program. */
import type { Environment } from "../tool/environment-variables.ts";
import type { PrivateFiles } from "./private-files.ts";

/** Number of the first descriptor after standard input, output and error. */
export const FIRST_DESCRIPTOR = 3;

/** A program to run, and its limits. */
export interface ProcessRequest {
  /** The program and its arguments. The program is looked up in the `PATH` of `env` (vector call.env.015). */
  readonly argv: readonly string[];
  /** Defaults to the server's own directory. */
  readonly cwd?: string;
  /** The whole environment of the program. */
  readonly env: Environment;
  /** Standard input, as UTF-8. If it is absent or empty, the program reads /dev/null. */
  readonly stdin?: string;
  /** Contents of the descriptors from `FIRST_DESCRIPTOR` on: 3, 4, and so on. */
  readonly files?: readonly Uint8Array[];
  /** Files that the program reads by their paths. They exist from before its start until its result. */
  readonly privateFiles?: PrivateFiles;
  readonly timeoutMs: number;
  /** Maximum output per stream, in bytes; see `createOutputBuffer`. */
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal;
  /** Called with the number of bytes of each chunk of output, for both streams. */
  readonly onOutput?: (bytes: number) => void;
  /** Receive the chunks of the streams instead of the buffers: the result has empty streams. Each copies what it keeps of a chunk. */
  readonly sinks?: { readonly stdout: OutputSink; readonly stderr: OutputSink };
  /**
   * Commands that stop what a killed program leaves behind, such as a container. They run one after the other after the program was
   * killed, but not if it exited by itself. Results do not wait for them; `terminateAll` does.
   */
  readonly cleanup?: readonly (readonly string[])[];
}

/** Receives the output of a stream. The chunk may be reused. */
export type OutputSink = (chunk: Buffer) => void;
