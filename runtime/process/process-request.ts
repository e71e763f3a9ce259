/** A request to run one program. */
import type { Environment } from "../tool/environment-variables.ts";

export interface ProcessRequest {
  /** The program and its arguments; the program is looked up in the `PATH` of `env` (vector call.env.015). */
  readonly argv: readonly string[];
  /** Default: the server's own directory. */
  readonly cwd?: string;
  /** The whole environment of the program. */
  readonly env: Environment;
  /** Standard input, as UTF-8. Absent or empty: standard input is /dev/null. */
  readonly stdin?: string;
  /** Contents of the descriptors that follow standard error: of 3, of 4, and so on. */
  readonly files?: readonly Uint8Array[];
  readonly timeoutMs: number;
  /** Per stream; see `createOutputBuffer`. */
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal;
  /** Told of the bytes of every piece of output, of both streams, as it comes in. */
  readonly onOutput?: (bytes: number) => void;
  /**
   * Commands that end what a killed program leaves elsewhere, such as a container. Run one after the other once the program is
   * gone, unless it has exited by itself. No result waits for them; `endAll` does.
   */
  readonly cleanup?: readonly (readonly string[])[];
}
