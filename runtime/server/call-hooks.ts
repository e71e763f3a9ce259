/** Calls the functions of an embedding program before and after each call of a tool. */
import type { CallFacts, CallOutcome, FinishedCall, HookRefusal } from "../call/call-context.ts";
import { maskArgv, maskValues } from "../command-line/shown-line.ts";
import type { CallObserver, CallOrigin } from "../record/call-observer.ts";
import { callerOf } from "../record/call-observer.ts";
import type { Risk } from "../tool/tool-spec.ts";
import type { CallerInfo, CallLog } from "../tool/tool-call.ts";
import { ToolError } from "../tool/tool-error.ts";
import { messageOf } from "../text/message-of.ts";

/** The call that a hook receives. Values of `secret` arguments are `***`. */
export interface HookedCall {
  /** A UUID: the same in both hooks and in the audit. */
  readonly id: string;
  /** Name of the tool. */
  readonly tool: string;
  /** Omitted if the tool declares none. */
  readonly risk?: Risk;
  /** The arguments, coerced and with defaults. Omitted if they are invalid. In this case, only `afterCall` runs. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** The command line, without the executor's prefix. Omitted if the tool runs no command. */
  readonly argv?: readonly string[];
  /** The sender of the call. */
  readonly caller: CallerInfo;
}

/** The call that `beforeCall` receives. Its arguments are valid. */
export interface CheckedCall extends HookedCall {
  readonly args: Readonly<Record<string, unknown>>;
}

/** The end of a call. */
export interface HookedResult extends Omit<FinishedCall, "tool" | "argv"> {
  readonly outcome: CallOutcome;
}

/** The decision of `beforeCall`: undefined to allow the call, or the reason why it must not run, which the caller receives. */
export type HookDecision = void | undefined | { readonly refuse: string };

/** Hooks of a server. Not called for searches and calls of unknown tools. */
export interface CallHooks {
  /**
   * Runs after validation and policy, before the user is asked and the tool runs. `{ refuse }` or an exception refuses the call. The caller
   * receives `refuse` or the message of a `ToolError`, but not the message of another exception. If the user must confirm the call, the
   * hook runs twice: before the prompt, and after the user's answer.
   */
  readonly beforeCall?: (call: CheckedCall) => HookDecision | Promise<HookDecision>;
  /** Runs after each call, including refused calls. The reply does not wait for the hook. An exception is logged. */
  readonly afterCall?: (call: HookedCall, result: HookedResult) => void | Promise<void>;
}

/** The hooks, called by the services of a server. */
export interface HookRunner {
  readonly before: (facts: CallFacts, origin: CallOrigin) => Promise<HookRefusal | undefined>;
  readonly after: CallObserver;
  /** Resolves when all running `afterCall` hooks have finished. */
  readonly idle: () => Promise<void>;
}

/** The reason that the caller receives if a hook throws an exception other than a `ToolError`. */
const CHECK_FAILED = "a check of this server failed; its log has the details";

/** Wraps hooks. The result never rejects or throws, even if a hook does. */
export function createHookRunner({ beforeCall, afterCall }: CallHooks, log: CallLog): HookRunner {
  const running = new Set<Promise<void>>();
  const runAfter = async (call: HookedCall, result: HookedResult): Promise<void> => {
    try {
      await afterCall?.(call, result);
    } catch (error) {
      log.error("afterCall failed", { tool: call.tool, problem: messageOf(error) });
    }
  };
  return {
    async before(facts, origin) {
      try {
        const decision = await beforeCall?.({ args: {}, ...describeCall(facts, origin) });
        if (decision === undefined) return undefined;
        // A program without TypeScript can return any value.
        const reason: unknown = decision?.refuse;
        if (typeof reason !== "string") throw new TypeError("beforeCall returned neither undefined nor { refuse: string }");
        return { reason };
      } catch (error) {
        return error instanceof ToolError ? { reason: messageOf(error) } : { reason: CHECK_FAILED, problem: messageOf(error) };
      }
    },
    after({ tool: _tool, argv: _argv, ...result }, facts, origin) {
      if (afterCall === undefined || facts === undefined) return;
      const done = runAfter(describeCall(facts, origin), result).finally(() => running.delete(done));
      running.add(done);
    },
    idle: async () => void (await Promise.all(running)),
  };
}

function describeCall({ tool, values, line }: CallFacts, origin: CallOrigin): HookedCall {
  return {
    id: origin.id,
    tool: tool.name,
    ...(tool.risk && { risk: tool.risk }),
    // fromEntries keeps an argument called `__proto__`.
    ...(values && { args: Object.fromEntries(maskValues(tool.args, values)) }),
    ...(line && { argv: maskArgv(line) }),
    caller: callerOf(origin),
  };
}
