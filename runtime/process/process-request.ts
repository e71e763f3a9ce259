/** A request to run one program. */
import type { Duplex } from "node:stream";
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
  /** Set if `argv` starts an engine, which then starts the program. Defaults to a program that is started directly. */
  readonly starter?: ProgramStarter;
  /** Files that the program reads by their paths. They are written before the program starts, and removed before the result is returned. */
  readonly privateFiles?: PrivateFiles;
  readonly timeoutMs: number;
  /** Maximum output per stream, in bytes; see `createOutputBuffer`. */
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal;
  /** Called with the number of bytes of each chunk of output, for both streams. */
  readonly onOutput?: (bytes: number) => void;
  /** Receive the chunks of the streams. If set, the streams of the result are empty. A sink must copy the data that it keeps. */
  readonly sinks?: { readonly stdout: OutputSink; readonly stderr: OutputSink };
  /**
   * Commands that stop resources that outlive a killed program, such as a container. They run sequentially after the program was killed,
   * but not if it exited by itself. Results do not wait for the commands; `terminateAll` does.
   */
  readonly cleanup?: readonly (readonly string[])[];
  /** Receives the server's end of a connection to the program, which has the descriptor after that of `starter`. Must not throw. */
  readonly channel?: (stream: Duplex) => void;
}

/** An engine that starts the program. Its own failure is distinguished from a failure of the program. */
export type ProgramStarter = ReportingStarter | FailingStarter;

interface Engine {
  /** Name of the executor. */
  readonly name: string;
  /** Whether to end the engine by SIGKILL, without SIGTERM and the grace period before it. Defaults to false. */
  readonly endsAtOnce?: boolean;
}

/** An engine that reports the start of the program on the descriptor after those of `files`. */
export interface ReportingStarter extends Engine {
  /** Reports whether the program was started, by the text that the engine has written to the descriptor. */
  readonly hasStarted: (status: string) => boolean;
}

/** An engine without such a report. Its failure is recognized by its exit code and message. */
export interface FailingStarter extends Engine {
  /** Reports whether the engine has failed. Called only if standard output is empty. `stderr` is the start of standard error. */
  readonly hasFailed: (exit: number, stderr: string) => boolean;
}

/** Receives the output of a stream. The chunk may be reused. */
export type OutputSink = (chunk: Buffer) => void;
