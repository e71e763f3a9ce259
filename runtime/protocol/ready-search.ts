/**
 * Answers a search that is a whole HTTP request, without a server of the SDK: the SDK would validate our own result and print it twice. Any
 * request that is not plainly valid is left to the SDK, which describes the fault.
 */
import type { ToolReply } from "../call/reply.ts";
import type { Services } from "../server/services.ts";
import { isJsonObject } from "../text/json.ts";
import { SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import { SESSION_HEADER } from "./protocol-messages.ts";
import { toToolResult } from "./protocol-result.ts";

/** Headers of a request, by lowercase name. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

type ReadyServices = Pick<Services, "handler" | "info" | "context">;

/** Returns the JSON of the response. Undefined if the request is not a search, belongs to a session, or may be invalid. */
export function answerReadySearch(services: ReadyServices, headers: Headers, body: unknown): string | undefined {
  const search = services.handler.answerSearch;
  if (search === undefined || !isPlainPost(headers)) return undefined;
  const request = readSearch(body);
  if (request === undefined) return undefined;
  const isModern = isModernSearch(headers, request.meta);
  if (!isModern && !isLegacySearch(headers, request.meta)) return undefined;
  const reply = tryReply(() => search(request.given, services.context));
  if (reply === undefined) return undefined;
  const result = toToolResult(reply);
  const { name, version } = services.info;
  const envelope = isModern && { resultType: "complete", _meta: { ...result._meta, [SERVER_INFO]: { name, version } } };
  return JSON.stringify({ result: { ...result, ...envelope }, jsonrpc: "2.0", id: request.id });
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

interface SearchRequest {
  readonly id: string | number;
  readonly given: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

function readSearch(body: unknown): SearchRequest | undefined {
  if (!hasOnly(body, ["jsonrpc", "id", "method", "params"]) || body["jsonrpc"] !== "2.0" || body["method"] !== "tools/call") return undefined;
  const { id, params } = body;
  if (!isToken(id) || !hasOnly(params, ["name", "arguments", "_meta"]) || params["name"] !== SEARCH_TOOL) return undefined;
  const { arguments: given = {}, _meta: meta = {} } = params;
  if (!isJsonObject(given) || !isJsonObject(meta)) return undefined;
  return meta["progressToken"] === undefined || isToken(meta["progressToken"]) ? { id, given, meta } : undefined;
}

function isLegacySearch(headers: Headers, meta: SearchRequest["meta"]): boolean {
  return LEGACY_VERSIONS.has(headers["mcp-protocol-version"]) && !Object.keys(meta).some((key) => key.startsWith(PROTOCOL_PREFIX));
}

/** Reports whether the headers repeat the body, as 2026-07-28 requires, and the metadata is complete. */
function isModernSearch(headers: Headers, meta: SearchRequest["meta"]): boolean {
  if (headers["mcp-protocol-version"] !== MODERN_VERSION || headers["mcp-method"] !== "tools/call" || headers["mcp-name"] !== SEARCH_TOOL) return false;
  const { protocolVersion, clientInfo, clientCapabilities, ...others } = Object.fromEntries(
    Object.entries(meta).flatMap(([key, value]) => (key.startsWith(PROTOCOL_PREFIX) ? [[key.slice(PROTOCOL_PREFIX.length), value]] : [])),
  );
  if (protocolVersion !== MODERN_VERSION || Object.keys(others).length > 0) return false;
  return hasOnly(clientInfo, ["name", "version", "title"]) && isImplementation(clientInfo) && isCapabilities(clientCapabilities);
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

/** Returns undefined if the search fails, because the SDK's server records the failure. */
function tryReply(answer: () => ToolReply): ToolReply | undefined {
  try {
    return answer();
  } catch {
    return undefined;
  }
}
