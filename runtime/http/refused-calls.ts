/** Records the calls of a refused request in the audit, log and metrics, like all other calls. */
import { SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import type { HttpProtocol } from "../protocol/protocol-http.ts";
import type { Caller } from "../server/caller.ts";
import type { ToolServer } from "../server/tool-server.ts";
import { isJsonObject } from "../text/json.ts";

/** The caller, the reason for the records, and the function that reads the origin of a message. */
export interface RefusedCallsOptions {
  readonly caller: Caller;
  readonly reason: string;
  readonly readOrigin: HttpProtocol["readMessageOrigin"];
}

/**
 * Passes each call of a message or batch to the server with all tools forbidden for `reason`, so that nothing runs. A call of an
 * unknown tool is recorded as `unknown_tool`. Never rejects because of client input.
 */
export async function recordRefusedCalls(
  body: unknown,
  server: ToolServer,
  { caller, reason, readOrigin }: RefusedCallsOptions,
): Promise<void> {
  const forbidden: Caller = { ...caller, forbid: () => reason };
  for (const message of [body].flat().filter(isJsonObject)) {
    const { method } = message;
    const params = isJsonObject(message["params"]) ? message["params"] : {};
    if (typeof method !== "string") continue;
    const call = { caller: forbidden, origin: readOrigin(method, isJsonObject(params["_meta"]) ? params["_meta"] : {}) };
    const { _meta, ...given } = params;
    if (server.methods.includes(method)) await server.callMethod(method, given, call);
    if (method !== "tools/call" || typeof given["name"] !== "string") continue;
    // Searches run no commands and are not recorded.
    if (given["name"] === SEARCH_TOOL) continue;
    await server.callTool(given["name"], isJsonObject(given["arguments"]) ? given["arguments"] : {}, call);
  }
}
