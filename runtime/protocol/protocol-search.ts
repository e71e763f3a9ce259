/**
 * Answers searches without a server of the SDK, which would validate the request and our own result. Any request that is not plainly valid
 * is left to the SDK, which describes the fault.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { ToolServer } from "../server/tool-server.ts";
import { isJsonObject } from "../text/json.ts";
import { SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import { SESSION_HEADER } from "./protocol-messages.ts";
import { toToolResult } from "./protocol-result.ts";

/** Headers of a request, by lowercase name. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

type SearchedServer = Pick<ToolServer, "tools" | "info">;

/** Returns the response to an HTTP request. Undefined if the request is not a search, belongs to a session, or may be invalid. */
export function answerReadySearch(server: SearchedServer, headers: Headers, body: unknown): object | undefined {
  if (!isPlainPost(headers)) return undefined;
  const request = readSearch(body);
  const era = request && eraOf(request.meta);
  const isRepeated = era === "modern" ? repeatsSearch(headers) : LEGACY_VERSIONS.has(headers["mcp-protocol-version"]);
  return request && era && isRepeated ? respond(server, request, era) : undefined;
}

/**
 * Wraps the transport of one client. Searches of the connection are answered at once, after the SDK has received the first message, which
 * determines the protocol era.
 */
export function answerSearchesOf(transport: Transport, server: SearchedServer): Transport {
  let current: Era | undefined;
  const answer = (message: unknown): object | undefined => {
    const request = readSearch(message);
    const era = request && eraOf(request.meta);
    const response = request && era !== undefined && era === current ? respond(server, request, era) : undefined;
    if (response === undefined) current ??= eraOfConnection(message, era);
    return response;
  };
  const wire: Transport = {
    async start() {
      transport.onclose = () => wire.onclose?.();
      transport.onerror = (error) => wire.onerror?.(error);
      transport.onmessage = (message, extra) => {
        const response = answer(message);
        if (response === undefined) wire.onmessage?.(message, extra);
        else transport.send(response as JSONRPCMessage).catch((error: Error) => wire.onerror?.(error));
      };
      await transport.start();
    },
    send: (message, options) => transport.send(message, options),
    close: () => transport.close(),
    setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
  };
  return wire;
}

type Era = "legacy" | "modern";

/** Returns the era that the first message of a connection determines. Undefined for a message that does not determine it. */
function eraOfConnection(message: unknown, era: Era | undefined): Era | undefined {
  if (isJsonObject(message) && message["method"] === "initialize") return "legacy";
  return era === "modern" ? era : undefined;
}

/** Returns the response to a search. Undefined if it fails, because the SDK's server records the failure, and in classic mode. */
function respond({ tools, info: { name, version } }: SearchedServer, { id, given }: SearchMessage, era: Era): object | undefined {
  try {
    const served = tools();
    const reply = served.handler.answerSearch?.(given, served);
    if (reply === undefined) return undefined;
    const result = toToolResult(reply);
    const envelope = era === "modern" && { resultType: "complete", _meta: { ...result._meta, [SERVER_INFO]: { name, version } } };
    return { result: { ...result, ...envelope }, jsonrpc: "2.0", id };
  } catch {
    return undefined;
  }
}

/** Prefix of the keys of the protocol in `_meta`. */
const PROTOCOL_PREFIX = "io.modelcontextprotocol/";
const SERVER_INFO = `${PROTOCOL_PREFIX}serverInfo`;

const MODERN_VERSION = "2026-07-28";
const LEGACY_VERSIONS: ReadonlySet<unknown> = new Set([undefined, "2025-11-25", "2025-06-18", "2025-03-26"]);

function isPlainPost({ accept = "", "content-type": type, ...headers }: Headers): boolean {
  if (headers[SESSION_HEADER] !== undefined || headers["last-event-id"] !== undefined || type !== "application/json") return false;
  return accept.includes("application/json") && accept.includes("text/event-stream");
}

interface SearchMessage {
  readonly id: string | number;
  readonly given: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

function readSearch(body: unknown): SearchMessage | undefined {
  if (!hasOnly(body, ["jsonrpc", "id", "method", "params"]) || body["jsonrpc"] !== "2.0" || body["method"] !== "tools/call")
    return undefined;
  const { id, params } = body;
  if (!isToken(id) || !hasOnly(params, ["name", "arguments", "_meta"]) || params["name"] !== SEARCH_TOOL) return undefined;
  const { arguments: given = {}, _meta: meta = {} } = params;
  if (!isJsonObject(given) || !isJsonObject(meta)) return undefined;
  return meta["progressToken"] === undefined || isToken(meta["progressToken"]) ? { id, given, meta } : undefined;
}

/** Reports whether the headers repeat the body, as 2026-07-28 requires. */
function repeatsSearch(headers: Headers): boolean {
  return (
    headers["mcp-protocol-version"] === MODERN_VERSION && headers["mcp-method"] === "tools/call" && headers["mcp-name"] === SEARCH_TOOL
  );
}

/** Returns the era of a request. Undefined if its metadata may be invalid. */
function eraOf(meta: SearchMessage["meta"]): Era | undefined {
  const own = Object.entries(meta).filter(([key]) => key.startsWith(PROTOCOL_PREFIX));
  if (own.length === 0) return "legacy";
  const { protocolVersion, clientInfo, clientCapabilities, ...others } = Object.fromEntries(
    own.map(([key, value]) => [key.slice(PROTOCOL_PREFIX.length), value]),
  );
  if (protocolVersion !== MODERN_VERSION || Object.keys(others).length > 0) return undefined;
  const isValid = hasOnly(clientInfo, ["name", "version", "title"]) && isImplementation(clientInfo) && isCapabilities(clientCapabilities);
  return isValid ? "modern" : undefined;
}

function isImplementation({ name, version, title = "" }: Readonly<Record<string, unknown>>): boolean {
  return [name, version, title].every((text) => typeof text === "string");
}

/** Capabilities whose content the SDK validates only as objects. */
const CAPABILITIES = ["elicitation", "sampling"];

function isCapabilities(given: unknown): boolean {
  return hasOnly(given, CAPABILITIES) && Object.values(given).every((one) => isJsonObject(one) && Object.values(one).every(isJsonObject));
}

/** Reports whether a value is an object without other keys. */
function hasOnly(value: unknown, keys: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && Object.keys(value).every((key) => keys.includes(key));
}

/** Reports whether a value is a request id or progress token. */
function isToken(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}
