/** The types of a prepared call: a plan to run, or the reason for its rejection. */
import type { ArgumentProblem } from "../arguments/arguments.ts";
import type { CommandLine } from "../command-line/command-line.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { PolicyViolation } from "../policy/constraints.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { CommandHandler, FunctionHandler, ReadingHandler, Tool } from "../tool/tool.ts";

/** A tool and the arguments that the caller passed. */
export interface GivenCall {
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
}

/** `note` tells the caller about ignored arguments, if any. */
export type PreparedCall = (RefusedCall | ReadyCall) & { readonly note?: string };

/** A call that must not run. `values` are coerced and include defaults. */
export type RefusedCall =
  | { readonly kind: "invalid_arguments"; readonly problems: readonly CallProblem[]; readonly omitted: number }
  | { readonly kind: "policy"; readonly values: CallValues; readonly violations: readonly ArgViolation[] };

/**
 * A problem of the arguments. `arg` is omitted if the problem is not about one argument, and `kind` if a JSON Schema reports the problem.
 */
export type CallProblem = Pick<ArgumentProblem, "message"> & Partial<Pick<ArgumentProblem, "arg" | "kind">>;

/** A call that has passed validation and policy. Hooks and the user can still refuse it. */
export interface ReadyCall {
  readonly kind: "ready";
  /** Coerced and with defaults. The values of a Directive tool are unchanged. */
  readonly values: CallValues;
  readonly plan: CallPlan;
}

/** The values of a call by the name of the argument. */
export type CallValues = ReadonlyMap<string, unknown>;

/** A policy violation. `constraint` is omitted if no constraint applies to the type of the value. */
export type ArgViolation = Pick<PolicyViolation, "arg" | "message"> & Partial<Pick<PolicyViolation, "constraint">>;

/** The work of a call that has passed every check. */
export type CallPlan = CommandPlan | ReadingPlan | FunctionPlan;

/** A process to start. The executor is not applied to its command line yet. */
export interface CommandPlan {
  readonly kind: "command";
  readonly handler: CommandHandler;
  readonly line: CommandLine;
  /** The program's working directory. Defaults to the working directory of the server, or of the image. */
  readonly directory?: string;
  /** The secret variables, once they are read. Defaults to none. */
  readonly secrets?: Environment;
  /** Checks the policy again, after the call. Omitted unless the tool writes a file that the reply contains. */
  readonly recheck?: () => Promise<readonly ArgViolation[]>;
}

/** Files to read for a Directive tool. */
export interface ReadingPlan {
  readonly kind: "directive";
  readonly handler: ReadingHandler;
  readonly given: Readonly<Record<string, unknown>>;
  /** The directory that contains the handler's `root`. */
  readonly directory: string;
}

/** A function of the embedding program to call. */
export interface FunctionPlan {
  readonly kind: "function";
  readonly handler: FunctionHandler;
  readonly values: ReadonlyMap<string, ArgValue>;
}
