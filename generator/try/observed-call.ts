/** The observations of one example that ran. */
import type { CallOutcome } from "@climax-gen/runtime/internal/call/call-context";

/** One example that ran in a copy of the project. Paths of the copy and its home directory are `PROJECT` and `HOME`. */
export interface ObservedCall {
  /** Undefined if no program was started. */
  readonly argv: readonly string[] | undefined;
  readonly outcome: CallOutcome;
  /** Exit status: negative for a signal. Undefined if no process exited. */
  readonly exit: number | undefined;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Size of standard output, in bytes. Larger than `stdout` if only its start was kept. */
  readonly stdoutSize: number;
  readonly stderrSize: number;
  /** Changes of the project and of the home directory; see `listChanges`. */
  readonly project: readonly string[];
  readonly home: readonly string[];
  /** Addresses that the program tried to reach. Undefined without strace. */
  readonly network: readonly string[] | undefined;
  /** The reply that the server would send: its texts, and whether it is an error. */
  readonly reply: { readonly texts: readonly string[]; readonly isError: boolean };
  /** Ids of the traps that sprang, sorted. */
  readonly sprung: readonly string[];
}
