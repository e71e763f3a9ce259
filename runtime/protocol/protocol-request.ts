/** Reads the envelope of a request: the client, whether it can ask its user, and the user's answers. */
import type { ClientCapabilities, Implementation, Server, ServerContext } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, inputResponse } from "@modelcontextprotocol/server";
import type { GivenAnswer } from "../call/confirmation.ts";
import type { CallOrigin } from "../record/call-observer.ts";

/** The request of a call, in the form that the SDK passes to a handler. */
export type ProtocolRequest = ServerContext["mcpReq"];

/** Name of the confirmation prompt in requests and responses. A call has no other prompt. */
export const CONFIRMATION = "confirmation";

/** Returns the user's answer to the confirmation prompt of a call, not yet verified. */
export function readAnswer({ inputResponses, requestState }: ProtocolRequest): GivenAnswer {
  const answer = inputResponse(inputResponses, CONFIRMATION);
  if (answer.kind !== "elicit") return { token: requestState(), action: undefined };
  return { token: requestState(), action: answer.action, run: answer.content?.["run"] };
}

/** Reports whether the client can show forms to its user. A client that names no kind of prompt supports forms. */
export function canAsk(server: Server, request: ProtocolRequest): boolean {
  const { elicitation } = readEnvelope(request)[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Reports whether the client of a request declares an extension. Always false for clients of 2025-11-25 and earlier. */
export function declaresExtension(request: ProtocolRequest, extension: string): boolean {
  return readEnvelope(request)[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[extension] !== undefined;
}

/** Returns the origin of a call, from its request. */
export function readOrigin(server: Server, request: ProtocolRequest): CallOrigin {
  return toOrigin(request.method, readClient(server, request), request._meta);
}

/** Reads the origin of a message that the SDK has not checked. The fields of its `_meta` can have any value. */
export function readMessageOrigin(method: string, meta: Readonly<Record<string, unknown>>): CallOrigin {
  const { name, version } = (meta[CLIENT_INFO_META_KEY] ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  const client = typeof name === "string" && typeof version === "string" ? { name, version } : null;
  return toOrigin(method, client, meta);
}

/** Returns the origin of a call. Clients of both eras send their trace in the fields of W3C Trace Context. */
function toOrigin(method: string, client: CallOrigin["client"], meta: Readonly<Record<string, unknown>> = {}): CallOrigin {
  const origin = { id: crypto.randomUUID(), client, method };
  const { traceparent, tracestate } = meta;
  if (typeof traceparent !== "string") return origin;
  return { ...origin, trace: { traceparent, ...(typeof tracestate === "string" && { tracestate }) } };
}

/** Returns the name that the client reports. Null if it reports none. */
function readClient(server: Server, request: ProtocolRequest): CallOrigin["client"] {
  const client = readEnvelope(request)[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return client === undefined ? null : { name: client.name, version: client.version };
}

/** The metadata that a client of 2026-07-28 sends with every request. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  readonly [CLIENT_INFO_META_KEY]?: Implementation;
}

/** Narrows the type of the envelope. The SDK has validated the envelope against its schema, but its types declare no fields. */
function readEnvelope({ envelope }: ProtocolRequest): Envelope {
  return envelope ?? {};
}
