/** Passes the caller of an HTTP request through the SDK, as a part of the SDK's `authInfo`. Contains no code of the SDK. */
import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import type { Caller } from "../server/caller.ts";
import { LOST_CALLER } from "../server/caller.ts";

/** Returns the value that the SDK passes to the handlers of a request. */
export function toAuthInfo(caller: Caller): AuthInfo {
  return { token: "", clientId: caller.subject ?? "", scopes: [...(caller.scopes ?? [])], extra: { caller } };
}

/** Returns the caller of a request. Fails closed: if the SDK does not pass the caller, no tool is allowed. */
export function readCaller({ http }: Pick<ServerContext, "http">): Caller {
  return (http?.authInfo?.extra?.["caller"] as Caller | undefined) ?? LOST_CALLER;
}
