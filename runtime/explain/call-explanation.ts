/** The types of a call explanation. */
import type { ArgViolation, CallProblem, CallValues } from "../call/call-plan.ts";
import type { CommandWord } from "../command-line/command-word.ts";

/** `note` tells the caller about ignored arguments, after the reply. Omitted if all names are known. */
export type CallExplanation = (ExplainedRefusal | ExplainedCommand | ExplainedReading) & { readonly note?: string };

/** The call would be rejected. */
export interface ExplainedRefusal {
  readonly kind: "refused";
  /** The text of the reply. */
  readonly text: string;
  /** Coerced and with defaults. Omitted if the arguments are invalid. */
  readonly values?: CallValues;
  /** The problems of the arguments; empty if the call is rejected for another reason. */
  readonly problems: readonly CallProblem[];
  /** The policy violations; empty if the call is rejected for another reason. */
  readonly violations: readonly ArgViolation[];
}

/** The message of a confirmation. No resolver has run: `<name>` stands for the output of the resolver `name`. */
export interface ExplainedMessage {
  readonly text: string;
  /** The resolvers that would run, in order, with their command lines. Secret values are `***`. */
  readonly resolvers: readonly { readonly name: string; readonly argv: readonly string[] }[];
}

/** The call would start a process. The values of `secret` arguments are `***`. */
export interface ExplainedCommand {
  readonly kind: "command";
  readonly values: CallValues;
  /** The words that an executor puts before the command. */
  readonly prefix: readonly string[];
  readonly words: readonly CommandWord[];
  readonly stdin?: string;
  /** The program's working directory. Defaults to the working directory of the server, or of the image. */
  readonly directory?: string;
  /** Variables that arguments set, by name. */
  readonly variables: ReadonlyMap<string, string>;
  /** Temporary files that would be written. */
  readonly files: readonly { readonly name: string; readonly path: string; readonly text: string }[];
  /** Names of the server's variables that the command inherits, sorted. With the docker executor, the client of docker inherits them. */
  readonly inherited: readonly string[];
  readonly isConfirmed: boolean;
  /** Omitted if the user is not asked, or the tool has no message. */
  readonly message?: ExplainedMessage;
  readonly timeoutSeconds: number;
  /** Time after which a call that still runs has its first reply. Omitted if it replies at its end. */
  readonly replyAfterSeconds?: number;
}

/** The call would read files. */
export interface ExplainedReading {
  readonly kind: "reading";
  readonly values: CallValues;
  /** Paths below the server's working directory or `--root`. The first existing path would be read. */
  readonly paths: readonly string[];
  readonly isConfirmed: boolean;
}
