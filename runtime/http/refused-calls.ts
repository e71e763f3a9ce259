/** Records the calls of a refused request in the audit, log and metrics, like all other calls. */
import { SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import type { HttpProtocol } from "../protocol/protocol-http.ts";
import { toCallContext } from "../server/recorded-call.ts";
import type { Services } from "../server/services.ts";
import { isJsonObject } from "../text/json.ts";

/** The reason for the records, and the function that reads the origin of a message. */
export interface RefusedCallsOptions {
  readonly reason: string;
  readonly readOrigin: HttpProtocol["readMessageOrigin"];
}

/**
 * Passes each call of a message or batch to the handler with all tools forbidden for `reason`, so that nothing runs. A call of an
 * unknown tool is recorded as `unknown_tool`. Never rejects because of client input.
 */
export async function recordRefusedCalls(body: unknown, services: Services, { reason, readOrigin }: RefusedCallsOptions): Promise<void> {
  const { handler, methods } = services;
  for (const message of [body].flat().filter(isJsonObject)) {
    const { method } = message;
    const params = isJsonObject(message["params"]) ? message["params"] : {};
    if (typeof method !== "string") continue;
    const origin = readOrigin(method, isJsonObject(params["_meta"]) ? params["_meta"] : {});
    const forbidden = { ...toCallContext(services, origin), forbid: () => reason };
    const { _meta, ...given } = params;
    if (methods.includes(method)) await handler.callMethod(method, given, forbidden);
    if (method !== "tools/call" || typeof given["name"] !== "string") continue;
    // Searches run no commands and are not recorded.
    if (given["name"] === SEARCH_TOOL) continue;
    await handler.callListedTool(given["name"], isJsonObject(given["arguments"]) ? given["arguments"] : {}, forbidden);
  }
}
