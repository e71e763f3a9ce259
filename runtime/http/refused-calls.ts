/** Records the calls of a request that is refused as a whole: audit, log and metrics get them as they get every other call. */
import { SEARCH_TOOL } from "../meta-tool-names.ts";
import { readMessageOrigin } from "../serve/protocol-request.ts";
import type { Services } from "../serve/services.ts";
import { isRecord } from "./needed-scope.ts";

/**
 * Sends each call of a message, or of a batch of them, the usual way, but forbids every tool for `reason`: nothing runs, and a tool that
 * does not exist is recorded as one. Never rejects on anything that a client sends.
 */
export async function recordRefusedCalls(body: unknown, services: Services, reason: string): Promise<void> {
  const { handler, context, methods, observe } = services;
  for (const message of [body].flat().filter(isRecord)) {
    const { method } = message;
    const params = isRecord(message["params"]) ? message["params"] : {};
    if (typeof method !== "string") continue;
    const origin = readMessageOrigin(method, isRecord(params["_meta"]) ? params["_meta"] : {});
    const forbidden = { ...context, forbid: () => reason, onFinished: (...[call, facts]: Finished) => observe(call, facts, origin) };
    const { _meta, ...given } = params;
    if (methods.includes(method)) await handler.callMethod(method, given, forbidden);
    if (method !== "tools/call" || typeof given["name"] !== "string") continue;
    // A search runs nothing, and has no record.
    if (given["name"] === SEARCH_TOOL) continue;
    await handler.callTool(given["name"], isRecord(given["arguments"]) ? given["arguments"] : {}, forbidden);
  }
}

type Finished = Parameters<NonNullable<Services["context"]["onFinished"]>>;
