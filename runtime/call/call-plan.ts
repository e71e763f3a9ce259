/** The result of the stages before anything runs: a plan of the call, or the reason why it is refused. */
import type { ArgumentProblem } from "./arguments.ts";
import type { CommandLine } from "./command-line.ts";
import type { PolicyViolation } from "../policy/check.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { CommandHandler, FunctionHandler, ReadingHandler, Tool } from "../tool/tool.ts";

/** A call as it is made: a tool and the arguments that the caller gave. */
export interface GivenCall {
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
}

export type PreparedCall = RefusedCall | ReadyCall;

export type RefusedCall =
  | { readonly kind: "invalid_arguments"; readonly problems: readonly Pick<ArgumentProblem, "message">[]; readonly omitted: number }
  | { readonly kind: "policy"; readonly values: CallValues; readonly violations: readonly ArgViolation[] };

export interface ReadyCall {
  readonly kind: "ready";
  /** Coerced and with defaults; of a Directive tool, as given. */
  readonly values: CallValues;
  readonly plan: CallPlan;
}

export type CallValues = ReadonlyMap<string, unknown>;

/** A refusal by a policy. `constraint` is omitted if the value has a type that no constraint fits. */
export type ArgViolation = Pick<PolicyViolation, "arg" | "message"> & Partial<Pick<PolicyViolation, "constraint">>;

/** What a call that passes its checks runs. */
export type CallPlan = CommandPlan | ReadingPlan | FunctionPlan;

export interface CommandPlan {
  readonly kind: "command";
  readonly handler: CommandHandler;
  readonly line: CommandLine;
  /** Where the program runs. Omitted: in the server's own directory, or the one that an image has by itself. */
  readonly directory?: string;
}

export interface ReadingPlan {
  readonly kind: "directive";
  readonly handler: ReadingHandler;
  readonly given: Readonly<Record<string, unknown>>;
  /** The directory below which the handler's `root` is. */
  readonly directory: string;
}

export interface FunctionPlan {
  readonly kind: "function";
  readonly handler: FunctionHandler;
  readonly values: ReadonlyMap<string, ArgValue>;
}
