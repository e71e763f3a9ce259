/** Determines the scope that a request requires. Runs before the call, because the HTTP status is sent first. */
import type { RequestHandler } from "../server/request-handler.ts";
import { isJsonObject } from "../text/json.ts";
import type { Tool } from "../tool/tool.ts";
import type { Scope } from "./scope.ts";
import { grantsScope, scopeOf } from "./scope.ts";

/**
 * Returns the first scope that a message or batch requires and `granted` does not include, or undefined. Invalid messages require no
 * scope, because the SDK rejects them. Each call checks its scope again before it runs.
 */
export function findMissingScope(body: unknown, granted: readonly string[], handler: RequestHandler): Scope | undefined {
  const tools = [body].flat().flatMap((message) => findCalledTool(message, handler) ?? []);
  return tools.map(({ risk }) => scopeOf(risk)).find((scope) => !grantsScope(granted, scope));
}

/** Returns the tool that a message calls. Undefined for any other message or value, and for a batch. */
export function findCalledTool(message: unknown, handler: RequestHandler): Tool | undefined {
  if (!isJsonObject(message) || typeof message["method"] !== "string") return undefined;
  const { method, params } = message;
  if (method !== "tools/call") return handler.findMethod(method);
  if (!isJsonObject(params) || typeof params["name"] !== "string") return undefined;
  return handler.findTool(params["name"], isJsonObject(params["arguments"]) ? params["arguments"] : {});
}
