/** Replaces the tools and policies of a running server. */
import type { CallContext } from "../call/call-context.ts";
import { deniesNetwork } from "../executor/denies-network.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";
import type { RequestHandler } from "./request-handler.ts";
import { findMissingPrograms } from "./required-programs.ts";
import { createRequestHandler } from "./request-handler.ts";
import type { Services, ToolChanges } from "./services.ts";
import type { ReadySetup } from "./setup.ts";

/** Services, and a function that replaces their tools. */
export interface LiveServices {
  /** Services that always use the latest tools and policies, and have `toolChanges`. */
  readonly services: Services;
  /**
   * Replaces the tools and policies for later requests, and notifies the clients. Calls in flight keep the tools and policies with which
   * they started. `max_concurrency`, `max_queue`, and the JSON-RPC methods of Directive tools for connected clients do not change.
   */
  readonly replace: (setup: ReadySetup) => void;
}

/** The mode of the server, which replacements do not change. */
export interface LiveOptions extends DiscoveryOptions {
  readonly classic: boolean;
}

interface Version {
  readonly handler: RequestHandler;
  readonly context: Pick<CallContext, "policies" | "execution">;
  readonly findMissingPrograms: Services["findMissingPrograms"];
}

/** Creates services whose tools can be replaced. */
export function createLiveServices(services: Services, options: LiveOptions): LiveServices {
  const listeners = new Set<() => void>();
  const { context } = services;
  let current: Version = {
    handler: services.handler,
    context: { policies: context.policies, execution: context.execution },
    findMissingPrograms: services.findMissingPrograms,
  };
  const toolChanges: ToolChanges = {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const handler: RequestHandler = {
    listTools: () => current.handler.listTools(),
    callListedTool: (name, given, call) => current.handler.callListedTool(name, given, { ...call, ...current.context }),
    callMethod: (method, given, call) => current.handler.callMethod(method, given, { ...call, ...current.context }),
    findTool: (name, given) => current.handler.findTool(name, given),
    findMethod: (method) => current.handler.findMethod(method),
  };
  return {
    services: { ...services, handler, toolChanges, findMissingPrograms: () => current.findMissingPrograms() },
    replace({ index, policies, execution }) {
      const facts = { ...options, isOffline: deniesNetwork(execution.executor) };
      current = {
        handler: createRequestHandler(index, options.classic, facts),
        context: { policies, execution },
        findMissingPrograms: () => findMissingPrograms({ index, execution }, context.env),
      };
      for (const listener of listeners) listener();
    },
  };
}
