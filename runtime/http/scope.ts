/** Defines the OAuth scopes, the tools that each scope allows, and the scope that a request requires. */
import type { Sender } from "../record/call-observer.ts";
import type { Caller } from "../server/caller.ts";
import type { RequestHandler } from "../server/request-handler.ts";
import { isJsonObject } from "../text/json.ts";
import { scopesOf } from "../policy/policy.ts";
import type { ServedTools } from "../server/tool-server.ts";
import type { Risk } from "../tool/tool-spec.ts";
import type { Tool } from "../tool/tool.ts";

/** Scopes in ascending order. Each scope includes the preceding ones. */
export const SCOPES = ["climax:read", "climax:write", "climax:destructive"] as const;

/** A scope of access tokens. */
export type TokenScope = (typeof SCOPES)[number];

/** Returns the scope that a risk requires. A tool without a risk requires the highest scope. */
function scopeOf(risk: Risk | undefined): TokenScope {
  return `climax:${risk ?? "destructive"}`;
}

/** Returns the message for a caller that lacks a scope. */
export function describeMissingScope(needed: string): string {
  return `this call requires a token with the scope ${needed}`;
}

/** Reports whether the granted scopes include the needed one. Other scopes in `granted` are ignored. */
function grantsScope(granted: readonly string[], needed: TokenScope): boolean {
  return SCOPES.slice(SCOPES.indexOf(needed)).some((scope) => granted.includes(scope));
}

/** Returns the caller with the tools that the scopes of its token allow. A sender without scopes may run every tool. */
export function toCaller(sender: Sender): Caller {
  const { scopes } = sender;
  return {
    ...sender,
    forbid({ risk }) {
      const needed = scopeOf(risk);
      return scopes === undefined || grantsScope(scopes, needed) ? undefined : describeMissingScope(needed);
    },
  };
}

/**
 * Returns the first scope that a message or batch requires and `granted` does not include, or undefined. Runs before the call, because the
 * HTTP status is sent first; each call checks its scope again before it runs. Invalid messages require no scope: the SDK rejects them.
 */
export function findMissingScope(body: unknown, granted: readonly string[], { handler, policies }: ScopedTools): string | undefined {
  const tools = [body].flat().flatMap((message) => findCalledTool(message, handler) ?? []);
  const missing = tools.map(({ risk }) => scopeOf(risk)).find((scope) => !grantsScope(granted, scope));
  return missing ?? tools.flatMap(({ name }) => scopesOf(name, policies)).find((scope) => !granted.includes(scope));
}

type ScopedTools = Pick<ServedTools, "handler" | "policies">;

/** Returns the tool that a message calls. Undefined for any other message or value, and for a batch. */
export function findCalledTool(message: unknown, handler: RequestHandler): Tool | undefined {
  if (!isJsonObject(message) || typeof message["method"] !== "string") return undefined;
  const { method, params } = message;
  if (method !== "tools/call") return handler.findMethod(method);
  if (!isJsonObject(params) || typeof params["name"] !== "string") return undefined;
  return handler.findTool(params["name"], isJsonObject(params["arguments"]) ? params["arguments"] : {});
}
