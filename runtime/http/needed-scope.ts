/** The scope that a request needs, told before anything of it runs: HTTP wants to be told with the status. */
import type { RequestHandler } from "../serve/request-handler.ts";
import type { Tool } from "../tool/tool.ts";
import type { Scope } from "./scope.ts";
import { covers, scopeOf } from "./scope.ts";

/**
 * The first scope that the granted ones do not cover, of a message or a batch of them. Anything that is no message needs none: the
 * protocol refuses it. What this overlooks the call itself refuses, which is asked again with the tool that it runs.
 */
export function findMissingScope(body: unknown, granted: readonly string[], handler: RequestHandler): Scope | undefined {
  const tools = [body].flat().flatMap((message) => calledTool(message, handler) ?? []);
  return tools.map(({ risk }) => scopeOf(risk)).find((scope) => !covers(granted, scope));
}

function calledTool(message: unknown, handler: RequestHandler): Tool | undefined {
  if (!isRecord(message) || typeof message["method"] !== "string") return undefined;
  const { method, params } = message;
  if (method !== "tools/call") return handler.findMethod(method);
  if (!isRecord(params) || typeof params["name"] !== "string") return undefined;
  return handler.findTool(params["name"], isRecord(params["arguments"]) ? params["arguments"] : {});
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
