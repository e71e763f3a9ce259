/** Defines the explanation of a call: its command line and its checks, with the YAML location that each part comes from. */
import type { WordOrigin } from "@climax-gen/runtime/internal/command-line/command-word";
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { CallExplanation } from "@climax-gen/runtime/internal/explain/call-explanation";
import type { Relation } from "@climax-gen/runtime/internal/tool/relations";
import type { ArgSpec } from "@climax-gen/runtime/internal/tool/tool-spec";
import type { FilePosition } from "../check/files/locations.ts";

/** The effect of a call that does not run, in the form of `--json`. */
export interface Explanation {
  readonly tool: string;
  /** If it is `refused`, nothing would run, and `reply` is the server's reply. */
  readonly outcome: CallExplanation["kind"];
  readonly reply?: string;
  /** Arguments of the executor, the command and the call. Omitted if nothing runs. */
  readonly argv?: readonly ExplainedWord[];
  readonly arguments: readonly ExplainedArgument[];
  /** Names of unknown arguments that the tool ignores. If it rejects them, `reply` names them. */
  readonly ignored: readonly string[];
  /** Limits and relations of the config. */
  readonly limits: readonly ExplainedConstraint[];
  /** Constraints of the policies. */
  readonly constraints: readonly ExplainedConstraint[];
  /** The `scopes` that each policy requires of callers over HTTP. Omitted if empty. */
  readonly callers?: readonly ExplainedRule[];
  readonly surroundings?: ExecutionFacts;
  /** Keys of the tool that determine the reply. Omitted if it has none of them. */
  readonly results?: readonly ExplainedRule[];
  /** Facts that the tool states about its effects: `network`, `idempotent` and `runs_code`. Omitted if it states none. */
  readonly facts?: readonly ExplainedRule[];
  /** Keys about the machines on which the tool is available: `os`, of the tool or the config, and `when_missing`. Omitted if there are none. */
  readonly machines?: readonly ExplainedRule[];
  /** Files that a Directive tool would read. If there are several, it reads the first that exists. */
  readonly reads?: readonly string[];
  readonly confirm: boolean;
  /** The tool's message of the confirmation. Omitted if no confirmation is required, or the tool has no message. */
  readonly message?: ExplainedConfirmation;
}

/** The message of a confirmation prompt. `<name>` in the text is a placeholder for the output of a resolver. */
export interface ExplainedConfirmation {
  readonly text: string;
  readonly place: FilePosition;
  /** Commands that would run before the prompt, in order. */
  readonly resolvers: readonly { readonly name: string; readonly argv: readonly string[]; readonly place: FilePosition }[];
}

/** A word of the command line, and the YAML location that it comes from. */
export interface ExplainedWord {
  readonly word: string;
  readonly origin: WordOrigin | { readonly kind: "executor" };
  readonly place: FilePosition;
}

/** An argument with its value, from the call or by default. */
export interface ExplainedArgument {
  readonly name: string;
  /** Value that the program gets; `***` for a secret. */
  readonly value: unknown;
  readonly source: "call" | "default";
  /** The passed value, if its type was converted. */
  readonly given?: unknown;
  readonly place: FilePosition;
}

/** A key of the tool about the reply, such as the form of the output, or about the effects of the tool. */
export interface ExplainedRule {
  readonly key: string;
  readonly value: unknown;
  readonly place: FilePosition;
}

/** Execution settings of a call. Contains only the names of variables. */
export interface ExecutionFacts {
  readonly executor: "local" | "docker" | "bubblewrap";
  /** The executor in words, and the position of its key. Omitted if no policy sets one for the tool. */
  readonly executorText?: string;
  readonly executorPosition?: FilePosition;
  readonly directory?: string;
  readonly stdin?: string;
  /** Variables that the config and the arguments set. `value` is only present for a variable of an argument; `***` for a secret. */
  readonly environment: readonly { readonly name: string; readonly value?: string; readonly place: FilePosition }[];
  /** Temporary files that would be written, with the argument that each text comes from. */
  readonly files: readonly { readonly arg: string; readonly path: string; readonly place: FilePosition }[];
  /** Position of the config's `working_dir`, if it determines the directory. */
  readonly directoryPosition?: FilePosition;
  /** Variables of the server that the command inherits: `all`, or the names that are set on this machine. */
  readonly inherited: "all" | readonly string[];
  readonly timeoutSeconds: number;
  /** Time after which a call that still runs has its first reply. Omitted if it replies at its end. */
  readonly replyAfterSeconds?: number;
}

/** A limit, a relation or a constraint, and its verdict on the call. */
export interface ExplainedConstraint {
  /** The argument, or the arguments of a relation. */
  readonly arg: string;
  /** The key that sets it, or that would lift it. */
  readonly constraint: keyof ArgConstraint | keyof ArgSpec | Relation["kind"];
  readonly limit: unknown;
  /** `not_asked`: the call does not pass the argument, so the constraint is not checked. */
  readonly verdict: "holds" | "refuses" | "not_asked";
  readonly place: FilePosition;
}
